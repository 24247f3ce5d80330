import { timingSafeEqual } from "node:crypto";
import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { texts } from "../gen/texts.js";
import { METADATA, PROTOCOL, protocolRange } from "../wire/protocol.js";

/** A question that could not be asked (C2.6): a status with a short text. */
export interface Refusal {
  readonly code: status;
  readonly details: string;
}

/** Decides whether a call may be asked at all. */
export type Gate = (metadata: Metadata, transport: "unix" | "tcp") => Refusal | undefined;

/** The gate of a sidecar: token on TCP, protocol range where the caller states one, no new calls while draining. */
export function createGate(token: string | null, isDraining: () => boolean): Gate {
  return (metadata, transport) => {
    if (token !== null && transport === "tcp" && !sameToken(first(metadata, METADATA.token), `Bearer ${token}`)) {
      return {
        code: status.UNAUTHENTICATED,
        details: "This address needs the sidecar's token as 'authorization: Bearer …'.",
      };
    }
    const stated = first(metadata, METADATA.protocol);
    if (stated !== "") {
      const refusal = refuseRange(stated);
      if (refusal !== undefined) return refusal;
    }
    return isDraining() ? { code: status.UNAVAILABLE, details: "draining: the sidecar is stopping" } : undefined;
  };
}

/** Why two ranges do not meet, in one sentence that names both (C8.4). */
export function refuseRange(stated: string): Refusal | undefined {
  const range = protocolRange(stated);
  if (range === undefined) {
    const shown = JSON.stringify(stated.slice(0, 40));
    return { code: status.FAILED_PRECONDITION, details: `The protocol range ${shown} is not "1" or "1-2".` };
  }
  if (range.min <= PROTOCOL.max && range.max >= PROTOCOL.min) return undefined;
  const details = texts.protocol_mismatch(PROTOCOL.min, PROTOCOL.max, range.min, range.max);
  return { code: status.FAILED_PRECONDITION, details };
}

function first(metadata: Metadata, key: string): string {
  const [value] = metadata.get(key);
  return typeof value === "string" ? value : "";
}

function sameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** A refusal in the form that grpc-js sends. */
export function statusError({ code, details }: Refusal): Partial<ServiceError> {
  return { code, details: details.slice(0, 1000) };
}

/** Ends a stream with a refusal. */
export function refuse(call: { emit(event: "error", error: Error): unknown }, refusal: Refusal): void {
  call.emit("error", Object.assign(new Error(refusal.details), statusError(refusal)));
}
