import type { JsonMap } from "./block.js";

/** An event of an agent run, with everything that its writer put in it (C7.1). */
export interface Event {
  /** A UUID, as its writer spelled it. */
  readonly id: string;
  /** Such as `_tool_response_event`. */
  readonly type: string;
  /** Every attribute, known or not, in its writer's order. */
  readonly attributes: JsonMap;
  readonly upstreamEventId: string | null;
  readonly upstreamActionName: string | null;
  /** Every other top-level field. */
  readonly extra: JsonMap;
}
