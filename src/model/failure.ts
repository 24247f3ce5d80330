import { texts } from "../gen/texts.js";
import { type Fault, fault } from "./fault.js";
import { normalise } from "./normalise.js";
import { raised } from "./outcome.js";
import { mark, type ToolResponse } from "./response.js";

/** A failure that the client itself saw, through the one normalise (C2.5). */
export function failure(name: string, reason: Fault, startedAt?: number): ToolResponse {
  const elapsed = startedAt === undefined ? 0 : Math.round(performance.now() - startedAt);
  return mark(normalise(name, raised(reason), elapsed));
}

/** The budget ran out. */
export function timedOut(name: string, budgetMs: number, startedAt?: number): ToolResponse {
  const message = texts.timeout(name, Math.max(0, Math.ceil(budgetMs)));
  return failure(name, fault("timeout", message, { retryable: true }), startedAt);
}

/** The caller cancelled. */
export function cancelled(name: string, startedAt?: number): ToolResponse {
  return failure(name, fault("cancelled", texts.cancelled(name)), startedAt);
}

/** The call was sent and its answer was lost with the connection; nobody knows what it did (C8.6). */
export function lost(name: string, startedAt?: number, effect: "unknown" | "none" = "unknown"): ToolResponse {
  return failure(name, fault("host_lost", texts.host_lost(name), { details: { effect } }), startedAt);
}
