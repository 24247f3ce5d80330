import type { Progress, ToolCall } from "../model/call.js";
import type { ToolResponse } from "../model/response.js";
import { type Asking, ask } from "./ask.js";

/** Updates that nobody has read yet, beyond which the oldest are dropped: whoever does not read harms only himself. */
const MOST_UNREAD = 1024;

/** A call as its progress, in order, and its response at the end; leaving the loop early cancels it (C3.6). */
export async function* follow(
  on: Asking,
  call: ToolCall,
  signal: AbortSignal | undefined,
): AsyncGenerator<Progress | ToolResponse, void, undefined> {
  const leave = new AbortController();
  const updates: Progress[] = [];
  let wake = () => {};
  let over = false;

  const heard = (update: Progress) => {
    if (updates.push(update) > MOST_UNREAD) updates.shift();
    wake();
  };
  const stop = signal === undefined ? leave.signal : AbortSignal.any([leave.signal, signal]);
  const response = ask(on, call, stop, heard).finally(() => {
    over = true;
    wake();
  });
  // A failure is told where the response is awaited, which an early leave never reaches.
  response.catch(() => undefined);
  try {
    for (;;) {
      const update = updates.shift();
      if (update !== undefined) yield update;
      else if (over) break;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    yield await response;
  } finally {
    leave.abort();
  }
}
