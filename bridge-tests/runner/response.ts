import { field, text } from "./expand.js";
import { canonical, differences, included, shown } from "./match.js";
import type { Shown } from "./step.js";
import type { Language } from "./testee.js";
import { Num, parse, type Tree, type TreeMap } from "./tree.js";

const KEYS = "result,success,error,execution_time_ms,tool_name,blocks,fault";
const FAULT_KEYS = "kind,message,language,type,causes,details,retryable";
const MAX_ERROR_BYTES = 8192;

/** Compares one answer of a testee with an expectation, and with what holds of every ToolResponse. */
export function checkResponse(reply: TreeMap, name: string, expected: Tree, language: Language): Shown {
  const raised = reply.get("raised");
  const wantsRaised = field(expected, "raised");
  if (raised !== undefined || wantsRaised !== undefined) {
    const problems = included(wantsRaised ?? "a ToolResponse", raised === undefined ? reply : raised);
    return { problems, alike: canonical(raised ?? null), models: "" };
  }
  const written = text(reply.get("response"));
  if (written === undefined) return { problems: [`no response in ${shown(reply)}`], alike: "", models: "" };
  const response = parse(written);
  if (!(response instanceof Map)) return { problems: [`not an object: ${shown(response)}`], alike: "", models: "" };
  const problems = [...invariants(response, name), ...expectations(expected, response, reply, language)];
  const { execution_time_ms: _, ...alike } = Object.fromEntries(response);
  const seen = canonical(new Map<string, Tree>([...Object.entries(alike)]));
  return { problems, alike: seen, models: canonical(reply.get("model_text") ?? null) };
}

function invariants(response: TreeMap, name: string): string[] {
  const fault = response.get("fault");
  const error = response.get("error");
  const failed = error !== null;
  const rules: [boolean, string][] = [
    [[...response.keys()].join() === KEYS, `keys are ${[...response.keys()].join()}`],
    [response.get("success") === !failed, "success disagrees with error (C2.2)"],
    [(fault !== null) === failed, "fault disagrees with error (C2.2)"],
    [isCount(response.get("execution_time_ms")), "execution_time_ms is no whole number"],
    [
      response.get("tool_name") === name,
      `tool_name is ${shown(response.get("tool_name") ?? null)}, not the name as called`,
    ],
    [Buffer.byteLength(text(error) ?? "") <= MAX_ERROR_BYTES, "error is over 8 KiB (C2.7)"],
    [
      !(fault instanceof Map) || [...fault.keys()].join() === FAULT_KEYS,
      `the fault's keys are ${shown(fault ?? null)}`,
    ],
    [!(fault instanceof Map) || field(fault, "message") === error, "fault.message is not error"],
    [
      !/\n {4}at |Traceback \(most recent|\bat [\w.$]+\([\w]+\.java:/.test(`${text(error)}`),
      "a stack trace in error (C2.7)",
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

function expectations(expected: Tree, response: TreeMap, reply: TreeMap, language: Language): string[] {
  const problems: string[] = [];
  const wanted = expected instanceof Map ? expected : new Map<string, Tree>();
  const fails = ["kind", "error", "fault"].some((key) => (wanted.get(key) ?? null) !== null);
  if (!wanted.has("success") && response.get("success") !== !fails) {
    problems.push(`expected ${fails ? "a failure" : "a success"}, got ${shown(response)}`);
  }
  for (const [key, item] of wanted) {
    if (key === "kind")
      problems.push(...differences(item, field(response.get("fault") ?? null, "kind") ?? null, "/fault/kind"));
    else if (key === "fault") problems.push(...included(item, response.get("fault") ?? null, "/fault"));
    else if (key === "model_text") {
      if (language !== "cli") problems.push(...differences(item, reply.get("model_text") ?? null, "/model_text"));
    } else if (key === "native") {
      const type = field(item, language);
      if (type !== undefined) problems.push(...differences(type, reply.get("native") ?? null, "/native"));
    } else problems.push(...differences(item, response.get(key), `/${key}`));
  }
  return problems;
}

function isCount(tree: Tree | undefined): boolean {
  return tree instanceof Num && tree.kind === "integer" && !tree.text.startsWith("-");
}
