import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

// What stands in for a result until its own reader gets it; the SDK checks these and never sees the real one.
const STAND_INS: Readonly<Record<string, object>> = {
  "tools/call": { content: [] },
  "tools/list": { tools: [] },
  "prompts/list": { prompts: [] },
  "prompts/get": { messages: [] },
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] },
  "resources/read": { contents: [] },
};

type Listener = NonNullable<Transport["onmessage"]>;

/** The code of the error that stands for an answer whose stream was cut. */
export const CUT = -32_000;
/** The data of that error, which no server sends. */
export const CUT_DATA = Object.freeze({ cut: true });

/**
 * Hands every result through as the server wrote it, under `raw`: block types, result types and numbers that the SDK's own
 * schemas refuse or change are judged by `outcome` alone (C4.5).
 * A request whose stream of answers ended for good is answered at once, by the error of CUT_DATA.
 */
export function tap(transport: Transport): void {
  const asked = new Map<string | number, object>();
  const waiting = new Set<string | number>();
  const send = transport.send.bind(transport);
  let listener: Listener | undefined;
  let hasProgressed = false;
  transport.send = (message, options) => {
    if (!("method" in message && "id" in message)) return send(message, options);
    const { id, method } = message;
    waiting.add(id);
    const standIn = STAND_INS[method];
    if (standIn !== undefined) asked.set(id, standIn);
    // A stream whose events have ids is taken up again first, which may fail (row mcp/stream-resumed).
    const onRequestStreamEnd = (): void => {
      lose(id);
      options?.onRequestStreamEnd?.();
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
  const swapped = (message: JSONRPCMessage): JSONRPCMessage => {
    if ("method" in message || !("id" in message) || message.id === undefined) return message;
    const standIn = asked.get(message.id);
    asked.delete(message.id);
    waiting.delete(message.id);
    if (standIn === undefined || !("result" in message)) return message;
    const result = { resultType: "complete", ttlMs: 0, cacheScope: "private", ...standIn, raw: message.result };
    return { ...message, result };
  };
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    get: () => listener,
    set: (next: Listener | undefined) => {
      const taken: Listener = (message, extra) => {
        const shown = swapped(message) as typeof message;
        if ("method" in message && message.method === "notifications/progress") {
          hasProgressed = true;
          setImmediate(() => {
            hasProgressed = false;
          });
        }
        // The SDK tells progress a moment later and an answer at once: an answer beside it waits (row mcp/progress-told).
        if (hasProgressed && !("method" in message)) setImmediate(() => next?.(shown, extra));
        else next?.(shown, extra);
      };
      listener = next === undefined ? undefined : taken;
    },
  });
  const lose = (id: string | number): void => {
    if (!waiting.has(id)) return;
    listener?.({ jsonrpc: "2.0", id, error: { code: CUT, message: "the response stream ended", data: CUT_DATA } });
  };
}
