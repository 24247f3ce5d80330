import { type ToolResponse, tool } from "toolspan";
import { z } from "zod";

const asked = {
  tool: z.string(),
  args: z.unknown().optional(),
  text: z.string().optional(),
  timeout: z.number().optional(),
};
type Asked = { tool: string; args?: unknown; text?: string | undefined; timeout?: number | undefined };

const argumentsOf = ({ args, text }: Asked): object | string => text ?? Object(args ?? {});
const optionsOf = ({ timeout }: Asked) => (timeout === undefined ? {} : { timeout });

function told({ success, result, error, fault, toolName }: ToolResponse): object {
  return { success, result, error, kind: fault?.kind ?? null, tool_name: toolName };
}

export const relay = tool({
  name: "relay",
  description: "Calls a tool and returns its response as it is.",
  input: z.object(asked),
  run: async (given, { call }) => call(given.tool, argumentsOf(given), optionsOf(given)),
});

export const tell = tool({
  name: "tell",
  description: "Calls a tool and tells, as a success, how that went.",
  input: z.object(asked),
  run: async (given, { call }) => told(await call(given.tool, argumentsOf(given), optionsOf(given))),
});

export const gather = tool({
  name: "gather",
  description: "Calls many tools and tells how each went.",
  input: z.object({
    calls: z.array(z.object(asked)),
    times: z.number().default(1),
    parallelism: z.number().default(0),
  }),
  run: async ({ calls, times, parallelism }, { callAll }) => {
    const all = Array.from({ length: times }, () => calls).flat();
    const responses = await callAll(
      all.map((one) => ({ name: one.tool, args: argumentsOf(one), ...optionsOf(one) })),
      { parallelism },
    );
    return responses.map(told);
  },
});

export const descend = tool({
  name: "descend",
  description: "Calls itself so many times, and returns the depth of the lowest call.",
  input: z.object({ levels: z.number() }),
  run: async ({ levels }, { call, depth }) =>
    levels === 0 ? { depth } : await call("nested.descend", { levels: levels - 1 }),
});

export const budget = tool({
  name: "budget",
  description: "Tells whether what is left of its budget is at most what was named.",
  input: z.object({ most: z.number() }),
  run: async ({ most }, { remaining }) => remaining > 0 && remaining <= most,
});

export const abandon = tool({
  name: "abandon",
  description: "Starts a call, returns when it has begun, and does not wait for it.",
  input: z.object({ key: z.string() }),
  run: async ({ key }, { call }) => {
    void call("sleep", { ms: 20_000, key });
    for (;;) {
      const { result } = await call("state", { key });
      if (Object(result)["started"] > 0) return "abandoned";
    }
  },
});

export const revoke = tool({
  name: "revoke",
  description: "Cancels a call of its own, and tells how it ended.",
  input: z.object({ key: z.string() }),
  run: async ({ key }, { call }) => told(await call("sleep", { ms: 20_000, key }, { signal: AbortSignal.timeout(50) })),
});
