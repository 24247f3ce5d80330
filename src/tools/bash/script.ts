// A checked command, written anew with everything quoted: bash runs what was read here, and nothing that it reads for itself.
import { existsSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { disallowed, type Piece, Rejected, type Token, tokensOf } from "./words.js";

/** What a command may be made of; injected, never a model's own (C2.12). */
export interface Allowed {
  readonly commands: readonly string[];
  /** Folders whose files may be run by their path. */
  readonly scriptDirs: readonly string[];
}

/** The script of a command whose every part may run; throws a Rejected. Relative paths are meant from `cwd`. */
export function scriptOf(command: string, allowed: Allowed, cwd: string): string {
  const tokens = tokensOf(command);
  if (tokens.every(({ kind }) => kind !== "word")) throw new Rejected("Empty command.");
  let script = "";
  let isFirst = true;
  for (const [i, token] of tokens.entries()) {
    if (token.kind === "operator") {
      refuseLonely(token, tokens[i + 1], isFirst);
      script += token.text === ";" ? "\n" : ` ${token.text} `;
      isFirst = true;
    } else if (token.kind === "redirect") script += ` ${token.text}`;
    else {
      script += ` ${isFirst ? program(command, token, allowed, cwd) : token.pieces.map(written).join("") || "''"}`;
      isFirst = false;
    }
  }
  return script.trim();
}

/** Whether a path leads to what lies in one of the folders, links followed. */
export function isUnder(path: string, folders: readonly string[], cwd: string): boolean {
  const at = resolve(cwd, path);
  if (!existsSync(at)) return false;
  const real = realpathSync(at);
  return folders.some((folder) => existsSync(folder) && `${real}${sep}`.startsWith(`${realpathSync(folder)}${sep}`));
}

// A separator stands behind a command, and all but `;` before one.
function refuseLonely({ text }: Extract<Token, { kind: "operator" }>, next: Token | undefined, isFirst: boolean): void {
  const isOpen = text !== ";" && (next === undefined || (next.kind === "operator" && next.text !== ";"));
  if ((isFirst && text !== ";") || isOpen) throw new Rejected("Command has syntax errors.");
}

function program(
  command: string,
  { pieces, at }: Extract<Token, { kind: "word" }>,
  { commands, scriptDirs }: Allowed,
  cwd: string,
): string {
  if (pieces.some(({ kind }) => kind !== "text")) throw disallowed("expansion", command, at);
  const name = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  if (/^[A-Za-z_]\w*(\[.*\])?\+?=/.test(name)) throw disallowed("variable_assignment", command, at);
  const isScript = name.includes("/") && isUnder(name, scriptDirs, cwd);
  if (!isScript && !commands.includes(name)) throw new Rejected(`Command '${name}' is not allowed.`);
  // The file that was judged is the file that runs, whatever a link says a moment later.
  return quoted(isScript ? realpathSync(resolve(cwd, name)) : name);
}

function written(piece: Piece): string {
  switch (piece.kind) {
    case "text":
      return quoted(piece.text);
    case "pattern":
      return piece.text;
    case "variable":
      return piece.isQuoted ? `"\${${piece.name}}"` : `\${${piece.name}}`;
  }
}

function quoted(text: string): string {
  return text === "" ? "" : `'${text.replaceAll("'", "'\\''")}'`;
}
