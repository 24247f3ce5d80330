import { payload, ToolResponse, tool } from "toolspan";
import { z } from "zod";

const aborted = new Map<string, number>();

export const stepsState = tool({
  name: "steps_state",
  description: "Tells how many calls of steps under a key were aborted.",
  input: z.object({ key: z.string() }),
  run: async ({ key }) => ({ aborted: aborted.get(key) ?? 0 }),
});

export const steps = tool({
  name: "steps",
  description: "Tells its progress step by step, and returns how many steps it took.",
  input: z.object({ times: z.number(), ms: z.number().default(20), key: z.string().default("") }),
  run: async ({ times, ms, key }, { progress, signal }) => {
    signal.addEventListener("abort", () => aborted.set(key, (aborted.get(key) ?? 0) + 1));
    for (let i = 1; i <= times && !signal.aborted; i++) {
      progress({ fraction: i / times, message: `step ${i} of ${times}` });
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    return times;
  },
});

export const lastWord = tool({
  name: "last_word",
  description: "Tells its progress and returns in the same breath.",
  run: async (_args, { progress }) => {
    progress({ fraction: 1, message: "done" });
    return "returned";
  },
});

export const whisper = tool({
  name: "whisper",
  description:
    "Tells a fraction without a message, a message without a fraction, nothing, and text that is hard to carry.",
  run: async (_args, { progress }) => {
    for (const update of [{ fraction: 0.25 }, { message: "é 😀 \u2028" }, {}, { fraction: 1, message: "" }]) {
      progress(update);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return null;
  },
});

export const tellsThenFails = tool({
  name: "tells_then_fails",
  description: "Tells its progress, then throws.",
  run: async (_args, { progress }) => {
    progress({ fraction: 0.5 });
    await new Promise((resolve) => setTimeout(resolve, 30));
    throw new Error("half way");
  },
});

export const measure = tool({
  name: "measure",
  description: "Returns the length of a text.",
  input: z.object({ blob: z.string() }),
  run: async ({ blob }) => blob.length,
});

const text = (bytes: number): string => "x".repeat(bytes);

export const heavy = tool({
  name: "heavy",
  description: "Returns a result, a block, an error's details or progress of many bytes.",
  input: z.object({ kind: z.enum(["result", "bytes", "block", "details", "progress"]), bytes: z.number() }),
  run: async ({ kind, bytes }, { progress }) => {
    if (kind === "result") return text(bytes);
    if (kind === "bytes") return payload(new Uint8Array(bytes), "application/octet-stream");
    if (kind === "block") return ToolResponse.success(1, { blocks: [{ type: "text", text: text(bytes) }] });
    if (kind === "details") return ToolResponse.error("e", { details: { data: text(bytes) } });
    progress({ message: text(bytes) });
    return 1;
  },
});
