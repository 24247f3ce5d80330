import type * as wire from "../gen/toolspan/v1/tool.js";
import { fault } from "../model/fault.js";
import { type Outcome, raised, returned } from "../model/outcome.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import type { Codec } from "./codec.js";
import { faultCodec } from "./fault.js";
import { responseCodec } from "./response.js";

/** How an invocation ended (C2.1); one that says neither is a fault of the peer. */
export const outcomeCodec: Codec<Outcome<ToolResponse<Payload | null>>, wire.Outcome> = {
  toWire: (outcome) =>
    outcome.kind === "returned"
      ? { kind: { $case: "returned", value: responseCodec.toWire(outcome.value) } }
      : { kind: { $case: "raised", value: faultCodec.toWire(outcome.fault) } },
  fromWire: ({ kind }) => {
    switch (kind?.$case) {
      case "returned":
        return returned(responseCodec.fromWire(kind.value));
      case "raised":
        return raised(faultCodec.fromWire(kind.value));
      case undefined:
        return raised(fault("internal", "The host sent an outcome that neither returned nor raised."));
    }
  },
};
