/** Where a host is in its life. */
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
