import type * as wire from "../gen/toolspan/v1/payload.js";
import { type Payload, payload } from "../model/payload.js";
import { readJson } from "../model/read-json.js";
import { writeJson } from "../model/write-json.js";
import type { Codec } from "./codec.js";

export const payloadCodec: Codec<Payload, wire.Payload> = {
  toWire: ({ data, mediaType }) => ({
    data: Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength),
    mediaType,
  }),
  fromWire: ({ data, mediaType }) => payload(data, mediaType),
};

/** A JSON object in a payload, absent where it is empty; what is no object reads as {}. */
export const objectCodec: Codec<Readonly<Record<string, unknown>>, wire.Payload | undefined> = {
  toWire: (object) => {
    if (Object.keys(object).length === 0) return undefined;
    const written = writeJson(object);
    return written.ok ? payloadCodec.toWire(payload(written.text)) : undefined;
  },
  fromWire: (wire) => {
    if (wire === undefined) return {};
    const read = readJson(wire.data);
    return read.ok && isObject(read.value) ? read.value : {};
  },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
