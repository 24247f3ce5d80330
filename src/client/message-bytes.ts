import * as wire from "../gen/toolspan/v1/message.js";
import type { ChatResult } from "../model/messages/chat-result.js";
import { InvalidMessageError } from "../model/messages/invalid.js";
import type { ChatMessage } from "../model/messages/message.js";
import { messageCodec, resultCodec } from "../wire/message.js";

/** The protobuf form of a message (toolspan.v1.ChatMessage). */
export function messageToBytes(message: ChatMessage): Uint8Array {
  return wire.ChatMessage.encode(messageCodec.toWire(message)).finish();
}

/** Reads the protobuf form of a message; throws InvalidMessageError for whatever it is not. */
export function messageFromBytes(bytes: Uint8Array): ChatMessage {
  return messageCodec.fromWire(decoded(() => wire.ChatMessage.decode(bytes)));
}

/** The protobuf form of a result (toolspan.v1.ChatResult). */
export function resultToBytes(result: ChatResult): Uint8Array {
  return wire.ChatResult.encode(resultCodec.toWire(result)).finish();
}

/** Reads the protobuf form of a result; throws InvalidMessageError for whatever it is not. */
export function resultFromBytes(bytes: Uint8Array): ChatResult {
  return resultCodec.fromWire(decoded(() => wire.ChatResult.decode(bytes)));
}

function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw new InvalidMessageError("", `The bytes are no message: ${error instanceof Error ? error.message : "?"}`);
  }
}
