import * as wire from "../gen/toolspan/v1/hosts.js";
import type { HostState, HostStatus } from "../model/host-status.js";
import type { Codec } from "./codec.js";

const toState = {
  starting: wire.HostState.HOST_STATE_STARTING,
  serving: wire.HostState.HOST_STATE_SERVING,
  draining: wire.HostState.HOST_STATE_DRAINING,
  waiting: wire.HostState.HOST_STATE_WAITING,
} satisfies Record<HostState, wire.HostState>;

const fromState: ReadonlyMap<number, HostState> = new Map(
  Object.entries(toState).map(([word, number]) => [number, word as HostState]),
);

export const hostCodec: Codec<HostStatus, wire.Host> = {
  toWire: (host) => ({ ...host, state: toState[host.state], pid: BigInt(host.pid), tools: [...host.tools] }),
  fromWire: (host) => ({
    ...host,
    state: fromState.get(host.state) ?? "waiting",
    pid: Number(host.pid),
    isolation: host.isolation === "worker" || host.isolation === "inline" ? host.isolation : "process",
  }),
};
