import type { Job } from "../../invoke/runner.js";
import type { StopReason } from "../../invoke/stop.js";

/** The way to an attached process, in model values; the stream behind it belongs to `rpc/hosts`. */
export interface HostLink {
  invoke(number: bigint, job: Job): void;
  /** Tells the tool to stop; false where the invocation had not left yet and never will. */
  stop(number: bigint, reason: StopReason): boolean;
  ping(): void;
  /** Asks the process to end what is under way and then to go. */
  drain(): void;
  /** Ends the stream with a reason that the process can print. */
  cut(reason: string): void;
}

/** What a process said of itself. */
export interface HostFacts {
  readonly language: string;
  readonly sdkVersion: string;
  readonly runtime: string;
  readonly pid: number;
  /** TOOLSPAN_HOST_ID where the sidecar started it; empty otherwise. */
  readonly id: string;
  /** Invocations that may be under way at once. */
  readonly maxInFlight: number;
}
