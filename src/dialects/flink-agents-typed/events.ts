import type { JsonMap } from "../../model/block.js";
import { isObject } from "../../model/messages/json-fields.js";
import { mapEntries, responseUp, withStatus } from "../tool-response.js";

/** Typed attributes in canonical form. */
export function attributesUp(type: string, a: JsonMap): JsonMap {
  switch (type) {
    case "_chat_request_event":
      return { prompt_args: {}, output_schema: null, ...a };
    case "_tool_response_event": {
      const { success, error } = a;
      const up = (value: unknown, id: string): unknown => {
        const isSuccess = !isObject(success) || success[id] !== false;
        return responseUp(value, isSuccess, isObject(error) ? error[id] : null, true);
      };
      return withStatus({ external_ids: {}, ...a, responses: mapEntries(a["responses"], up) });
    }
    default:
      return a;
  }
}

/** The other way. */
export function attributesDown(type: string, a: JsonMap, language: "java" | "python"): JsonMap {
  if (type === "_chat_request_event") {
    const { output_schema: schema = null, ...rest } = a;
    return schema === null && language === "java" ? rest : { ...rest, output_schema: schema };
  }
  if (type !== "_tool_response_event") return a;
  const { external_ids: _, ...rest } = withStatus(a);
  return language === "java" ? { timestamp: 0, ...rest } : rest;
}
