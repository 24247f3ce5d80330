// The tools of the outcome matrix, as a user of TypeScript would write them; matrix.py and Matrix.java are the same tools.
import { float, ToolResponse, tool } from "toolspan";
import { z } from "zod";

const boot = Math.random().toString(36).slice(2);

const VALUES: Readonly<Record<string, unknown>> = {
  object: { success: false, error: "only data", a: [1, { b: null }] },
  array: [1, "two", float(3), null, true],
  string: 'a "b" \u2028 é 😀',
  "empty-string": "",
  integer: -7,
  "large-integer": 9007199254740993n,
  "huge-integer": 123456789012345678901234567890n,
  float: 2.5,
  "integral-float": float(1),
  true: true,
  false: false,
  "empty-object": {},
  "empty-array": [],
};

export const raw = tool({
  name: "raw",
  description: "Returns a value of one kind.",
  input: z.object({ kind: z.string() }),
  run: ({ kind }) => VALUES[kind],
});

export const nothing = tool({ name: "nothing", description: "Returns nothing.", run: () => undefined });

export const echo = tool({
  name: "echo",
  description: "Returns its value.",
  input: z.object({ value: z.unknown() }),
  run: (_, { payload }) => payload,
});

export const explicit = tool({
  name: "explicit",
  description: "Says outright how it went.",
  input: z.object({ ok: z.boolean(), partial: z.boolean().default(false) }),
  run: ({ ok, partial }) => {
    if (ok) return ToolResponse.success({ rows: 3 });
    return ToolResponse.error("no such city", partial ? { result: { rows: 1 }, details: { code: "E7" } } : {});
  },
});

class Failure extends Error {
  override readonly name = "Failure";
}

function odd(): Error {
  return Object.defineProperty(new Failure("x"), "message", {
    get: () => {
      throw new Error("this message cannot be read");
    },
  });
}

export const raise = tool({
  name: "raise",
  description: "Throws.",
  input: z.object({ how: z.enum(["message", "empty", "causes", "odd"]) }),
  run: ({ how }) => {
    if (how === "message") throw new Failure("boom");
    if (how === "empty") throw new Failure("");
    if (how === "odd") throw odd();
    throw new Failure("outer", { cause: new Failure("middle", { cause: new Failure("inner") }) });
  },
});

export const unserializable = tool({
  name: "unserializable",
  description: "Returns what JSON has no form for.",
  run: () => ({ fine: 1, n: Number.NaN, list: [Number.POSITIVE_INFINITY] }),
});

export const wait = tool({
  name: "wait",
  description: "Waits until it is stopped.",
  input: z.object({ ms: z.number() }),
  run: ({ ms }, { signal }) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve("slept"), ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve("stopped");
      });
    }),
});

export const steps = tool({
  name: "steps",
  description: "Tells of its progress.",
  input: z.object({ count: z.number() }),
  run: async ({ count }, { progress }) => {
    for (let i = 1; i <= count; i++) {
      progress({ fraction: i / count, message: `step ${i}` });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return count;
  },
});

const asked = { tool: z.string(), args: z.unknown().optional(), timeout_ms: z.number().optional() };
const more = { cancel_after_ms: z.number().optional(), call_id: z.string().optional() };

function told({ success, result, error, fault }: ToolResponse): object {
  return { success, result, error, fault };
}

interface Asked {
  readonly tool: string;
  readonly args?: unknown;
  readonly timeout_ms?: number | undefined;
  readonly cancel_after_ms?: number | undefined;
  readonly call_id?: string | undefined;
}

function callOf(one: Asked) {
  return {
    name: one.tool,
    args: Object(one.args ?? {}),
    ...(one.timeout_ms === undefined ? {} : { timeout: one.timeout_ms }),
    ...(one.call_id === undefined ? {} : { callId: one.call_id }),
    ...(one.cancel_after_ms === undefined ? {} : { signal: AbortSignal.timeout(one.cancel_after_ms) }),
  };
}

export const inner = tool({
  name: "inner",
  description: "Calls tools, one or many, and tells how each went.",
  input: z.object({ calls: z.array(z.object({ ...asked, ...more })), parallelism: z.number().default(0) }),
  run: async ({ calls, parallelism }, { call, callAll }) => {
    const made = calls.map(callOf);
    const [first] = made;
    if (made.length === 1 && first !== undefined) {
      const { name, args, ...options } = first;
      return [told(await call(name, args, options))];
    }
    return (await callAll(made, { parallelism })).map(told);
  },
});

export const whoami = tool({
  name: "whoami",
  description: "Tells in which process it runs.",
  run: () => ({ pid: process.pid, runtime: `Node.js ${process.versions.node}`, language: "typescript", boot }),
});

export const crash = tool({
  name: "crash",
  description: "Ends its process, or its thread, in the middle of the call.",
  run: () => process.exit(7),
});

let leaving = 0;

export const leave = tool({
  name: "leave",
  description: "Answers, and ends its process a moment after the last of so many calls.",
  input: z.object({ calls: z.int() }),
  run: ({ calls }) => {
    leaving++;
    if (leaving === calls) setTimeout(() => process.exit(7), 700);
    return "bye";
  },
});
