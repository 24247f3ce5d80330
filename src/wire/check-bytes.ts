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
  event: { 3: "payload", 6: "payload" },
} as const satisfies Record<string, Readonly<Record<number, string>>>;

export type MessageKind = keyof typeof NESTED;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;
const MOST_VARINT_BYTES = 10;
const MOST_DEPTH = 100;

// Those that may stand several times.
const REPEATED: ReadonlySet<string> = new Set(["message 2", "toolResult 2", "usage 3", "usage 4"]);

/**
 * What bytes are: fields as protobuf defines them from their first to their last, those with a message twice that can stand
 * once, or none. The generated reader stops without a word at the end of a group that never began, and takes what
 * follows for something else.
 */
export function soundness(bytes: Uint8Array, kind: MessageKind): "sound" | "repeats" | "broken" {
  const walk = new Walk(bytes);
  if (!walk.message(bytes.byteLength, kind, 0)) return "broken";
  return walk.repeats ? "repeats" : "sound";
}

/** Which message a field holds; undefined where it holds none. */
export function inside(kind: MessageKind, field: number): MessageKind | undefined {
  return (NESTED[kind] as Readonly<Record<number, MessageKind>>)[field];
}

/** Whether a field holds a message that can stand once. */
export function standsOnce(kind: MessageKind, field: number): boolean {
  return inside(kind, field) !== undefined && !REPEATED.has(`${kind} ${field}`);
}

class Walk {
  /** Whether a message that can stand once stood twice. */
  repeats = false;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  message(end: number, kind: MessageKind | null, depth: number): boolean {
    if (depth > MOST_DEPTH) return false;
    let seen = 0;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === null || tag > 0xffff_ffffn || tag >> 3n === 0n) return false;
      const type = Number(tag & 7n);
      const bit = kind !== null && type === BYTES && standsOnce(kind, Number(tag >> 3n)) ? 1 << Number(tag >> 3n) : 0;
      if ((seen & bit) !== 0) this.repeats = true;
      seen |= bit;
      if (type === END_GROUP || !this.#value(type, Number(tag >> 3n), kind, end, depth)) return false;
    }
    return this.#at === end;
  }

  #value(type: number, field: number, kind: MessageKind | null, end: number, depth: number): boolean {
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
        const nested = kind === null ? undefined : inside(kind, field);
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
