import type { ClientUnaryCall } from "@grpc/grpc-js";
import { callCodec } from "../wire/call.js";
import { responseCodec } from "../wire/response.js";
import type { Link } from "./link.js";
import { trouble } from "./status.js";
import type { Answer, Transport } from "./transport.js";

/** Each call is a request of its own. */
export function unaryTransport(link: Link): Transport {
  const onTheWay = new Set<ClientUnaryCall>();
  let closed = false;
  return {
    send: (call, waitMs, signal) =>
      new Promise<Answer>((resolve) => {
        if (closed || signal?.aborted) return resolve({ kind: "aborted" });
        const deadline = Date.now() + waitMs;
        const request = link.client.call(callCodec.toWire(call), link.metadata, { deadline }, (error, answer) => {
          onTheWay.delete(request);
          signal?.removeEventListener("abort", abort);
          if (error !== null) return resolve(closed || signal?.aborted ? { kind: "aborted" } : trouble(error));
          if (answer.response === undefined) return resolve({ kind: "broken", reason: "The answer is empty." });
          resolve({ kind: "answered", response: responseCodec.fromWire(answer.response) });
        });
        // The caller is released here and now, whatever the peer does about it (C3.5).
        const abort = () => {
          resolve({ kind: "aborted" });
          request.cancel();
        };
        onTheWay.add(request);
        signal?.addEventListener("abort", abort, { once: true });
      }),
    close: () => {
      closed = true;
      for (const request of onTheWay) request.cancel();
    },
  };
}
