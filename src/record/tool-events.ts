import type { JsonMap, ToolCallBlock } from "../model/block.js";
import type { Event } from "../model/event.js";
import { blockJson } from "../model/messages/to-json.js";
import { failureText } from "../model/normalise.js";
import { type Payload, payload } from "../model/payload.js";
import { readJsonExact } from "../model/read-json-exact.js";
import type { ToolResponse } from "../model/response.js";
import { responseJson } from "../model/response-json.js";

/** The action of Flink Agents that answers a tool request. */
export const TOOL_ACTION = "tool_call_action";

/** A request to call tools; `model` is null where no model asked. */
export function toolRequestEvent(
  id: string,
  calls: readonly ToolCallBlock[],
  from: { readonly model: string | null; readonly upstreamEventId: string | null },
): Event {
  return {
    id,
    type: "_tool_request_event",
    attributes: { model: from.model, tool_calls: calls.map((call) => jsonValue(blockJson(call))) },
    upstreamEventId: from.upstreamEventId,
    upstreamActionName: null,
    extra: {},
  };
}

/** One answer within a request. */
export interface Answered {
  readonly callId: string;
  /** As the caller gets it (C2.5). */
  readonly response: ToolResponse<Payload | null>;
}

/** What became of a request: `responses` says it to the model, `error` to whoever looks for the reason (C2.10). */
export function toolResponseEvent(id: string, requestId: string, answers: readonly Answered[], at: Date): Event {
  const failed = answers.filter(({ response }) => !response.success);
  return {
    id,
    type: "_tool_response_event",
    attributes: {
      request_id: requestId,
      responses: byCall(answers, responseValue),
      success: byCall(answers, ({ success }) => success),
      error: byCall(failed, ({ error }) => error),
      timestamp: at.getTime(),
    },
    upstreamEventId: requestId,
    upstreamActionName: TOOL_ACTION,
    extra: {},
  };
}

function responseValue(response: ToolResponse<Payload | null>): unknown {
  const told = response.success ? response : { ...response, error: failureText(response) };
  const read = readJsonExact(responseJson(told));
  if (read.ok) return read.value;
  // A result that claims to be JSON and is not shows as the text that it is; its reader judges it (C1.2).
  const text = Buffer.from(response.result?.data ?? []).toString("utf8");
  return jsonValue(responseJson({ ...told, result: payload(JSON.stringify(text)) }));
}

function byCall(answers: readonly Answered[], map: (response: Answered["response"]) => unknown): JsonMap {
  return Object.fromEntries(answers.map(({ callId, response }) => [callId, map(response)]));
}

// The JSON form that travels is read back, so that numbers keep their kind and every digit (C1.3).
function jsonValue(json: string): unknown {
  const read = readJsonExact(json);
  return read.ok ? read.value : null;
}
