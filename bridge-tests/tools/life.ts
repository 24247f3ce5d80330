import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { tool } from "toolspan";
import { z } from "zod";

interface Seen {
  started: number;
  aborted: number;
  finished: number;
}

const seen = new Map<string, Seen>();

function of(key: string): Seen {
  const one = seen.get(key) ?? { started: 0, aborted: 0, finished: 0 };
  seen.set(key, one);
  return one;
}

export const state = tool({
  name: "state",
  description: "Tells what happened to the calls under a key.",
  input: z.object({ key: z.string() }),
  run: async ({ key }) => ({ ...of(key) }),
});

export const sleep = tool({
  name: "sleep",
  description: "Waits, and stops waiting when it is aborted.",
  input: z.object({ ms: z.number(), key: z.string().default(""), value: z.unknown().optional() }),
  run: async ({ ms, key, value }, { signal }) => {
    of(key).started++;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        of(key).aborted++;
        reject(signal.reason);
      });
    });
    of(key).finished++;
    return value ?? "slept";
  },
});

export const hang = tool({
  name: "hang",
  description: "Never returns and does not listen.",
  input: z.object({ key: z.string().default("") }),
  run: async ({ key }) => {
    of(key).started++;
    await new Promise(() => {});
  },
});

export const deaf = tool({
  name: "deaf",
  description: "Returns late, whatever its signal says.",
  input: z.object({ ms: z.number(), key: z.string().default("") }),
  run: async ({ ms, key }) => {
    of(key).started++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    of(key).finished++;
    return "late";
  },
});

export const budgeted = tool({
  name: "budgeted",
  description: "Has a time budget of its own.",
  timeout: 150,
  run: async () => new Promise(() => {}),
});

export const swallow = tool({
  name: "swallow",
  description: "Returns a value when it is aborted, as if nothing had happened.",
  input: z.object({ key: z.string().default("") }),
  run: async ({ key }, { signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    of(key).aborted++;
    return "as if nothing had happened";
  },
});

export const returnsThenRejects = tool({
  name: "returns_then_rejects",
  description: "Returns, and rejects a promise that nobody awaits soon after.",
  run: async () => {
    setTimeout(() => void Promise.reject(new Error("too late")), 5);
    return "returned";
  },
});

export const context = tool({
  name: "context",
  description: "Tells what it was given beside its arguments.",
  input: z.looseObject({}),
  run: async (_args, { signal, callId, payload, log, progress }) => {
    log.info("context was called");
    progress({ fraction: 0.5, message: "half" });
    return {
      call_id: callId,
      aborted: signal.aborted,
      payload: Buffer.from(payload.data).toString("utf8"),
      log: typeof log.info,
      progress: typeof progress,
    };
  },
});

export const flood = tool({
  name: "flood",
  description: "Reports progress many times.",
  input: z.object({ times: z.number() }),
  run: async ({ times }, { progress }) => {
    for (let i = 0; i < times; i++) progress({ fraction: i / times });
    return times;
  },
});

export const append = tool({
  name: "append",
  description: "Appends a line to a file, and returns how many lines it has.",
  input: z.object({ file: z.string(), line: z.string().default("x") }),
  run: async ({ file, line }) => {
    appendFileSync(file, `${line}\n`);
    return lines(file);
  },
});

export const count = tool({
  name: "count",
  description: "Returns how many lines a file has.",
  input: z.object({ file: z.string() }),
  run: async ({ file }) => lines(file),
});

export const prints = tool({
  name: "prints",
  description: "Writes to standard output, which belongs to the ready line.",
  run: async () => {
    console.log("a line of a tool");
    process.stdout.write("more of a tool\n");
    return "printed";
  },
});

export const globals = tool({
  name: "globals",
  description: "Tells whether plain objects have been spoilt.",
  run: async () => ({ polluted: "polluted" in {}, keys: Object.keys(Object.prototype) }),
});

function lines(file: string): number {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

export const steady = tool({
  name: "steady",
  description: "Notes its start in a file, waits, and may be repeated.",
  idempotent: true,
  input: z.object({ file: z.string(), ms: z.number() }),
  run: async ({ file, ms }) => {
    appendFileSync(file, "attempt\n");
    await new Promise((resolve) => setTimeout(resolve, ms));
    return "steady";
  },
});
