import { BinaryReader } from "@bufbuild/protobuf/wire";
import { texts } from "../gen/texts.js";
import * as wireEvent from "../gen/toolspan/v1/event.js";
import * as wire from "../gen/toolspan/v1/message.js";
import type { Event } from "../model/event.js";
import type { ChatResult } from "../model/messages/chat-result.js";
import { misshapen } from "../model/messages/invalid.js";
import type { ChatMessage } from "../model/messages/message.js";
import { soundness } from "../wire/check-bytes.js";
import { eventCodec } from "../wire/event.js";
import { messageCodec, resultCodec } from "../wire/message.js";
import { mergeBytes } from "./merge-bytes.js";

/** The protobuf form of a message (toolspan.v1.ChatMessage). */
export function messageToBytes(message: ChatMessage): Uint8Array {
  return wire.ChatMessage.encode(messageCodec.toWire(message)).finish();
}

/** Reads the protobuf form of a message; throws InvalidMessageError for whatever it is not. */
export function messageFromBytes(bytes: Uint8Array): ChatMessage {
  return messageCodec.fromWire(decoded(bytes, "message", (reader) => wire.ChatMessage.decode(reader)));
}

/** The protobuf form of a result (toolspan.v1.ChatResult). */
export function resultToBytes(result: ChatResult): Uint8Array {
  return wire.ChatResult.encode(resultCodec.toWire(result)).finish();
}

/** Reads the protobuf form of a result; throws InvalidMessageError for whatever it is not. */
export function resultFromBytes(bytes: Uint8Array): ChatResult {
  return resultCodec.fromWire(decoded(bytes, "result", (reader) => wire.ChatResult.decode(reader)));
}

/** The protobuf form of an event (toolspan.v1.Event). */
export function eventToBytes(event: Event): Uint8Array {
  return wireEvent.Event.encode(eventCodec.toWire(event)).finish();
}

/** Reads the protobuf form of an event; throws InvalidMessageError for whatever it is not. */
export function eventFromBytes(bytes: Uint8Array): Event {
  return eventCodec.fromWire(decoded(bytes, "event", (reader) => wireEvent.Event.decode(reader)));
}

// Text that is not UTF-8 is no text; other languages' readers refuse it, too.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded<T>(bytes: Uint8Array, kind: "message" | "result" | "event", decode: (reader: BinaryReader) => T): T {
  const found = soundness(bytes, kind);
  if (found === "broken") throw misshapen("", texts.not_protobuf);
  try {
    return decode(
      new BinaryReader(found === "repeats" ? mergeBytes(bytes, kind) : bytes, (text) => decoder.decode(text)),
    );
  } catch {
    throw misshapen("", texts.not_protobuf);
  }
}
