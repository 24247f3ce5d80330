import type { JsonMap } from "../../model/block.js";
import { CannotCrossError } from "../../model/cannot-cross.js";
import { isObject } from "../../model/messages/json-fields.js";
import { mapEntries, responseRaw, responseUp, withStatus } from "../tool-response.js";
import { callDown, callUp, type LinkKey, messageDown, messagesDown, messagesUp, messageUp } from "./message.js";

/** What the two languages of 0.3 do differently. */
export interface Habits {
  readonly link: LinkKey;
  readonly language: "java" | "python";
}

/** Attributes of 0.3 in canonical form. */
export function attributesUp(type: string, a: JsonMap, { language }: Habits): JsonMap {
  switch (type) {
    case "_chat_request_event":
      return { prompt_args: {}, output_schema: null, ...a, messages: messagesUp(a["messages"]) };
    case "_chat_response_event": {
      const message = messageUp(a["response"]);
      const none = { model: null, response_id: null, usage: null, finish_reason: null, metadata: {} };
      return { ...a, status: "SUCCESS", response: { message, ...none }, error: null };
    }
    case "_tool_request_event":
      return { ...a, tool_calls: list(a["tool_calls"], callUp) };
    case "_tool_response_event": {
      const { success, error } = a;
      const up = (value: unknown, id: string): unknown => {
        const isSuccess = !isObject(success) || success[id] !== false;
        return responseUp(value, isSuccess, isObject(error) ? error[id] : null, language === "java");
      };
      return withStatus({ external_ids: {}, ...a, responses: mapEntries(a["responses"], up) });
    }
    default:
      return a;
  }
}

/** The other way. */
export function attributesDown(type: string, a: JsonMap, { language, link }: Habits): JsonMap {
  switch (type) {
    case "_chat_request_event": {
      const { output_schema: schema = null, ...rest } = a;
      const messages = messagesDown(a["messages"], link);
      return { ...rest, messages, ...(schema === null && language === "java" ? {} : { output_schema: schema }) };
    }
    case "_chat_response_event": {
      const { status, error: _, response, ...rest } = a;
      if (status === "FAILED") throw new CannotCrossError("Flink Agents 0.3 has no form for a FAILED chat response.");
      const message = isObject(response) ? response["message"] : response;
      return { ...rest, response: messageDown(message, link) };
    }
    case "_tool_request_event":
      return { ...a, tool_calls: list(a["tool_calls"], callDown) };
    case "_tool_response_event":
      mapEntries(a["responses"], refuseMedia);
      return language === "java" ? javaResponses(withStatus(a)) : pythonResponses(withStatus(a));
    default:
      return a;
  }
}

function javaResponses(a: JsonMap): JsonMap {
  const withoutBlocks = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const { result, success, error, execution_time_ms, tool_name } = value;
    return { result, success, error, execution_time_ms, tool_name };
  };
  const ids = Object.entries(isObject(a["external_ids"]) ? a["external_ids"] : {}).filter(([, id]) => id !== null);
  return {
    timestamp: 0,
    ...a,
    responses: mapEntries(a["responses"], withoutBlocks),
    external_ids: Object.fromEntries(ids),
  };
}

function pythonResponses(a: JsonMap): JsonMap {
  const given = isObject(a["external_ids"]) ? a["external_ids"] : {};
  const ids = mapEntries(a["responses"], (_, id) => given[id] ?? null);
  return { ...a, responses: mapEntries(a["responses"], responseRaw), external_ids: ids };
}

function list(value: unknown, each: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => each(item)) : value;
}

function refuseMedia(value: unknown, id: string): void {
  const blocks = isObject(value) && Array.isArray(value["blocks"]) ? value["blocks"] : [];
  const media = blocks.find((block: unknown) => isObject(block) && block["type"] !== "text");
  if (media !== undefined) {
    throw new CannotCrossError(`Flink Agents 0.3 has no form for the ${media["type"]} block of the response to ${id}.`);
  }
}
