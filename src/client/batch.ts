import type { ToolCall } from "../model/call.js";
import { encodeCall } from "../model/encode-call.js";
import { failure, lost, timedOut } from "../model/failure.js";
import { fault } from "../model/fault.js";
import type { ToolResponse } from "../model/response.js";
import { received } from "../model/unread.js";
import { type Asking, MOST_ATTEMPTS, nextSidecar, type Unsent } from "./ask.js";
import { sendBatch } from "./batch-stream.js";
import { CannotReachError } from "./errors.js";
import type { BatchOptions, Call } from "./options.js";
import { type Slots, slotsOf } from "./slots.js";
import type { Trouble } from "./status.js";
import { Aborted } from "./wait.js";

/** A batch to its end: every slot is answered once, in call order, whatever happens to the others (C2.8). */
export async function askAll(
  on: Asking,
  calls: readonly Call[],
  { parallelism = 0, signal }: BatchOptions,
  closing: AbortSignal,
): Promise<ToolResponse[]> {
  if (!Number.isInteger(parallelism) || parallelism < 0) throw new RangeError("parallelism is a whole number.");
  const slots = slotsOf(calls, signal, closing);
  const waiting = new Map<number, ToolCall>();
  calls.forEach((call, slot) => {
    const encoded = encodeCall(call, on.link.limits, signal?.aborted ? signal : call.signal);
    if (encoded.kind === "call") waiting.set(slot, encoded.call);
    else slots.settle(slot, encoded.response);
  });
  using _watching = slots;
  await sendUntilSettled(on, waiting, parallelism, slots);
  return slots.responses();
}

async function sendUntilSettled(on: Asking, waiting: Map<number, ToolCall>, parallelism: number, slots: Slots) {
  let unsent: Unsent | undefined;
  let sent = 0;
  while (slots.open.size > 0) {
    try {
      await nextSidecar(on.link, on.link.patience, unsent, slots.allSettled);
    } catch (error) {
      if (error instanceof Aborted) return;
      // Slots that have an answer keep it, so only a batch without any may end in an error.
      if (sent === 0 || !(error instanceof CannotReachError)) throw error;
      for (const slot of [...slots.open]) settleLost(slots, slot, waiting, "unknown");
      return;
    }
    if (on.link.isReady) on.catalog.prefetch();
    const problem = await sendOpen(on, waiting, parallelism, slots);
    if (problem?.kind === "unsent") {
      // A sidecar that stops finishes what it began, so what is still open here did not run.
      unsent = { since: unsent?.since ?? performance.now(), reason: problem.reason };
      if (!slots.fresh) sent = Math.max(sent, 1);
      continue;
    }
    unsent = undefined;
    sent++;
    if (problem !== undefined) await conclude(on, problem, waiting, slots, sent);
  }
}

async function sendOpen(on: Asking, waiting: Map<number, ToolCall>, parallelism: number, slots: Slots) {
  const order = [...slots.open];
  const numbers = new Map(order.map((slot, i) => [slot, i]));
  const calls = order.map((slot) => waiting.get(slot)).filter((call) => call !== undefined);
  const stream = sendBatch(on.link, calls, parallelism, (i, response) => {
    const slot = order[i];
    if (slot !== undefined) slots.answer(slot, received(response));
  });
  slots.whenDropped((slot) => {
    const number = numbers.get(slot);
    if (number !== undefined) void stream.cancel(number);
    if (slots.open.size === 0) stream.abandon();
  });
  const problem = await Promise.race([stream.ended, slots.done.then(() => undefined)]);
  slots.whenDropped(() => undefined);
  if (slots.open.size === 0) stream.abandon();
  return problem;
}

// What the loss means is decided for each slot on its own (C8.6).
async function conclude(on: Asking, problem: Trouble, waiting: Map<number, ToolCall>, slots: Slots, sent: number) {
  if (problem.kind === "refused" && slots.fresh) throw problem.error;
  const repeatable = problem.kind === "lost" && sent < MOST_ATTEMPTS;
  for (const slot of [...slots.open]) {
    const name = waiting.get(slot)?.name ?? "";
    if (repeatable && (await on.catalog.isIdempotent(name))) continue;
    if (problem.kind === "lost" || problem.kind === "unsent") settleLost(slots, slot, waiting, "unknown");
    else if (problem.kind === "late") slots.settle(slot, timedOut(name, on.link.limits.maxCallMs, slots.startedAt));
    else {
      const reason = problem.kind === "refused" ? problem.error.message : problem.reason;
      slots.settle(slot, failure(name, fault("internal", reason), slots.startedAt));
    }
  }
}

function settleLost(slots: Slots, slot: number, waiting: Map<number, ToolCall>, effect: "unknown" | "none") {
  slots.settle(slot, lost(waiting.get(slot)?.name ?? "", slots.startedAt, effect));
}
