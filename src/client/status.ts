import { status } from "@grpc/grpc-js";
import { RefusedError } from "./errors.js";

/** What a gRPC status other than OK says about the question (C2.6, C8.6). */
export type Trouble =
  | { readonly kind: "refused"; readonly error: RefusedError }
  /** The call did not leave, or the sidecar is stopping and did not run it. */
  | { readonly kind: "unsent"; readonly reason: string }
  /** The call was sent and the connection went away. */
  | { readonly kind: "lost"; readonly reason: string }
  | { readonly kind: "late" }
  | { readonly kind: "broken"; readonly reason: string };

/** A status as grpc-js reports it. */
export interface Status {
  readonly code: number;
  readonly details: string;
}

const UNSENT = /^(No connection established|Name resolution failed|The channel has been closed)/;
const CUT_OFF = /triggered by internal client error/;

/** Reads a status; anything else that was thrown is broken. */
export function trouble(thrown: unknown): Trouble {
  const { code, details } = statusOf(thrown);
  switch (code) {
    case status.UNAUTHENTICATED:
    case status.PERMISSION_DENIED:
      return { kind: "refused", error: new RefusedError("token", details) };
    case status.FAILED_PRECONDITION:
      return { kind: "refused", error: new RefusedError("protocol", details) };
    case status.INVALID_ARGUMENT:
    case status.UNIMPLEMENTED:
      return { kind: "refused", error: new RefusedError("request", details) };
    case status.UNAVAILABLE:
      if (details.startsWith("draining")) return { kind: "unsent", reason: "it is stopping" };
      return UNSENT.test(details)
        ? { kind: "unsent", reason: plain(details) }
        : { kind: "lost", reason: plain(details) };
    case status.DEADLINE_EXCEEDED:
      return { kind: "late" };
    // Only a peer that went away cancels a call that we did not cancel ourselves.
    case status.CANCELLED:
      return { kind: "lost", reason: details };
    case status.INTERNAL:
      return CUT_OFF.test(details) ? { kind: "lost", reason: details } : { kind: "broken", reason: details };
    default:
      return { kind: "broken", reason: details };
  }
}

function statusOf(thrown: unknown): Status {
  if (thrown instanceof Error && "code" in thrown && typeof thrown.code === "number") {
    const details = "details" in thrown && typeof thrown.details === "string" ? thrown.details : thrown.message;
    return { code: thrown.code, details };
  }
  return { code: status.UNKNOWN, details: String(thrown) };
}

/** The reason without grpc-js's own framing. */
function plain(details: string): string {
  const cause = /Last error: (.*?)(?:\. Resolution note:.*)?$/s.exec(details)?.[1] ?? details;
  return cause
    .replace(/^Error: /, "")
    .replace(/ \(\d{4}-[\dT:.-]+Z\)$/, "")
    .replace(/[.\s]+$/, "");
}
