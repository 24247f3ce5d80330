import type { Welcome } from "../gen/toolspan/v1/session.js";
import type { Limits } from "../model/limits.js";
import { MAX_DEPTH } from "../model/read-json.js";
import { PROTOCOL } from "../wire/protocol.js";

/** What the sidecar tells every peer that introduces itself (C8.4, C8.5). */
export function welcome(limits: Limits, version: string): Welcome {
  return {
    protocol: PROTOCOL.max,
    sidecarVersion: version,
    capabilities: ["stream", "progress", "hosts"],
    limits: {
      maxMessageBytes: limits.maxMessageBytes,
      maxInFlight: limits.maxInFlightPerPeer,
      maxJsonDepth: MAX_DEPTH,
      maxCallMs: BigInt(limits.maxCallMs),
      maxStreamArgumentsBytes: limits.maxStreamArgumentsBytes,
    },
  };
}
