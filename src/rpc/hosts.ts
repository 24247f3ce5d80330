import type { ServerDuplexStream, ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type * as wire from "../gen/toolspan/v1/hosts.js";
import type { Welcome } from "../gen/toolspan/v1/session.js";
import type { HostStatus } from "../model/host-status.js";
import type { Hosts } from "../tools/remote/hosts.js";
import { hostCodec } from "../wire/host.js";
import { serveHost } from "./host-stream.js";
import { type Gate, refuse, statusError } from "./session.js";

export interface HostsServiceParts {
  readonly hosts: Hosts;
  /** Every process and module that runs tools, in the order in which it is to be shown. */
  readonly list: () => readonly HostStatus[];
  readonly gate: Gate;
  readonly transport: "unix" | "tcp";
  readonly graceMs: number;
  readonly welcome: () => Welcome;
}

/** The door of the Hosts service: decode, ask the rooms, encode. */
export function hostsService(parts: HostsServiceParts): wire.HostsServer {
  return {
    attach: (call: ServerDuplexStream<wire.AttachRequest, wire.AttachResponse>) => {
      const refusal = parts.gate(call.metadata, parts.transport);
      if (refusal !== undefined) return refuse(call, refusal);
      serveHost(call, { ...parts, refuse: (why) => refuse(call, why) });
    },

    listHosts: (
      call: ServerUnaryCall<wire.ListHostsRequest, wire.ListHostsResponse>,
      done: sendUnaryData<wire.ListHostsResponse>,
    ) => {
      const refusal = parts.gate(call.metadata, parts.transport);
      if (refusal !== undefined) done(statusError(refusal));
      else done(null, { hosts: parts.list().map(hostCodec.toWire) });
    },
  };
}
