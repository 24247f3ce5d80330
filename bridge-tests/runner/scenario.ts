import type { Caller } from "./caller.js";
import { cliCaller } from "./caller.js";
import { field, number, text } from "./expand.js";
import { connected, isSdk, type Language, type Sdk, Testee } from "./testee.js";
import { parse, type Tree, type TreeMap, toTree } from "./tree.js";

/** What a scenario is given: who calls, and what its row says. */
export interface Scene {
  readonly language: Language;
  readonly given: TreeMap;
}

/** Does something to real processes, and tells what it saw; the row says what should have been seen. */
export type Scenario = (scene: Scene) => Promise<Readonly<Record<string, unknown>>>;

/** The SDK of a scene; a scene without one is a mistake in its row. */
export function sdkOf({ language }: Scene): Sdk {
  if (!isSdk(language)) throw new Error(`the scenario needs an SDK, not ${language}`);
  return language;
}

/** A connected caller of the scene's language. */
export async function callerOf(scene: Scene, address: string): Promise<Caller & AsyncDisposable> {
  if (scene.language !== "cli") return connected(sdkOf(scene), address);
  return { ...cliCaller(address), [Symbol.asyncDispose]: async () => {} };
}

/** A testee that has not connected. */
export function testeeOf(scene: Scene, env: Readonly<Record<string, string>> = {}): Testee {
  return new Testee(sdkOf(scene), env);
}

/** What an answer says in short: its result, its fault's kind, or what was raised. */
export function brief(reply: TreeMap): Tree {
  const raised = reply.get("raised");
  if (raised !== undefined) return toTree({ raised: field(raised, "class") });
  const response = parse(text(reply.get("response")) ?? "null");
  const fault = field(response, "fault");
  if (fault instanceof Map) {
    const effect = field(fault.get("details"), "effect");
    return toTree({
      kind: fault.get("kind"),
      error: field(response, "error"),
      ...(effect === undefined ? {} : { effect }),
    });
  }
  return toTree({ result: field(response, "result") });
}

/** The message of what was raised, or an empty text. */
export function raisedMessage(reply: TreeMap): string {
  return text(field(reply.get("raised"), "message")) ?? "";
}

/** A number of the row, or another one. */
export function givenNumber(scene: Scene, key: string, otherwise: number): number {
  return number(scene.given.get(key)) ?? otherwise;
}

/** Whether a text shows a stack trace of any of the languages. */
export function showsStack(text: string): boolean {
  return /\n\s+at |Traceback \(most recent|\.java:\d+\)|node:internal/.test(text);
}
