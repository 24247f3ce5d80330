import { connect } from "toolspan/client";
import type { Path } from "./measure.js";
import { type Request, textOf } from "./protocol.js";

/** The shipped TypeScript client: one `call` a call. */
export async function sdkPath({ to, tool, bytes }: Request): Promise<Path> {
  const text = textOf(bytes);
  const hub = await connect(to[0]);
  return {
    batch: 1,
    call: async (n) => {
      const { result, error } = await hub.call(tool, { text, n });
      if (error !== null) throw new Error(error);
      return isEcho(result, text, n) ? 1 : 0;
    },
    close: () => hub.close(),
  };
}

/** The same for a tool of an MCP server that the sidecar stands before: its result is MCP's content, with the JSON in a text. */
export async function sdkMcpPath({ to, tool, bytes }: Request): Promise<Path> {
  const text = textOf(bytes);
  const hub = await connect(to[0]);
  // The ready line waits for no MCP server.
  for await (const specs of hub.watchTools()) if (specs.some((spec) => `${spec.source}.${spec.name}` === tool)) break;
  return {
    batch: 1,
    call: async (n) => {
      const { result, error } = await hub.call(tool, { text, n });
      if (error !== null) throw new Error(error);
      const [content] = Array.isArray(result) ? result : [];
      return isEcho(JSON.parse(String(Object(content).text)), text, n) ? 1 : 0;
    },
    close: () => hub.close(),
  };
}

/** The shipped TypeScript client: as many calls as may be in flight in one `callAll`. */
export async function sdkBatchPath({ to, tool, bytes, in_flight: batch }: Request): Promise<Path> {
  const text = textOf(bytes);
  const hub = await connect(to[0]);
  return {
    batch,
    call: async (n) => {
      const calls = Array.from({ length: batch }, (_, i) => ({ name: tool, args: { text, n: n + i } }));
      const answers = await hub.callAll(calls);
      const broken = answers.find(({ error }) => error !== null);
      if (broken !== undefined) throw new Error(String(broken.error));
      return answers.filter(({ result }, i) => isEcho(result, text, n + i)).length;
    },
    close: () => hub.close(),
  };
}

/** Whether an answer is what was sent. */
export function isEcho(value: unknown, text: string, n: number): boolean {
  if (typeof value !== "object" || value === null || !("text" in value) || !("n" in value)) return false;
  return value.n === n && typeof value.text === "string" && value.text.length === text.length;
}
