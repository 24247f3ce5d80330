import { isUtf8 } from "node:buffer";
import { type Payload, payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";

/** A payload in the form that crosses between threads cheapest: text for small JSON, transferred bytes otherwise. */
export type Carried = { readonly text: string } | { readonly data: Uint8Array; readonly mediaType: string };

const LARGE_BYTES = 65_536;

/** Makes a payload ready to cross; what it adds to `transfer` goes over without a copy. */
export function carry({ data, mediaType }: Payload, transfer: ArrayBuffer[]): Carried {
  if (mediaType === "" && data.byteLength < LARGE_BYTES && isUtf8(data)) {
    return { text: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8") };
  }
  const own = new Uint8Array(data);
  transfer.push(own.buffer);
  return { data: own, mediaType };
}

export function payloadOf(carried: Carried): Payload {
  return "text" in carried ? payload(carried.text) : payload(carried.data, carried.mediaType);
}

/** As `carry`, of the result within a response. */
export function carryResponse(
  response: ToolResponse<Payload | null>,
  transfer: ArrayBuffer[],
): ToolResponse<Carried | null> {
  return { ...response, result: response.result === null ? null : carry(response.result, transfer) };
}

export function responseOf(response: ToolResponse<Carried | null>): ToolResponse<Payload | null> {
  return { ...response, result: response.result === null ? null : payloadOf(response.result) };
}
