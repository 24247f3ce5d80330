import { readJsonExact } from "../model/read-json-exact.js";
import { writeJson } from "../model/write-json.js";
import { safeUrl } from "./safe-url.js";

const DATA_URL = /^data:[^,]*;base64,/i;
// Texts of blocks that are joined without a space between them: the next URL begins where a colon ends what looked like data.
const DATA_URL_WITHIN = /data:[^\s,"<>]{0,200};base64,(?:\\\/|(?!data:)[\w+/=%-])*/gi;
const REDACTED = "data:<redacted>";
/** A key that media may stand under, in JSON text or in JSON text within that. */
const MAY_HOLD_MEDIA = /\b(?:base64|data|blob|ur[il]|src)\\*"\s*:/;
// Shorter data is no payload, and may be a word.
const DATA = /\b((?:base64|data|blob)\\*"\s*:\s*\\*")(?:\\+\/|[\w+/=-]){16,}/g;
const LINK = /\b((?:ur[il]|src)\\*"\s*:\s*\\*")([^"\\]*)/g;

/** Text without data URLs, and without media where it is, or has lines that are, the JSON text of values: so models read them. */
export function sanitizeText(text: string, clean: (value: unknown) => unknown): string {
  if (DATA_URL.test(text)) return REDACTED;
  const shown = text.replace(DATA_URL_WITHIN, REDACTED);
  if (!MAY_HOLD_MEDIA.test(shown)) return shown;
  return (
    sanitizeJson(shown, clean) ??
    shown
      .split("\n")
      .map((line) => sanitizeLine(line, clean))
      .join("\n")
  );
}

// What is no JSON may hold some: 0.3 joins the texts of blocks, and the texts of failures are cut (C2.7).
function sanitizeLine(line: string, clean: (value: unknown) => unknown): string {
  return (
    sanitizeJson(line, clean) ??
    line.replace(DATA, "$1").replace(LINK, (_, key: string, url: string) => `${key}${safeUrl(url)}`)
  );
}

// Null where the text is no JSON.
function sanitizeJson(text: string, clean: (value: unknown) => unknown): string | null {
  if (!/^\s*[[{"]/.test(text)) return null;
  const read = readJsonExact(text);
  if (!read.ok) return null;
  const before = writeJson(read.value);
  const after = writeJson(clean(read.value));
  return before.ok && after.ok && before.text !== after.text ? after.text : text;
}
