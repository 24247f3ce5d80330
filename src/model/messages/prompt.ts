import { canonicalText } from "../model-text.js";
import { writeJson } from "../write-json.js";
import { ChatMessage, findFirstSystemMessage, type Role } from "./message.js";

/** Text, or messages whose text blocks hold placeholders. */
export type Template = string | readonly ChatMessage[];

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** Fills `{name}` in a template's text; a name that is not given stays as it is, null is nothing (C6.6). */
export function formatPrompt(
  template: Template,
  args: Readonly<Record<string, unknown>>,
  role: Role = "user",
): readonly ChatMessage[] {
  if (typeof template === "string") return [ChatMessage.of(role, fill(template, args))];
  return template.map((message) =>
    ChatMessage.withBlocks(
      message,
      message.blocks.map((block) => (block.type === "text" ? { type: "text", text: fill(block.text, args) } : block)),
    ),
  );
}

/** The formatted template, and after it each input message that says something or is the assistant's (C6.6). */
export function promptMessages(
  template: Template,
  args: Readonly<Record<string, unknown>>,
  input: readonly ChatMessage[],
): readonly ChatMessage[] {
  const kept = input.filter(({ role, blocks }) => blocks.length > 0 || role === "assistant");
  return [...formatPrompt(template, args), ...kept];
}

/** The messages with one more system message, right after the first one or at the start (C6.6). */
export function insertSystem(messages: readonly ChatMessage[], text: string): readonly ChatMessage[] {
  return messages.toSpliced(findFirstSystemMessage(messages) + 1, 0, ChatMessage.system(text));
}

function fill(text: string, args: Readonly<Record<string, unknown>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(args, name) ? textOf(args[name]) : whole));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const written = writeJson(value);
  return written.ok ? canonicalText(written.text) : String(value);
}
