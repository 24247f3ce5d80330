import { cancelled } from "../model/failure.js";
import type { ToolResponse } from "../model/response.js";
import type { Call } from "./options.js";

/** The answers of a batch: each is final once and only once (C2.8). */
export interface Slots extends Disposable {
  readonly startedAt: number;
  /** Slots without an answer, in call order. */
  readonly open: ReadonlySet<number>;
  /** Whether no answer has come from a sidecar yet. */
  readonly fresh: boolean;
  /** Resolves, and `allSettled` aborts, when no slot is open. */
  readonly done: Promise<void>;
  readonly allSettled: AbortSignal;
  settle(slot: number, response: ToolResponse): void;
  /** As `settle`, for what a sidecar said. */
  answer(slot: number, response: ToolResponse): void;
  /** Who is told that a slot was cancelled here. */
  whenDropped(told: (slot: number) => void): void;
  responses(): ToolResponse[];
}

/** Slots whose callers may cancel one by one or all together; a cancelled slot is answered here and now (C3.5). */
export function slotsOf(calls: readonly Call[], all: AbortSignal | undefined, closing: AbortSignal): Slots {
  const startedAt = performance.now();
  const answers = new Map<number, ToolResponse>();
  const open = new Set(calls.keys());
  const settled = new AbortController();
  const undo: (() => void)[] = [];
  let fresh = true;
  let dropped: (slot: number) => void = () => undefined;

  const done = new Promise<void>((resolve) =>
    settled.signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  const put = (slot: number, response: ToolResponse) => {
    if (!open.delete(slot)) return;
    answers.set(slot, response);
    if (open.size === 0) settled.abort();
  };
  const drop = (slot: number) => {
    if (!open.has(slot)) return;
    put(slot, cancelled(calls[slot]?.name ?? "", startedAt));
    dropped(slot);
  };
  const listen = (signal: AbortSignal | undefined, heard: () => void) => {
    signal?.addEventListener("abort", heard, { once: true });
    undo.push(() => signal?.removeEventListener("abort", heard));
  };
  calls.forEach((call, slot) => {
    listen(call.signal, () => drop(slot));
  });
  for (const signal of [all, closing]) listen(signal, () => [...open].forEach(drop));
  if (open.size === 0) settled.abort();

  return {
    startedAt,
    open,
    done,
    allSettled: settled.signal,
    get fresh() {
      return fresh;
    },
    settle: put,
    answer: (slot, response) => {
      fresh = false;
      put(slot, response);
    },
    whenDropped: (told) => {
      dropped = told;
    },
    responses: () => calls.map((_, slot) => answers.get(slot)).filter((response) => response !== undefined),
    [Symbol.dispose]: () => {
      for (const remove of undo) remove();
    },
  };
}
