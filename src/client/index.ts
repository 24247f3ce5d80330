export type {
  Block,
  ContentBlock,
  JsonMap,
  MediaBlock,
  ReasoningBlock,
  TextBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "../model/block.js";
export type { Progress } from "../model/call.js";
export { CannotCrossError } from "../model/cannot-cross.js";
export type { Event } from "../model/event.js";
export { type EventFacts, eventFromJson, eventJson, eventOf, typedEvent, withTyped } from "../model/events/event.js";
export type {
  AgentRunBeginEvent,
  ChatRequestEvent,
  ChatResponseEvent,
  ContextRetrievalRequestEvent,
  ContextRetrievalResponseEvent,
  CustomEvent,
  Document,
  ExecutionEvent,
  InputEvent,
  JsonNumber,
  OutputEvent,
  ShortTermWriteEvent,
  ToolRequestEvent,
  ToolResponseEvent,
  TypedEvent,
} from "../model/events/typed-event.js";
export type { Cause, Fault, FaultKind } from "../model/fault.js";
export { Float, float } from "../model/float.js";
export type { HostState, HostStatus } from "../model/host-status.js";
export { type ChatResult, chatResult, type TokenUsage, tokenUsage } from "../model/messages/chat-result.js";
export { messageFromJson, resultFromJson } from "../model/messages/from-json.js";
export { InvalidMessageError } from "../model/messages/invalid.js";
export { mediaFromBase64, mediaFromBytes, mediaFromUrl, mediaSize } from "../model/messages/media.js";
export { ChatMessage, findFirstSystemMessage, type Role } from "../model/messages/message.js";
export { formatPrompt, insertSystem, promptMessages, type Template } from "../model/messages/prompt.js";
export { toResultBlock } from "../model/messages/result-block.js";
export { blockJson, messageJson, resultJson } from "../model/messages/to-json.js";
export { rejectMedia, UnsupportedContentError } from "../model/messages/unsupported.js";
export { OCTET_STREAM, type Payload, payload } from "../model/payload.js";
export { ToolResponse } from "../model/response.js";
export { fullName, type JsonSchema, type ToolSpec, type ToolType } from "../model/spec.js";
export type { TlsFiles } from "./address.js";
export type { Hosting, HostingOptions, HostNews } from "./attach.js";
export { connect } from "./connect.js";
export { CannotReachError, type Refusal, RefusedError, ToolspanError } from "./errors.js";
export type { Translated } from "./events.js";
export type { HostEnding, OfferRefusal } from "./host-line.js";
export {
  eventFromBytes,
  eventToBytes,
  messageFromBytes,
  messageToBytes,
  resultFromBytes,
  resultToBytes,
} from "./message-bytes.js";
export type { Arguments, BatchOptions, Call, CallOptions, ConnectOptions } from "./options.js";
export { modelText, toJson } from "./text.js";
export type { Toolspan } from "./toolspan.js";
