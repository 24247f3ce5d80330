import type { Caller } from "./caller.js";
import { field, list, tagNumbers, text } from "./expand.js";
import type { MatrixHost } from "./matrix-hosts.js";
import type { Ledger } from "./matrix-record.js";
import type { Language } from "./testee.js";
import { parse, type Tree, type TreeMap, toTree, write } from "./tree.js";

/** One call of the matrix. */
export interface Asked {
  readonly tool: string;
  readonly args?: Tree;
  readonly call_id: string;
  readonly timeout_ms?: Tree;
  readonly cancel_after_ms?: Tree;
}

/** How the calls of one cell are made. */
export const MODES = ["single", "sequential", "parallel"] as const;
export type Mode = (typeof MODES)[number];

/** Somebody who calls tools of the matrix: an SDK, or the host from within its own process. */
export interface Asker {
  readonly language: Language;
  /** One answer for each call, in the form that a testee gives. */
  ask(calls: readonly Asked[], mode: Mode): Promise<readonly TreeMap[]>;
  /** The same of one call, with the progress that it told; nobody follows the calls of a host. */
  readonly follow: ((call: Asked) => Promise<TreeMap>) | null;
  /** Whether it shows every field of a response, so that it can be compared with what others see. */
  readonly seesAll: boolean;
}

/** A caller of its own process. */
export function sdkAsker(caller: Caller, { source }: MatrixHost): Asker {
  const fields = ({ tool, args = new Map(), ...rest }: Asked) => ({
    name: `${source}.${tool}`,
    args: tagNumbers(args),
    ...rest,
  });
  return {
    language: caller.language,
    seesAll: true,
    follow: (call) => caller.ask("stream", fields(call)),
    ask: async (calls, mode) => {
      const [first] = calls;
      if (mode === "single" && first !== undefined) return [await caller.ask("call", fields(first))];
      const parallelism = mode === "sequential" ? 1 : calls.length;
      const reply = await caller.ask("call_all", { calls: calls.map(fields), parallelism });
      if (reply.has("raised")) return calls.map(() => reply);
      return list(reply.get("answers")).map((answer) => (answer instanceof Map ? answer : new Map()));
    },
  };
}

/** A host: its tool `inner` calls others, of the same process where no `target` is given, and tells how each went. */
export function ownAsker(caller: Caller, via: MatrixHost, ledger: Ledger, { source }: MatrixHost = via): Asker {
  return {
    language: "sidecar",
    // What a host tells of its own calls has passed through its language once more.
    seesAll: false,
    follow: null,
    ask: async (calls, mode) => {
      const inner = calls.map(({ tool, ...rest }) => toTree({ tool: `${source}.${tool}`, ...rest }));
      const parallelism = mode === "sequential" ? 1 : calls.length;
      const args = new Map<string, Tree>([
        ["calls", inner],
        ["parallelism", toTree(parallelism)],
      ]);
      const reply = await caller.ask("call", { name: `${via.source}.inner`, args: tagNumbers(args) });
      const response = parse(text(reply.get("response")) ?? "null");
      ledger.count(response);
      // Where the process is lost, so is the call that stands outside.
      if (field(response, "success") !== true) return calls.map(() => reply);
      return list(field(response, "result")).map((told, i) => replyOf(told, `${source}.${calls[i]?.tool}`));
    },
  };
}

// What `inner` tells, in the form of a testee's answer.
function replyOf(told: Tree, name: string): TreeMap {
  const fault = field(told, "fault") ?? null;
  const response = new Map<string, Tree>([
    ["result", field(told, "result") ?? null],
    ["success", field(told, "success") ?? null],
    ["error", field(told, "error") ?? null],
    ["execution_time_ms", toTree(0)],
    ["tool_name", name],
    ["blocks", []],
    ["fault", fault],
  ]);
  return new Map<string, Tree>([["response", write(response)]]);
}
