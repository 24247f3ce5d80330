import type { AttachRequest } from "../gen/toolspan/v1/hosts.js";
import { Outcome } from "../gen/toolspan/v1/tool.js";
import { fault } from "../model/fault.js";
import type { Invoked } from "../model/invocation.js";
import type { Limits } from "../model/limits.js";
import { clamp, clampFault } from "../model/normalise.js";
import { raised, returned } from "../model/outcome.js";
import { ToolResponse } from "../model/response.js";
import { resultTooLarge } from "../model/result-size.js";
import { outcomeCodec } from "../wire/outcome.js";

/** What a frame from a host is, where nothing else is said. */
export const NOTHING: AttachRequest = {
  hello: undefined,
  offers: [],
  withdraw: [],
  progress: [],
  outcomes: [],
  drain: undefined,
  process: undefined,
  pong: undefined,
};

/** What one outcome takes of a frame. */
export interface Framed {
  readonly outcome: Outcome;
  readonly bytes: number;
}

/** An outcome as it may travel: texts are cut, and a result that no message can hold is a failure (C2.7, C8.5). */
export function outcomeToWire(name: string, invoked: Invoked, limits: Pick<Limits, "maxMessageBytes">): Framed {
  const { outcome } = invoked;
  if (outcome.kind === "raised") return framed(raised(clampFault(outcome.fault)));
  const { value } = outcome;
  // Blocks and details are what the tool made them: some that cannot be written cost this outcome, and not the whole stream.
  try {
    const tooLarge = resultTooLarge(name, value, limits);
    if (tooLarge !== null) return framed(returned({ ...ToolResponse.error(tooLarge.message), fault: tooLarge }));
    if (value.success && value.blocks.length === 0) return framed(outcome, value.result?.data.byteLength);
    const error = value.error === null ? null : clamp(value.error);
    const reason = value.fault === null ? null : clampFault(value.fault);
    const made = framed(returned({ ...value, error, fault: reason }));
    return { ...made, bytes: Outcome.encode(made.outcome).finish().byteLength };
  } catch (thrown) {
    return framed(raised(fault("internal", `The answer of ${name} cannot be written: ${String(thrown)}`)));
  }
}

function framed(outcome: Invoked["outcome"], bytes = 0): Framed {
  return { outcome: outcomeCodec.toWire(outcome), bytes };
}
