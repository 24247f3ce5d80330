import {
  blockJson,
  ChatMessage,
  type ChatResult,
  type Event,
  eventFromBytes,
  eventFromJson,
  eventJson,
  eventOf,
  eventToBytes,
  formatPrompt,
  InvalidMessageError,
  messageFromBytes,
  messageFromJson,
  messageJson,
  messageToBytes,
  promptMessages,
  rejectMedia,
  resultFromBytes,
  resultFromJson,
  resultJson,
  resultToBytes,
  ToolResponse,
  toResultBlock,
  typedEvent,
  UnsupportedContentError,
  withTyped,
} from "toolspan/client";

type Question = { readonly [field: string]: unknown };

/** Reads one of the two forms and shows everything that a user may ask of what was read. */
export function converted(question: Question): Record<string, unknown> {
  try {
    return KINDS[String(question["type"])]?.(question) ?? {};
  } catch (error) {
    if (error instanceof InvalidMessageError) return { error: error.message, path: error.path };
    if (error instanceof UnsupportedContentError) return { error: error.message };
    throw error;
  }
}

const KINDS: Readonly<Record<string, (question: Question) => Record<string, unknown>>> = {
  message: ({ from, data }) => {
    const message = from === "json" ? messageFromJson(String(data)) : messageFromBytes(hexBytes(data));
    return { json: messageJson(message), wire: hex(messageToBytes(message)), ...shown(message) };
  },
  result: ({ from, data }) => {
    const result: ChatResult = from === "json" ? resultFromJson(String(data)) : resultFromBytes(hexBytes(data));
    return { json: resultJson(result), wire: hex(resultToBytes(result)), ...shown(result.message) };
  },
  event: ({ from, data }) => {
    const read = from === "json" ? eventFromJson(String(data)) : eventFromBytes(hexBytes(data));
    const typed = typedEvent(read);
    const event: Event = withTyped(read, typed);
    const made = eventJson({ ...eventOf(typed), id: "" });
    const word = `${typed.kind}_event`.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return { json: eventJson(event), wire: hex(eventToBytes(event)), typed: word, made };
  },
  response_block: ({ data, call_id }) => {
    const { result, success, error, fault, blocks, tool_name } = JSON.parse(String(data));
    const made = success ? ToolResponse.success(result, { blocks }) : ToolResponse.error(error, { result, blocks });
    const response = { ...made, toolName: tool_name, fault: made.fault && { ...made.fault, ...fault } };
    return { json: blockJson(toResultBlock(response, String(call_id))) };
  },
  prompt: ({ data }) => {
    const { template, args, input } = JSON.parse(String(data));
    const read = (one: unknown): ChatMessage => messageFromJson(JSON.stringify(one));
    const from = typeof template === "string" ? template : template.map(read);
    const messages = input === undefined ? formatPrompt(from, args) : promptMessages(from, args, input.map(read));
    return { json: `[${messages.map(messageJson).join(",")}]` };
  },
  text_provider: ({ data }) => {
    const messages: ChatMessage[] = JSON.parse(String(data)).map((one: unknown) =>
      messageFromJson(JSON.stringify(one)),
    );
    rejectMedia("Acme", messages);
    return { json: `[${messages.map(messageJson).join(",")}]` };
  },
};

function shown(message: ChatMessage): Record<string, unknown> {
  return {
    text: ChatMessage.text(message),
    tool_calls: ChatMessage.toolCalls(message).map(({ callId }) => callId),
    string: ChatMessage.toString(message),
  };
}

function hexBytes(data: unknown): Uint8Array {
  return Buffer.from(String(data), "hex");
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
