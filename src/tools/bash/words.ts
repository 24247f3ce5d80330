// The words of a shell command, read so strictly that bash cannot read them in another way: what is not known is refused.

/** A piece of a word. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  /** `*`, `?`, `[a-z]`, to be matched against files, and `~/`. */
  | { readonly kind: "pattern"; readonly text: string }
  /** `$NAME`; one in double quotes is not split into words. */
  | { readonly kind: "variable"; readonly name: string; readonly isQuoted: boolean };

/** What stands between white space. */
export type Token =
  | { readonly kind: "word"; readonly pieces: readonly Piece[]; readonly at: number }
  | { readonly kind: "operator"; readonly text: "|" | "&&" | "||" | ";"; readonly at: number }
  /** Between streams, and to or from nothing: whatever else a command writes, it says by its own arguments. */
  | { readonly kind: "redirect"; readonly text: string; readonly at: number };

/** Why a command is not taken, with the words of Flink Agents. */
export class Rejected extends Error {
  override readonly name = "Rejected";
}

/** A construct that is not taken, and what follows from where it stands. */
export function disallowed(construct: string, command: string, at: number): Rejected {
  const points = [...command.slice(at)];
  return new Rejected(`Disallowed shell construct '${construct}' in: ${JSON.stringify(points.slice(0, 80).join(""))}`);
}

