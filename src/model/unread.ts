import { texts } from "../gen/texts.js";
import { fault } from "./fault.js";
import { normalise } from "./normalise.js";
import { raised } from "./outcome.js";
import { isPayload, NULL_PAYLOAD, OCTET_STREAM, type Payload, payload } from "./payload.js";
import { problemDetails, problemText } from "./problem.js";
import { readJson } from "./read-json.js";
import { mark, type ToolResponse, unreadResult, withResult } from "./response.js";
import { writeJson } from "./write-json.js";

/** Reads a received response for its caller; the bytes that it arrived in stay behind it (C1.2, C1.3). */
export function received(unread: ToolResponse<Payload | null>): ToolResponse {
  const { result } = unread;
  if (result === null || result.mediaType !== "") return withResult(unread, opaque(result));
  const read = readJson(result.data);
  if (read.ok) return withResult(unread, read.value);
  const name = unread.toolName ?? "";
  const reason = fault("invalid_result", texts.invalid_result(name, problemText([read.problem])), {
    details: problemDetails([read.problem]),
  });
  return mark(normalise(name, raised(reason), unread.executionTimeMs));
}

function opaque(result: Payload | null): unknown {
  if (result?.mediaType !== OCTET_STREAM) return result;
  return new Uint8Array(result.data.buffer, result.data.byteOffset, result.data.byteLength);
}

/** The response with its result as payload: the bytes it arrived in, or, where it was made here, its encoding. */
export function unread(response: ToolResponse): ToolResponse<Payload | null> {
  const kept = unreadResult(response);
  if (kept !== undefined) return { ...response, result: kept };
  const { result } = response;
  if (result === null || result === undefined) return { ...response, result: response.success ? NULL_PAYLOAD : null };
  if (isPayload(result)) return { ...response, result };
  if (result instanceof Uint8Array) return { ...response, result: payload(result, OCTET_STREAM) };
  const written = writeJson(result);
  if (written.ok) return { ...response, result: payload(written.text) };
  const name = response.toolName ?? "";
  const reason = fault("invalid_result", texts.invalid_result(name, problemText(written.problems)), {
    details: problemDetails(written.problems),
  });
  return normalise(name, raised(reason), response.executionTimeMs);
}
