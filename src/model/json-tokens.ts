/** What to write for the strings and the numbers of a JSON text; everything else stays. */
export interface TokenRewrite {
  /** Given with its quotes. */
  readonly string: (token: string) => string;
  readonly number: (token: string) => string;
}

const NUMBER = /[-+.0-9eE]+/y;
const SPACE = /[ \t\n\r]+/y;

/** Rewrites valid JSON text token by token, without white space; strings of any length are found without recursion. */
export function rewriteTokens(json: string, { string, number }: TokenRewrite): string {
  const parts: string[] = [];
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(json, at);
      parts.push(string(json.slice(at, end)));
      at = end;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const token = match(NUMBER, json, at);
      parts.push(number(token));
      at += token.length;
    } else if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) {
      at += match(SPACE, json, at).length || 1;
    } else {
      parts.push(json.charAt(at));
      at++;
    }
  }
  return parts.join("");
}

/** Valid JSON text with a member or an item a line and two spaces a level, its tokens as they are; ends with a line feed. */
export function indented(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  const tight = rewriteTokens(json, { string: (token) => token, number: (token) => token });
  const newLine = (): void => void parts.push("\n", "  ".repeat(depth));
  for (let at = 0; at < tight.length; ) {
    const here = tight.charAt(at);
    const end = here === '"' ? endOfString(tight, at) : at + 1;
    const isEmpty = (here === "{" || here === "[") && "}]".includes(tight.charAt(end));
    if (isEmpty) parts.push(tight.slice(at, end + 1));
    else if (here === "{" || here === "[") {
      parts.push(here);
      depth++;
      newLine();
    } else if (here === "}" || here === "]") {
      depth--;
      newLine();
      parts.push(here);
    } else if (here === ",") {
      parts.push(here);
      newLine();
    } else parts.push(here === ":" ? ": " : tight.slice(at, end));
    at = isEmpty ? end + 1 : end;
  }
  return `${parts.join("")}\n`;
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Where the string that begins at `start` ends: after the first quote with an even number of backslashes before it. */
export function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (json.charCodeAt(before) === 0x5c) before--;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return json.length;
}

/** The string token with every lone surrogate, which an escape can hold, as U+FFFD (C1.7). */
export function wellFormedString(token: string): string {
  return JSON.stringify((JSON.parse(token) as string).toWellFormed());
}
