/** An event holds what the target dialect has no form for; the message names it. */
export class CannotCrossError extends Error {
  override name = "CannotCrossError";
}
