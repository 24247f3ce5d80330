import type { Invocation, Offered } from "../model/invocation.js";
import { CannotReachError, RefusedError, ToolspanError } from "./errors.js";
import { type Answered, type HostEnding, HostLine, type OfferRefusal } from "./host-line.js";
import type { Link } from "./link.js";
import { within } from "./wait.js";

/** What becomes of a hosting over time, for a log. */
export type HostNews =
  | { readonly kind: "attached"; readonly tools: readonly string[]; readonly refusals: readonly OfferRefusal[] }
  | { readonly kind: "lost"; readonly reason: string };

export interface HostingOptions {
  /** Invocations that may run in this process at once; more wait in the sidecar, whose choice it is where not given. */
  readonly maxInFlight?: number;
  /** Told of each change: attached, lost, attached again. */
  readonly onNews?: (news: HostNews) => void;
  /** The id that the sidecar gave to a process that it started: that one attaches once. */
  readonly id?: string;
}

/** Tools of this process that a sidecar calls, until they are closed. */
export interface Hosting extends AsyncDisposable {
  /** Full names that the sidecar took when it was first asked. */
  readonly tools: readonly string[];
  readonly refusals: readonly OfferRefusal[];
  /** Resolves when the tools are offered no more, with the reason where nobody here wished it. */
  readonly ended: Promise<HostEnding>;
  /** Takes no new calls, lets those under way end within the grace time (8 seconds where not given), and withdraws the tools. */
  close(graceMs?: number): Promise<void>;
}

export interface AttachParts {
  readonly link: Link;
  readonly ask: Invocation["ask"];
  /** Aborted when the connection is closed, which ends all at once. */
  readonly closing: AbortSignal;
}

const GRACE_MS = 8000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5000;

/**
 * Offers tools and answers when each is taken or refused; where all are refused, that is an error. From then on a lost
 * stream is opened again, with back-off, for as long as it takes (C8.6).
 */
export async function attach(parts: AttachParts, offered: Offered, options: HostingOptions = {}): Promise<Hosting> {
  const { link, ask, closing } = parts;
  const { maxInFlight = 0, onNews = () => {}, id = "" } = options;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  closing.addEventListener("abort", leave, { once: true });
  let graceMs = GRACE_MS;
  let line: HostLine | undefined;

  const open = async (): Promise<Answered> => {
    await link.ready(link.patience, leaving.signal);
    const opened = new HostLine({ link, offered, maxInFlight, id, ask });
    line = opened;
    const answered = await Promise.race([opened.answered, opened.ended]);
    if ("kind" in answered) throw errorOf(answered);
    if (answered.accepted.length === 0 && answered.refusals.length > 0) {
      opened.close();
      throw new RefusedError("request", refusalText(answered.refusals));
    }
    return answered;
  };

  const first = await open();
  onNews({ kind: "attached", tools: first.accepted, refusals: first.refusals });

  const serve = async (): Promise<HostEnding> => {
    let pause = FIRST_PAUSE;
    let reason = "";
    for (;;) {
      const ending = line === undefined ? undefined : await line.ended;
      if (leaving.signal.aborted) return { kind: "drained" };
      if (ending !== undefined && id !== "") return ending;
      if (ending !== undefined && reason === "") {
        reason = reasonOf(ending);
        onNews({ kind: "lost", reason });
      }
      line = undefined;
      try {
        await within(undefined, pause, leaving.signal);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        const answered = await open();
        pause = FIRST_PAUSE;
        reason = "";
        onNews({ kind: "attached", tools: answered.accepted, refusals: answered.refusals });
      } catch (error) {
        if (leaving.signal.aborted) return { kind: "drained" };
        line = undefined;
        const now = error instanceof ToolspanError ? error.message : String(error);
        // Each state is told once, however often it is met.
        if (!(error instanceof CannotReachError) && now !== reason) onNews({ kind: "lost", reason: now });
        reason = now;
      }
    }
  };

  const ended = serve().finally(() => closing.removeEventListener("abort", leave));
  leaving.signal.addEventListener("abort", () => (closing.aborted ? line?.close() : line?.drain(graceMs)), {
    once: true,
  });
  const close = async (grace = GRACE_MS): Promise<void> => {
    graceMs = grace;
    leaving.abort();
    await ended;
  };
  return { tools: first.accepted, refusals: first.refusals, ended, close, [Symbol.asyncDispose]: () => close() };
}

function errorOf(ending: HostEnding): ToolspanError {
  return ending.kind === "refused" ? ending.error : new CannotReachError(reasonOf(ending));
}

function reasonOf(ending: HostEnding): string {
  if (ending.kind === "drained") return "the sidecar is stopping";
  return ending.kind === "refused" ? ending.error.message : ending.reason;
}

function refusalText(refusals: readonly OfferRefusal[]): string {
  return ["The sidecar took none of the tools.", ...refusals.map(({ name, reason }) => `  ${name}: ${reason}`)].join(
    "\n",
  );
}
