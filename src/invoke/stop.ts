/** Why a call is stopped before it ended by itself. */
export type StopReason = "timeout" | "cancelled";

/**
 * Tells one call to stop, once. It is what an AbortController is, without the cost: the signal that a tool sees is made
 * only for a tool that looks at it.
 */
export class Stop {
  #reason: StopReason | null = null;
  #listeners: ((reason: StopReason) => void)[] = [];
  #controller: AbortController | null = null;

  /** Null while the call may go on. */
  get reason(): StopReason | null {
    return this.#reason;
  }

  /** Stops the call; a second reason changes nothing. */
  stop(reason: StopReason): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener(reason);
    this.#controller?.abort(abortReason(reason));
  }

  /** Tells of the stop, at once where it has come already. */
  onStop(listener: (reason: StopReason) => void): void {
    if (this.#reason === null) this.#listeners.push(listener);
    else listener(this.#reason);
  }

  /** The same as an AbortSignal, for tools (C3.5). */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#reason !== null) this.#controller.abort(abortReason(this.#reason));
    }
    return this.#controller.signal;
  }
}

function abortReason(reason: StopReason): DOMException {
  return reason === "timeout"
    ? new DOMException("The call's time budget ran out.", "TimeoutError")
    : new DOMException("The caller cancelled the call.", "AbortError");
}
