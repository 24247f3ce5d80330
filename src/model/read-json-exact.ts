import { Float } from "./float.js";
import { rewriteTokens } from "./json-tokens.js";
import { type Read, readJsonText, setOwn } from "./read-json.js";

const MARK = "\u0000";
const MARK_TOKEN = '"\\u0000';
const NEEDS_CARE = /[0-9][.eE]|-0/;

/** As `readJsonText`, and an integral float such as `1.0` becomes a `Float`, so that writing it again changes nothing. */
export function readJsonExact(text: string): Read {
  if (!NEEDS_CARE.test(text)) return readJsonText(text);
  const read = readJsonText(text);
  if (!read.ok) return read;
  // No parser of the language tells 1.0 from 1, so such numbers travel through it as marked strings.
  const marked = rewriteTokens(text, {
    string: (token) => (token.startsWith(MARK_TOKEN) ? `${MARK_TOKEN}${token.slice(1)}` : token),
    number: (token) => {
      if (token === "-0") return "0";
      return /[.eE]/.test(token) && Number.isInteger(Number(token)) ? `${MARK_TOKEN}${token}"` : token;
    },
  });
  const again = readJsonText(marked);
  return again.ok ? { ok: true, value: unmark(again.value) } : again;
}

function unmark(value: unknown): unknown {
  if (typeof value === "string") return unmarkText(value);
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(copy, key.startsWith(MARK) ? key.slice(1) : key, unmark(item));
  }
  return copy;
}

function unmarkText(text: string): string | Float {
  if (!text.startsWith(MARK)) return text;
  return text.startsWith(MARK + MARK) ? text.slice(1) : new Float(Number(text.slice(1)));
}
