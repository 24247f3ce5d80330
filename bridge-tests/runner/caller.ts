import { Child } from "./child.js";
import { CLI, environment } from "./daemon.js";
import { field, number } from "./expand.js";
import { folder } from "./places.js";
import type { Language } from "./testee.js";
import { Num, parse, type Tree, type TreeMap, toTree, write } from "./tree.js";
import { within } from "./wait.js";

/** Anyone who can be told to call: a testee, or the command line. */
export interface Caller {
  readonly language: Language;
  ask(op: string, fields: Readonly<Record<string, unknown>>): Promise<TreeMap>;
}

const EXIT = new Map([
  [3, "CannotReach"],
  [2, "Usage"],
]);

/** Runs the command line once a call; argument text goes as it is. */
export function cliCaller(address: string, env: Readonly<Record<string, string>> = {}): Caller {
  return {
    language: "cli",
    ask: async (_op, fields) => {
      const given = fields["text"] ?? fields["args"];
      const json =
        given === undefined || given === null ? undefined : typeof given === "string" ? given : plain(toTree(given));
      const budget = number(toTree(fields["timeout_ms"] ?? null));
      const timeout = budget === undefined ? [] : ["--timeout", String(budget / 1000)];
      // one argument of a process may have 128 KiB, so longer text goes through standard input
      const long = json !== undefined && json.length > 100_000;
      const args = ["call", ...timeout, "--address", address, "--", String(fields["name"])];
      if (json !== undefined) args.push(long ? "-" : json);
      await using child = new Child(CLI, args, { cwd: folder(), env: environment(env) });
      child.kept = 100_000_000;
      child.process.stdin?.end(long ? json : "");
      const { code } = await within(60_000, `toolspan ${args.join(" ").slice(0, 200)}`, child.ended);
      return answer(code, child);
    },
  };
}

function answer(code: number | null, child: Child): TreeMap {
  const raised = EXIT.get(code ?? -1);
  if (raised !== undefined) {
    return new Map<string, Tree>([["raised", toTree({ class: raised, message: child.stderr })]]);
  }
  if (child.stdout === "")
    throw new Error(`toolspan call ended with ${code} and printed nothing: ${child.stderr.slice(-1500)}`);
  const response = parse(child.stdout);
  const expected = field(response, "success") === true ? 0 : 1;
  if (code !== expected) throw new Error(`toolspan call ended with ${code}, not ${expected}: ${child.stderr}`);
  return new Map<string, Tree>([["response", child.stdout.trim()]]);
}

// The tags of numbers are the only ones that the command line's rows use.
function plain(tree: Tree): string {
  const digits = field(tree, "$int") ?? field(tree, "$float");
  if (digits !== undefined) return String(digits);
  if (Array.isArray(tree)) return `[${tree.map(plain).join(",")}]`;
  if (tree instanceof Map)
    return `{${[...tree].map(([key, item]) => `${JSON.stringify(key)}:${plain(item)}`).join(",")}}`;
  return tree instanceof Num ? tree.text : write(tree);
}
