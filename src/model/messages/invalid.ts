import { texts } from "../../gen/texts.js";

/** A message or result that breaks a rule, and where: an RFC 6901 pointer, "" for the whole (C5.3). */
export class InvalidMessageError extends TypeError {
  override readonly name = "InvalidMessageError";
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** A place whose shape is wrong. */
export function misshapen(path: string, reason: string): InvalidMessageError {
  return new InvalidMessageError(path, texts.problem(path === "" ? texts.root : path, reason));
}
