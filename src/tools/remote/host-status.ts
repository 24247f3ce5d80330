import type { HostStatus } from "../../model/host-status.js";
import type { HostProcess } from "./host-process.js";

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
