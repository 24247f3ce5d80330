import { rewriteTokens } from "../../model/json-tokens.js";

const MARK_TOKEN = '"\\u0000';
const MAY_LOSE = /[0-9]{16}|[0-9]\.[0-9]|[0-9][eE]|\\u0000/;

/** JSON text whose numbers survive a parser that knows doubles only: what it would change travels as a marked string (C1.3). */
export function protectNumbers(json: string): string {
  if (!MAY_LOSE.test(json)) return json;
  return rewriteTokens(json, {
    string: (token) => (token.startsWith(MARK_TOKEN) ? `${MARK_TOKEN}${token.slice(1)}` : token),
    number: (token) => (String(Number(token)) === token ? token : `${MARK_TOKEN}${token}"`),
  });
}

/** The text that was protected, with its numbers as they were written. */
export function restoreNumbers(json: string): string {
  if (!json.includes(MARK_TOKEN)) return json;
  return rewriteTokens(json, { string: restored, number: (token) => token });
}

function restored(token: string): string {
  if (!token.startsWith(MARK_TOKEN)) return token;
  const rest = token.slice(MARK_TOKEN.length);
  return rest.startsWith("\\u0000") ? `"${rest}` : rest.slice(0, -1);
}
