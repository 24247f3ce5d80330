/** The media type of bytes that are the whole result (C1.6). */
export const OCTET_STREAM = "application/octet-stream";

/** A value between two languages: UTF-8 JSON text when `mediaType` is empty, opaque bytes otherwise (C1.1). */
export interface Payload {
  readonly data: Uint8Array;
  readonly mediaType: string;
}

const encoder = new TextEncoder();
const brand = new WeakSet<object>();

/** Makes a payload that a tool may return unchanged: `payload(text)` is JSON text, `payload(bytes, "image/png")` is opaque. */
export function payload(data: string | Uint8Array, mediaType = ""): Payload {
  const made: Payload = Object.freeze({ data: typeof data === "string" ? encoder.encode(data) : data, mediaType });
  brand.add(made);
  return made;
}

/** Whether a value was made by `payload`; a look-alike object is ordinary data (C2.3). */
export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && brand.has(value);
}

/** The payload of JSON null. */
export const NULL_PAYLOAD: Payload = payload("null");
