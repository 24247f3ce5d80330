import { type ServerUnaryCall, type sendUnaryData, status } from "@grpc/grpc-js";
import { changesBetween } from "../dialects/explain.js";
import { translate } from "../dialects/translate.js";
import type * as wire from "../gen/toolspan/v1/events.js";
import { CannotCrossError } from "../model/cannot-cross.js";
import { type Gate, statusError } from "./session.js";

export interface EventsParts {
  readonly gate: Gate;
  readonly transport: "unix" | "tcp";
}

/** The door of the Events service: decode, ask the rooms, encode. */
export function eventsService(parts: EventsParts): wire.EventsServer {
  return {
    translate: (
      call: ServerUnaryCall<wire.TranslateRequest, wire.TranslateResponse>,
      done: sendUnaryData<wire.TranslateResponse>,
    ) => {
      const refusal = parts.gate(call.metadata, parts.transport);
      if (refusal !== undefined) return done(statusError(refusal));
      try {
        done(null, { events: call.request.events.map((event) => translated(event, call.request)) });
      } catch (error) {
        // A dialect that nobody knows.
        if (!(error instanceof RangeError)) throw error;
        done(statusError({ code: status.INVALID_ARGUMENT, details: error.message }));
      }
    },
  };
}

function translated(event: string, { from, to, explain }: wire.TranslateRequest): wire.Translated {
  try {
    const made = translate(event, from, to);
    return { outcome: { $case: "event", value: made }, changes: explain ? changesBetween(event, made) : [] };
  } catch (error) {
    if (!(error instanceof CannotCrossError)) throw error;
    return { outcome: { $case: "refusal", value: error.message }, changes: [] };
  }
}
