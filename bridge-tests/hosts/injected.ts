// Tools with injected arguments, as a user of TypeScript would write them; injected.py and Injected.java are the same tools.
import { tool } from "toolspan";
import { z } from "zod";

export const order = tool({
  name: "order",
  description: "Orders something.",
  input: z.object({ item: z.string() }),
  injected: z.object({ tenant: z.string(), limits: z.object({ most: z.int() }).optional() }),
  run: ({ item, tenant, limits }) => ({ item, tenant, most: limits?.most ?? null }),
});

export const plain = tool({
  name: "plain",
  description: "Takes what a model sees.",
  input: z.strictObject({ item: z.string(), region: z.string() }),
  run: ({ item, region }) => ({ item, region }),
});

export const relay = tool({
  name: "relay",
  description: "Orders by another tool.",
  input: z.object({
    tool: z.string(),
    args: z.record(z.string(), z.unknown()),
    given: z.record(z.string(), z.unknown()),
  }),
  run: ({ tool: name, args, given }, { call }) => call(name, args, { injected: given }),
});
