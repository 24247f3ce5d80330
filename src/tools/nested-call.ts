import { DEFAULT_PARALLELISM } from "../invoke/batch.js";
import type { Job } from "../invoke/runner.js";
import { Stop } from "../invoke/stop.js";
import type { BatchOptions, Call } from "../model/call-options.js";
import { type Encoded, encodeCall } from "../model/encode-call.js";
import { cancelled } from "../model/failure.js";
import type { ToolResponse } from "../model/response.js";
import { received } from "../model/unread.js";

/** Where a tool's own calls go. */
export type Ask = Job["call"];

// How large arguments may be is judged where the call leaves for another process.
const NO_LIMIT = { maxMessageBytes: Number.POSITIVE_INFINITY };

/** One call that a tool makes itself (C3.8), in the words of a caller. */
export async function callNested(ask: Ask, call: Call): Promise<ToolResponse> {
  return asked(ask, encodeCall(call, NO_LIMIT), [call.signal]);
}

/** Many of them; response i answers call i, whatever finished first (C2.8). */
export async function callAllNested(ask: Ask, calls: readonly Call[], options: BatchOptions): Promise<ToolResponse[]> {
  const { parallelism = 0, signal } = options;
  if (!Number.isInteger(parallelism) || parallelism < 0) throw new RangeError("parallelism is a whole number.");
  // Whatever is wrong with what the tool gave is known before the first call starts.
  const encoded = calls.map((call) => encodeCall(call, NO_LIMIT, signal?.aborted ? signal : call.signal));
  const responses: ToolResponse[] = [];
  let next = 0;
  const askNext = async (): Promise<void> => {
    for (let i = next++; i < calls.length; i = next++) {
      const each = encoded[i];
      if (each !== undefined) responses[i] = await asked(ask, each, [signal, calls[i]?.signal]);
    }
  };
  const lanes = Math.min(parallelism || DEFAULT_PARALLELISM, calls.length);
  await Promise.all(Array.from({ length: lanes }, askNext));
  return responses;
}

async function asked(ask: Ask, encoded: Encoded, signals: readonly (AbortSignal | undefined)[]): Promise<ToolResponse> {
  if (encoded.kind === "answer") return encoded.response;
  if (signals.some((signal) => signal?.aborted)) return cancelled(encoded.call.name);
  const stop = new Stop();
  const cancel = (): void => stop.stop("cancelled");
  for (const signal of signals) signal?.addEventListener("abort", cancel);
  try {
    return received(await ask(encoded.call, stop));
  } finally {
    for (const signal of signals) signal?.removeEventListener("abort", cancel);
  }
}
