import type { HostProcess } from "./host-process.js";

export type HostState = "starting" | "serving" | "draining" | "waiting";

/** One process, or one module in the sidecar, that runs tools, as `toolspan hosts` shows it. */
export interface HostStatus {
  readonly source: string;
  readonly language: string;
  readonly state: HostState;
  readonly pid: number;
  readonly runtime: string;
  readonly sdkVersion: string;
  readonly isolation: "process" | "worker" | "inline";
  readonly supervised: boolean;
  /** Full names. */
  readonly tools: readonly string[];
  readonly inFlight: number;
  readonly queued: number;
  readonly restarts: number;
  readonly lastExit: string;
}

/** What an attached process shows of itself. */
export function statusOf(process: HostProcess, queued: number): HostStatus {
  const { facts, state, offers, inFlight } = process;
  return {
    source: [...new Set([...offers.values()].map((spec) => spec.source))].sort().join(", "),
    language: facts.language,
    state: state === "serving" ? "serving" : "draining",
    pid: facts.pid,
    runtime: facts.runtime,
    sdkVersion: facts.sdkVersion,
    isolation: "process",
    supervised: facts.id !== "",
    tools: [...offers.keys()].sort(),
    inFlight,
    queued,
    restarts: 0,
    lastExit: "",
  };
}