const SPACE = /[ \t]/;
const HOME = /~\/|~(?=[ \t\n;|&]|$)/y;
const PATTERN = /[*?]|\[[!^]?[A-Za-z0-9_.-]+\]/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const REDIRECT = /([012]?)(>>?|<)[ \t]*(\/dev\/null|&[12])(?=[ \t\n;|&]|$)|&>>?[ \t]*\/dev\/null(?=[ \t\n;|&]|$)/y;
const CONSTRUCTS: readonly (readonly [RegExp, string])[] = [
  [/\$\(\(/y, "arithmetic_expansion"],
  [/\$\(|`/y, "command_substitution"],
  [/[<>]\(/y, "process_substitution"],
  [/\(/y, "subshell"],
  [/\)/y, "subshell"],
  [/\$'/y, "ansi_c_string"],
  [/\$"/y, "translated_string"],
  [/\$\[/y, "arithmetic_expansion"],
  [/<<<?/y, "heredoc_redirect"],
  [/[0-9]*[<>]|&>/y, "file_redirect"],
  [/\|&/y, "pipeline"],
  [/&(?!&)/y, "background"],
  [/;;|;&/y, "case_item"],
  [/[{}]/y, "brace_expression"],
];

/** Reads a command into words and operators; throws a Rejected. */
export function tokensOf(text: string): readonly Token[] {
  const command = text.toWellFormed();
  // A control character is either nobody's wish or somebody's trick.
  if (/[^\P{Cc}\t\n]/u.test(command)) throw new Rejected("Command has syntax errors.");
  const tokens: Token[] = [];
  let at = 0;
  while (at < command.length) {
    const rest = command[at] ?? "";
    if (SPACE.test(rest)) at++;
    else if (command.startsWith("\\\n", at)) at += 2;
    else if (rest === "#") at = endOfLine(command, at);
    else at = readToken(command, at, tokens);
  }
  return tokens;
}

function readToken(command: string, at: number, tokens: Token[]): number {
  const redirect = match(REDIRECT, command, at);
  if (redirect !== null) {
    tokens.push({ kind: "redirect", text: redirect, at });
    return at + redirect.length;
  }
  for (const text of ["&&", "||"] as const) {
    if (!command.startsWith(text, at)) continue;
    tokens.push({ kind: "operator", text, at });
    return at + 2;
  }
  refuseConstruct(command, at);
  const first = command[at];
  if (first === "|" || first === ";" || first === "\n") {
    tokens.push({ kind: "operator", text: first === "\n" ? ";" : first, at });
    return at + 1;
  }
  return readWord(command, at, tokens);
}

function refuseConstruct(command: string, at: number, isInside = false): void {
  for (const [pattern, name] of CONSTRUCTS) {
    // A digit inside a word is no stream's number.
    if (isInside && name === "file_redirect") continue;
    // Two braces are what find calls the file.
    if (name === "brace_expression" && /^\{\}(?=[ \t\n;|&]|$)/.test(command.slice(at))) continue;
    if (match(pattern, command, at) !== null) throw disallowed(name, command, at);
  }
}

function readWord(command: string, start: number, tokens: Token[]): number {
  const pieces: Piece[] = [];
  let at = start;
  while (at < command.length && !/[ \t\n;|&<>]/.test(command[at] ?? ""))
    at = readPiece(command, at, at === start, pieces);
  tokens.push({ kind: "word", pieces: joined(pieces), at: start });
  return at;
}

function readPiece(command: string, at: number, isFirst: boolean, pieces: Piece[]): number {
  const here = command[at] ?? "";
  const take = (kind: "text" | "pattern", text: string, length = text.length): number => {
    pieces.push({ kind, text });
    return at + length;
  };
  if (here === "'") {
    const end = command.indexOf("'", at + 1);
    if (end < 0) throw new Rejected("Command has syntax errors.");
    return take("text", command.slice(at + 1, end), end + 1 - at);
  }
  if (here === '"') return readQuoted(command, at + 1, pieces);
  if (here === "$") return readVariable(command, at, false, pieces);
  if (here === "\\") {
    const next = command[at + 1];
    if (next === undefined) throw new Rejected("Command has syntax errors.");
    return take("text", next === "\n" ? "" : next, 2);
  }
  refuseConstruct(command, at, !isFirst);
  if (isFirst && command.startsWith("{}", at)) return take("text", "{}");
  const home = isFirst ? match(HOME, command, at) : null;
  if (home !== null) return take("pattern", home);
  const pattern = match(PATTERN, command, at);
  return pattern === null ? take("text", here) : take("pattern", pattern);
}

// Text is joined, so that a character of two halves is not quoted in two.
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.kind === "text" && last?.kind === "text")
      all[all.length - 1] = { kind: "text", text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}

function readQuoted(command: string, start: number, pieces: Piece[]): number {
  let text = "";
  const flush = (): void => {
    pieces.push({ kind: "text", text });
    text = "";
  };
  for (let at = start; at < command.length; ) {
    const here = command[at] ?? "";
    if (here === '"') {
      flush();
      return at + 1;
    }
    if (here === "`") throw disallowed("command_substitution", command, at);
    if (here === "\\" && /[$`"\\\n]/.test(command[at + 1] ?? "")) {
      if (command[at + 1] !== "\n") text += command[at + 1];
      at += 2;
    } else if (here === "$" && /[A-Za-z_{([?@*#$!0-9-]/.test(command[at + 1] ?? "")) {
      flush();
      at = readVariable(command, at, true, pieces);
    } else {
      text += here;
      at++;
    }
  }
  throw new Rejected("Command has syntax errors.");
}

// `$NAME` and `${NAME}` alone: every other expansion computes, or runs something.
function readVariable(command: string, at: number, isQuoted: boolean, pieces: Piece[]): number {
  refuseConstruct(command, at);
  const braced = command[at + 1] === "{";
  const name = match(NAME, command, at + (braced ? 2 : 1));
  if (name === null) {
    if (!braced && !/[?@*#$!0-9-]/.test(command[at + 1] ?? "")) {
      pieces.push({ kind: "text", text: "$" });
      return at + 1;
    }
    throw disallowed(braced ? "expansion" : "special_variable_name", command, at);
  }
  const end = at + (braced ? 2 : 1) + name.length;
  if (braced && command[end] !== "}") throw disallowed("expansion", command, at);
  pieces.push({ kind: "variable", name, isQuoted });
  return braced ? end + 1 : end;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function endOfLine(command: string, at: number): number {
  const end = command.indexOf("\n", at);
  return end < 0 ? command.length : end;
}
