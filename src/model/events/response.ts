import { texts } from "../../gen/texts.js";
import { CONTENT_TYPES } from "../block.js";
import { type Cause, FAULT_KINDS, type Fault, fault } from "../fault.js";
import { blockOf } from "../messages/from-json.js";
import { InvalidMessageError } from "../messages/invalid.js";
import { JsonFields } from "../messages/json-fields.js";
import { blockValue } from "../messages/to-json.js";
import { OCTET_STREAM, payload } from "../payload.js";
import { mark, type ToolResponse } from "../response.js";
import { faultValue } from "../response-json.js";
import { booleanAt, countOf, optionalItems } from "./fields.js";

/** A response of an event; a failure that tells no fault is the tool's own error. */
export function responseOf(value: unknown, path: string): ToolResponse {
  const fields = new JsonFields(value, path);
  const success = booleanAt(fields.required("success"), fields.at("success"));
  const error = fields.optionalString("error");
  const executionTimeMs = Number(countOf(fields, "execution_time_ms", 0));
  const toolName = fields.optionalString("tool_name");
  const blocks = optionalItems(fields, "blocks", (one, at) => blockOf(one, at, CONTENT_TYPES));
  const told = (fields.get("fault") ?? null) === null ? null : faultOf(fields.get("fault"), fields.at("fault"));
  if (success !== (error === null) || (success && told !== null)) {
    throw new InvalidMessageError(path, texts.event_response_disagrees);
  }
  const reason = error === null ? null : (told ?? fault("tool_error", error));
  return mark({
    result: fields.get("result") ?? null,
    success,
    error,
    executionTimeMs,
    toolName,
    blocks,
    fault: reason,
  });
}

/** The mirror, with every key. */
export function responseValue(response: ToolResponse): object {
  const { result, success, error, executionTimeMs, toolName, blocks } = response;
  return {
    result: result instanceof Uint8Array ? payload(result, OCTET_STREAM) : result,
    success,
    error,
    execution_time_ms: executionTimeMs,
    tool_name: toolName,
    blocks: blocks.map(blockValue),
    fault: response.fault === null ? null : faultValue(response.fault),
  };
}

function faultOf(value: unknown, path: string): Fault {
  const fields = new JsonFields(value, path);
  const word = fields.string("kind");
  const kind = FAULT_KINDS.find((one) => one === word) ?? "internal";
  const message = fields.string("message");
  const [language, type] = [fields.optionalString("language") ?? "", fields.optionalString("type") ?? ""];
  const causes = optionalItems(fields, "causes", (one, at) => causeOf(new JsonFields(one, at)));
  const details = fields.map("details");
  const retryable = booleanAt(fields.get("retryable") ?? false, fields.at("retryable"));
  return { kind, message, language, type, causes, details, retryable };
}

function causeOf(fields: JsonFields): Cause {
  return { language: fields.string("language"), type: fields.string("type"), message: fields.string("message") };
}
