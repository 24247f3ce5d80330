import { encodeCall } from "../model/encode-call.js";
import { cancelled, failure, lost } from "../model/failure.js";
import { fault } from "../model/fault.js";
import type { ToolResponse } from "../model/response.js";
import { type Asking, ask } from "./ask.js";
import { CannotReachError, ToolspanError } from "./errors.js";
import type { BatchOptions, Call } from "./options.js";

type Slot = { readonly kind: "response"; readonly response: ToolResponse } | Unasked;

/** A call for which nobody could be asked. */
interface Unasked {
  readonly kind: "unasked";
  readonly error: ToolspanError;
}

/** A batch to its end as calls of their own, at most so many at once; slot i answers call i (C2.8). */
export async function askEach(
  on: Asking,
  calls: readonly Call[],
  { parallelism = 0, signal }: BatchOptions,
  closing: AbortSignal,
): Promise<ToolResponse[]> {
  if (!Number.isInteger(parallelism) || parallelism < 0) throw new RangeError("parallelism is a whole number.");
  const slots = new Array<Slot | undefined>(calls.length);
  // Whatever is wrong with what the caller gave is known before the first call leaves.
  const encoded = calls.map((call) => encodeCall(call, on.link.limits, signal?.aborted ? signal : call.signal));
  if (on.link.isReady && encoded.some((each) => each.kind === "call")) on.catalog.prefetch();
  let asked = false;
  let next = 0;

  const askNext = async (): Promise<void> => {
    while (next < calls.length) {
      const i = next++;
      const each = encoded[i];
      const own = calls[i]?.signal;
      if (each?.kind === "call" && !signal?.aborted && !closing.aborted) {
        const slot = await reach(() => ask(on, each.call, eitherOf(signal, own)), closing, each.call.name);
        asked ||= slot.kind === "response" && slot.response.fault?.kind !== "cancelled";
        slots[i] = slot;
      } else if (each !== undefined) {
        slots[i] = { kind: "response", response: each.kind === "answer" ? each.response : cancelled(each.call.name) };
      }
    }
  };
  const lanes = Math.min(parallelism === 0 ? calls.length : parallelism, calls.length);
  await Promise.all(Array.from({ length: lanes }, askNext));

  return slots.map((slot, i) => {
    if (slot?.kind === "response") return slot.response;
    const name = calls[i]?.name ?? "";
    // Slots that have an answer keep it, so only a batch without any may end in an error.
    if (slot !== undefined && !asked) throw slot.error;
    if (slot === undefined || slot.error instanceof CannotReachError) return lost(name, undefined, "none");
    return failure(name, fault("internal", slot.error.message));
  });
}

async function reach(asking: () => Promise<ToolResponse>, closing: AbortSignal, name: string): Promise<Slot> {
  try {
    return { kind: "response", response: await asking() };
  } catch (error) {
    if (closing.aborted) return { kind: "response", response: cancelled(name) };
    if (error instanceof ToolspanError) return { kind: "unasked", error };
    throw error;
  }
}

function eitherOf(a: AbortSignal | undefined, b: AbortSignal | undefined): AbortSignal | undefined {
  return a === undefined || b === undefined ? (a ?? b) : AbortSignal.any([a, b]);
}
