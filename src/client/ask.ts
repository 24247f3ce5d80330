import { texts } from "../gen/texts.js";
import type { ToolCall } from "../model/call.js";
import { cancelled, failure, lost, timedOut } from "../model/failure.js";
import { fault } from "../model/fault.js";
import type { ToolResponse } from "../model/response.js";
import { received } from "../model/unread.js";
import type { Catalog } from "./catalog.js";
import { CannotReachError } from "./errors.js";
import type { Link } from "./link.js";
import { type Answer, hurried, type OnProgress, type Transport } from "./transport.js";
import { Aborted, within } from "./wait.js";

/** Sendings of one idempotent call in all (C8.6). */
export const MOST_ATTEMPTS = 3;
const PAUSE = 50;

/** What asking needs. */
export interface Asking {
  readonly link: Link;
  readonly transport: Transport;
  readonly catalog: Catalog;
}

/** One call to its end: sent when there is a connection, within its budget, repeated only where that is harmless. */
export async function ask(
  on: Asking,
  call: ToolCall,
  signal: AbortSignal | undefined,
  progress?: OnProgress,
): Promise<ToolResponse> {
  const startedAt = performance.now();
  const budget = call.timeoutMs ?? on.link.limits.maxCallMs;
  const until = startedAt + budget;
  let attempts = 0;
  let unsent: Unsent | undefined;
  let regreeted = false;
  try {
    for (;;) {
      // An unhurried first sending states the budget as the caller gave it, so that texts name the same number.
      let stated = call;
      if (attempts > 0 || unsent !== undefined || !on.link.isReady) {
        await nextSidecar(on.link, until - performance.now(), unsent, signal);
        if (performance.now() >= until) return timedOut(call.name, budget, startedAt);
        stated = hurried(call, until);
      }
      const answer = await on.transport.send(stated, until, signal, progress);
      if (answer.kind === "unsent") {
        unsent = { since: unsent?.since ?? performance.now(), reason: answer.reason };
        continue;
      }
      // Another sidecar took the address, with a token or a level of its own: greeting it decides.
      if (answer.kind === "refused" && answer.error.refusal !== "request" && !regreeted) {
        regreeted = true;
        on.link.forget();
        continue;
      }
      attempts++;
      unsent = undefined;
      const again = answer.kind === "lost" && attempts < MOST_ATTEMPTS && (await on.catalog.isIdempotent(call.name));
      if (!again) return conclude(answer, call.name, budget, startedAt);
    }
  } catch (error) {
    if (error instanceof Aborted) return cancelled(call.name, startedAt);
    if (error instanceof CannotReachError && attempts > 0) return lost(call.name, startedAt);
    throw error;
  }
}

/** When a sidecar first would not take a call, and why. */
export interface Unsent {
  readonly since: number;
  readonly reason: string;
}

/** Waits for a connection; after a refusal for the next sidecar, all such waits of one call together bounded. */
export async function nextSidecar(link: Link, waitMs: number, unsent: Unsent | undefined, signal?: AbortSignal) {
  if (unsent === undefined) return link.isReady ? undefined : link.ready(waitMs, signal);
  const left = Math.min(waitMs, unsent.since + link.patience - performance.now());
  if (left <= 0) throw new CannotReachError(texts.cannot_reach(link.address, unsent.reason));
  link.forget();
  await within(undefined, Math.min(PAUSE, left), signal);
  return link.ready(left, signal);
}

function conclude(answer: Exclude<Answer, { kind: "unsent" }>, name: string, budget: number, startedAt: number) {
  switch (answer.kind) {
    case "answered":
      return received(answer.response);
    case "aborted":
      return cancelled(name, startedAt);
    case "late":
      return timedOut(name, budget, startedAt);
    case "lost":
      return lost(name, startedAt);
    case "broken":
      return failure(name, fault("internal", answer.reason), startedAt);
    case "refused":
      throw answer.error;
  }
}
