import type { ClientUnaryCall } from "@grpc/grpc-js";
import type { ToolCall } from "../model/call.js";
import { callCodec } from "../wire/call.js";
import { responseCodec } from "../wire/response.js";
import { Gate } from "./gate.js";
import type { Link } from "./link.js";
import { trouble } from "./status.js";
import { type Answer, BACKSTOP, hurried, type Transport } from "./transport.js";
import { Aborted } from "./wait.js";

/** Each call is a request of its own; the progress of its tool is not told. */
export function unaryTransport(link: Link): Transport {
  const onTheWay = new Set<ClientUnaryCall>();
  const gate = new Gate();
  let closed = false;

  const request = (call: ToolCall, until: number, signal: AbortSignal | undefined) =>
    new Promise<Answer>((resolve) => {
      if (closed || signal?.aborted) return resolve({ kind: "aborted" });
      const deadline = Date.now() + Math.max(0, until - performance.now()) + BACKSTOP;
      const sent = link.client.call(callCodec.toWire(call), link.metadata, { deadline }, (error, answer) => {
        onTheWay.delete(sent);
        signal?.removeEventListener("abort", abort);
        if (error !== null) return resolve(closed || signal?.aborted ? { kind: "aborted" } : trouble(error));
        if (answer.response === undefined) return resolve({ kind: "broken", reason: "The answer is empty." });
        resolve({ kind: "answered", response: responseCodec.fromWire(answer.response) });
      });
      // The caller is released here and now, whatever the peer does about it (C3.5).
      const abort = () => {
        resolve({ kind: "aborted" });
        sent.cancel();
      };
      onTheWay.add(sent);
      signal?.addEventListener("abort", abort, { once: true });
    });

  return {
    send: async (call, until, signal) => {
      // A tool's own call waits for no place, since an ancestor may hold the last (C3.8).
      if (call.depth > 0) return request(call, until, signal);
      const limit = link.limits.maxInFlight;
      const waits = gate.isFull(limit);
      try {
        using place = await gate.enter(limit, until - performance.now(), signal);
        if (place === undefined) return { kind: "late" };
        return await request(waits ? hurried(call, until) : call, until, signal);
      } catch (error) {
        if (error instanceof Aborted) return { kind: "aborted" };
        throw error;
      }
    },
    close: () => {
      closed = true;
      for (const sent of onTheWay) sent.cancel();
    },
  };
}
