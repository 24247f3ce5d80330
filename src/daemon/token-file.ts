import { readFileSync } from "node:fs";
import { UsageError } from "./usage-error.js";

/** The token that a file holds; null where no file is named. */
export function readToken(file: string | null): string | null {
  if (file === null) return null;
  let token: string;
  try {
    token = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new UsageError(`Cannot read the token file: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (token === "") throw new UsageError(`The token file ${file} is empty.`);
  return token;
}
