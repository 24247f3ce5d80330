import { styleText } from "node:util";
import { readJsonText } from "../../model/read-json.js";
import { writeJson } from "../../model/write-json.js";

type Style = Parameters<typeof styleText>[0];
type Fields = Readonly<Record<string, unknown>>;

interface Shown {
  readonly word: string;
  readonly style: Style;
  readonly text: string;
}

const MOST = 160;
/** What would move the cursor is not printed. */
const CONTROL = /\p{Cc}+/gu;

/** A line of the event log as a person reads it: when, what, and the little that tells one call from another. */
export function eventLine(json: string, colours: boolean): string {
  const paint = (style: Style, text: string): string =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  const record = fieldsOf(read(json));
  const { word, style, text } = shownOf(record);
  const time = String(record["timestamp"] ?? "")
    .slice(11, 23)
    .replace(/Z$/, "")
    .padEnd(12);
  const detail = cut(text.replace(CONTROL, " "));
  return `${paint("dim", time)} ${paint(style, word.padEnd(9))} ${detail}`.trimEnd();
}

function shownOf(record: Fields): Shown {
  const { eventType, entityType, entityName, eventAttributes } = record;
  const attributes = fieldsOf(eventAttributes);
  const entity = `${String(entityType ?? "")} ${String(entityName ?? "")}`;
  switch (eventType) {
    case "_tool_request_event":
      return { word: "request", style: "cyan", text: listOf(attributes["tool_calls"]).map(callText).join("; ") };
    case "_execution_started_event":
      return { word: "started", style: "dim", text: entity };
    case "_execution_finished_event":
      return { word: "finished", style: "green", text: entity };
    case "_execution_reused_event":
      return { word: "reused", style: "yellow", text: entity };
    case "_execution_failed_event": {
      const { errorType = "", errorMessage = "" } = attributes;
      return { word: "failed", style: "red", text: `${entity}: ${textOf(errorType)}: ${textOf(errorMessage)}` };
    }
    case "_tool_response_event":
      return { word: "response", style: failed(attributes) ? "red" : "green", text: responsesText(attributes) };
    default:
      return { word: "event", style: "magenta", text: `${String(eventType)} ${jsonText(eventAttributes)}` };
  }
}

function callText(call: unknown): string {
  const { name, input, call_id } = fieldsOf(call);
  return `${String(name)} ${jsonText(input)} (${String(call_id)})`;
}

function responsesText(attributes: Fields): string {
  const errors = fieldsOf(attributes["error"]);
  return Object.entries(fieldsOf(attributes["responses"]))
    .map(([id, response]) => {
      const { result, execution_time_ms } = fieldsOf(response);
      const told = id in errors ? textOf(errors[id]) : jsonText(result);
      return `${told} in ${String(execution_time_ms)} ms (${id})`;
    })
    .join("; ");
}

function failed(attributes: Fields): boolean {
  return Object.values(fieldsOf(attributes["success"])).includes(false);
}

// A text that STANDARD cut is an object.
function textOf(value: unknown): string {
  return String(typeof value === "string" ? value : (fieldsOf(value)["truncatedString"] ?? jsonText(value)));
}

function cut(text: string): string {
  const points = [...text.slice(0, 2 * MOST)];
  return points.length <= MOST && text.length <= 2 * MOST ? text : `${points.slice(0, MOST).join("")}…`;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function read(json: string): unknown {
  const found = readJsonText(json);
  return found.ok ? found.value : {};
}

function jsonText(value: unknown): string {
  const written = writeJson(value);
  return written.ok ? written.text : "";
}
