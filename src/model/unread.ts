import { texts } from "../gen/texts.js";
import { fault } from "./fault.js";
import { normalise } from "./normalise.js";
import { raised } from "./outcome.js";
import { isPayload, NULL_PAYLOAD, OCTET_STREAM, type Payload, payload } from "./payload.js";
import { problemText } from "./problem.js";
import { readJson } from "./read-json.js";
import { mark, type ToolResponse } from "./response.js";
import { writeJson } from "./write-json.js";

const behind = new WeakMap<object, Payload | null>();

/** Reads a received response for its caller; the bytes that it arrived in stay behind it (C1.2, C1.3). */
export function received(unread: ToolResponse<Payload | null>): ToolResponse {
  const { result } = unread;
  if (result === null || result.mediaType !== "") return remember({ ...unread, result: opaque(result) }, result);
  const read = readJson(result.data);
  if (read.ok) return remember({ ...unread, result: read.value }, result);
  const name = unread.toolName ?? "";
  const reason = fault("invalid_result", texts.invalid_result(name, problemText([read.problem])));
  return remember(normalise(name, raised(reason), unread.executionTimeMs), null);
}

function opaque(result: Payload | null): unknown {
  if (result?.mediaType !== OCTET_STREAM) return result;
  return new Uint8Array(result.data.buffer, result.data.byteOffset, result.data.byteLength);
}

function remember(response: ToolResponse, result: Payload | null): ToolResponse {
  behind.set(response, result);
  return mark(response);
}

/** The response with its result as payload: the bytes it arrived in, or, where it was made here, its encoding. */
export function unread(response: ToolResponse): ToolResponse<Payload | null> {
  const kept = behind.get(response);
  if (kept !== undefined) return { ...response, result: kept };
  const { result } = response;
  if (result === null || result === undefined) return { ...response, result: response.success ? NULL_PAYLOAD : null };
  if (isPayload(result)) return { ...response, result };
  if (result instanceof Uint8Array) return { ...response, result: payload(result, OCTET_STREAM) };
  const written = writeJson(result);
  if (written.ok) return { ...response, result: payload(written.text) };
  const name = response.toolName ?? "";
  const reason = fault("invalid_result", texts.invalid_result(name, problemText(written.problems)));
  return normalise(name, raised(reason), response.executionTimeMs);
}
