/** The messages that bytes may hold, and which of their fields are messages again, by number. */
const NESTED = {
  payload: {},
  text: {},
  media: {},
  reasoning: { 2: "payload" },
  toolCall: { 3: "payload", 4: "payload" },
  toolResult: { 2: "block", 4: "payload" },
  block: { 1: "text", 2: "media", 3: "media", 4: "media", 5: "media", 6: "reasoning", 7: "toolCall", 8: "toolResult" },
  message: { 2: "block", 3: "payload" },
  entry: {},
  usage: { 3: "entry", 4: "entry" },
  result: { 1: "message", 4: "usage", 6: "payload" },
} as const satisfies Record<string, Readonly<Record<number, string>>>;

type Kind = keyof typeof NESTED;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;
const MOST_VARINT_BYTES = 10;
const MOST_DEPTH = 100;

/**
 * Whether bytes are fields from their first to their last, as protobuf defines them. The generated reader stops without a
 * word at the end of a group that never began, and takes what follows for something else.
 */
export function areFields(bytes: Uint8Array, kind: "message" | "result"): boolean {
  return new Walk(bytes).message(bytes.byteLength, kind, 0);
}

class Walk {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  message(end: number, kind: Kind | null, depth: number): boolean {
    if (depth > MOST_DEPTH) return false;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === null || tag > 0xffff_ffffn || tag >> 3n === 0n) return false;
      const type = Number(tag & 7n);
      if (type === END_GROUP || !this.#value(type, Number(tag >> 3n), kind, end, depth)) return false;
    }
    return this.#at === end;
  }

  #value(type: number, field: number, kind: Kind | null, end: number, depth: number): boolean {
    switch (type) {
      case VARINT:
        return this.#varint() !== null && this.#at <= end;
      case FIXED64:
        return this.#skip(8, end);
      case FIXED32:
        return this.#skip(4, end);
      case START_GROUP:
        return this.#group(field, end, depth + 1);
      case BYTES: {
        const length = this.#varint();
        if (length === null || BigInt(this.#at) + length > BigInt(end)) return false;
        const nested = kind === null ? undefined : (NESTED[kind] as Readonly<Record<number, Kind>>)[field];
        if (nested === undefined) return this.#skip(Number(length), end);
        return this.message(this.#at + Number(length), nested, depth + 1);
      }
      default:
        return false;
    }
  }

  // A group of a field that nobody knows, up to its own end.
  #group(field: number, end: number, depth: number): boolean {
    if (depth > MOST_DEPTH) return false;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === null || tag > 0xffff_ffffn || tag >> 3n === 0n) return false;
      if (Number(tag & 7n) === END_GROUP) return Number(tag >> 3n) === field;
      if (!this.#value(Number(tag & 7n), Number(tag >> 3n), null, end, depth)) return false;
    }
    return false;
  }

  #skip(count: number, end: number): boolean {
    this.#at += count;
    return this.#at <= end;
  }

  #varint(): bigint | null {
    let value = 0n;
    for (let i = 0; i < MOST_VARINT_BYTES; i++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) return null;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return null;
  }
}
