import type { Measured, Sample } from "../run/cell.js";
import { type Spread, spread } from "./spread.js";

/** One measured thing, as it stands in the JSON file. */
export interface Row {
  readonly subject: string;
  readonly caller: string;
  readonly transport: string;
  readonly bytes: number;
  /** On each connection. */
  readonly in_flight: number;
  readonly connections: number;
  /** Null where no call was ever answered. */
  readonly ops_per_s: Spread | null;
  readonly p50_us: Spread | null;
  readonly p99_us: Spread | null;
  /** Processor time of the server a call, over all of its threads; null where its client starts it. */
  readonly server_cpu_us: Spread | null;
  readonly failed: number;
  readonly error: string | null;
}

export const rate = (reply: Sample): number => reply.ops / reply.seconds;

export function rowOf({ cell, rounds, failed, error }: Measured): Row {
  const replies = rounds.filter((reply) => reply !== null);
  const of = (value: (reply: Sample) => number | null) => {
    const values = replies.map(value).filter((each) => each !== null);
    return values.length === 0 ? null : spread(values);
  };
  return {
    subject: cell.subject,
    caller: cell.caller,
    transport: cell.transport,
    bytes: cell.bytes,
    in_flight: cell.inFlight,
    connections: cell.connections,
    ops_per_s: of(rate),
    p50_us: of((reply) => reply.p50_us),
    p99_us: of((reply) => reply.p99_us),
    server_cpu_us: of((reply) => reply.server_cpu_us),
    failed,
    error,
  };
}
