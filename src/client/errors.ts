/** The sidecar could not be asked; a tool that failed is a ToolResponse and never an error (C2.6). */
export class ToolspanError extends Error {
  override name = "ToolspanError";
}

/** Nothing answered at the address; the call did not run. */
export class CannotReachError extends ToolspanError {
  override name = "CannotReachError";
}

/** Why a sidecar refused. */
export type Refusal = "token" | "protocol" | "request";

/** The sidecar answered and refused: a bad token, another protocol level, or a request that it does not know. */
export class RefusedError extends ToolspanError {
  override name = "RefusedError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}
