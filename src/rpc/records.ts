import type { ServerUnaryCall, ServerWritableStream, sendUnaryData } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import type * as wire from "../gen/toolspan/v1/records.js";
import type { Audience } from "../record/audience.js";
import { Follower, type Following } from "../record/follower.js";
import { type Gate, refuse, statusError } from "./session.js";

/** Bytes that may wait for somebody who follows and does not read. */
const MOST_UNREAD = 8 * 1024 * 1024;

export interface RecordsParts {
  readonly audience: Audience;
  /** What is shown to somebody who follows. */
  readonly shown: Omit<Following, "only">;
  /** Every metric, as JSON text. */
  readonly metrics: () => Promise<string>;
  readonly gate: Gate;
  readonly transport: "unix" | "tcp";
  readonly draining: AbortSignal;
}

/** The door of the Records service: decode, ask the rooms, encode. */
export function recordsService(parts: RecordsParts): wire.RecordsServer {
  return {
    getMetrics: (
      call: ServerUnaryCall<wire.GetMetricsRequest, wire.GetMetricsResponse>,
      done: sendUnaryData<wire.GetMetricsResponse>,
    ) => {
      const refusal = parts.gate(call.metadata, parts.transport);
      if (refusal !== undefined) return done(statusError(refusal));
      parts.metrics().then(
        (json) => done(null, { json }),
        (error: unknown) => done(statusError({ code: status.INTERNAL, details: String(error) })),
      );
    },

    followEvents: (call: ServerWritableStream<wire.FollowEventsRequest, wire.FollowEventsResponse>) => {
      const refusal = parts.gate(call.metadata, parts.transport);
      if (refusal !== undefined) return refuse(call, refusal);
      const { types, verbose } = call.request;
      let unread = 0;
      call.on("drain", () => {
        unread = 0;
      });
      const follower = new Follower(
        { ...parts.shown, ...(verbose && { level: "VERBOSE", types: {} }), only: new Set(types) },
        (lines, missed) => {
          if (unread > MOST_UNREAD) return false;
          if (call.write({ lines: [...lines], missed: BigInt(missed) })) unread = 0;
          else unread += lines.reduce((sum, line) => sum + line.length, 0);
          return true;
        },
      );
      const told = parts.audience.add(follower);
      const end = (): void => {
        told[Symbol.dispose]();
        parts.draining.removeEventListener("abort", drain);
      };
      const drain = (): void => {
        end();
        call.end();
      };
      parts.draining.addEventListener("abort", drain, { once: true });
      call.on("cancelled", end);
      call.on("error", end);
      call.on("close", end);
      call.write({ lines: [], missed: 0n });
    },
  };
}
