import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { inside, type MessageKind, standsOnce } from "../wire/check-bytes.js";

interface Field {
  readonly number: number;
  /** The parts of a message inside, which are one message; null where the field is none. */
  readonly parts: Uint8Array[] | null;
  readonly whole: Uint8Array;
}

/**
 * The same bytes, with each message that stands twice in one: the encodings of two, one after the other, are that of both.
 * The generated reader keeps the second alone (row messages/wire-message-twice).
 */
export function mergeBytes(bytes: Uint8Array, kind: MessageKind): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, parts, whole } of fieldsOf(bytes, kind)) {
    const nested = inside(kind, number);
    if (parts === null || nested === undefined) writer.raw(whole);
    else writer.tag(number, WireType.LengthDelimited).bytes(mergeBytes(Buffer.concat(parts), nested));
  }
  return writer.finish();
}

function fieldsOf(bytes: Uint8Array, kind: MessageKind): Field[] {
  let fields: Field[] = [];
  for (const reader = new BinaryReader(bytes); reader.pos < reader.len; ) {
    const start = reader.pos;
    const [number, type] = reader.tag();
    if (type !== WireType.LengthDelimited || inside(kind, number) === undefined) {
      reader.skip(type, number);
      fields.push({ number, parts: null, whole: bytes.subarray(start, reader.pos) });
      continue;
    }
    const part = reader.bytes();
    const once = standsOnce(kind, number);
    const earlier = once ? fields.find((one) => one.parts !== null && one.number === number) : undefined;
    if (earlier?.parts) {
      earlier.parts.push(part);
      continue;
    }
    // of two kinds of one block the last stands
    if (kind === "block") fields = fields.filter(({ parts }) => parts === null);
    fields.push({ number, parts: [part], whole: part });
  }
  return fields;
}
