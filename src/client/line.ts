import { type ClientDuplexStream, status } from "@grpc/grpc-js";
import type { StreamAnswer, StreamProgress, StreamRequest, StreamResponse } from "../gen/toolspan/v1/tools.js";
import type { Progress, ToolCall } from "../model/call.js";
import { MESSAGE_ROOM } from "../model/limits.js";
import { callCodec } from "../wire/call.js";
import { FRAME_BYTES } from "../wire/frames.js";
import { responseCodec } from "../wire/response.js";
import { Aborts } from "./aborts.js";
import { HELLO, type Link } from "./link.js";
import { type Pending, timerUntil } from "./pending.js";
import { type Trouble, trouble } from "./status.js";
import { type Answer, BACKSTOP, hurried, type OnProgress } from "./transport.js";

/** Why a line ended; a call that was not sent and a call that nobody answered may be told different things. */
export interface Ending {
  readonly unsent: Trouble | { readonly kind: "aborted" };
  readonly sent: Trouble | { readonly kind: "aborted" };
  /** The sidecar knows no streams. */
  readonly unimplemented: boolean;
}

/** Who is told of the life of a line. */
export interface LineOwner {
  /** The line takes no more calls; what was sent on it is still answered. */
  retired(line: Line): void;
  /** The line is gone; it hands back what it has not answered. */
  ended(line: Line, open: readonly Pending[], ending: Ending): void;
}

type State = "new" | "welcomed" | "retired" | "over";

const CALL_ROOM = 256;
/** Milliseconds without a call after which a line ends: an open one would keep a program from ending. */
const IDLE = 250;
const STOPPING = { kind: "unsent", reason: "it is stopping" } as const;

/** One stream: calls leave in frames of whatever is queued, with no timer, and are answered by number (C8.5). */
export class Line {
  readonly #link: Link;
  readonly #owner: LineOwner;
  readonly #bounded: boolean;
  readonly #stream: ClientDuplexStream<StreamRequest, StreamResponse>;
  readonly #queue = new Set<Pending>();
  /** What the sidecar has yet to answer; undefined where nobody waits for the answer any more. */
  readonly #sent = new Map<bigint, Pending | undefined>();
  readonly #aborts = new Aborts<Pending>((pending) => this.#drop(pending, { kind: "aborted" }));
  readonly #idle: NodeJS.Timeout;
  #cancels: bigint[] = [];
  #state: State = "new";
  #last = 0n;
  #lastSeen = 0n;
  #turn = 0;
  #scheduled = false;
  #blocked = false;
  #finished = false;

  /** `bounded` lines keep to the number of calls that the sidecar takes at once. */
  constructor(link: Link, owner: LineOwner, bounded: boolean) {
    this.#link = link;
    this.#bounded = bounded;
    this.#owner = owner;
    this.#stream = link.client.stream(link.metadata);
    this.#stream.on("data", (frame) => this.#heed(frame));
    this.#stream.on("drain", () => {
      this.#blocked = false;
      this.#flush();
    });
    // What arrived before the end is read before it.
    this.#stream.on("error", (error) => setImmediate(() => this.#end(endingOf(error, this.#state))));
    this.#stream.on("end", () => setImmediate(() => this.#end(endingOf(undefined, this.#state))));
    this.#blocked = !this.#stream.write({ hello: HELLO, calls: [], cancel: [] });
    this.#idle = setInterval(() => this.#endIfIdle(), IDLE).unref();
  }

  send(
    call: ToolCall,
    until: number,
    signal: AbortSignal | undefined,
    progress: OnProgress | undefined,
  ): Promise<Answer> {
    return new Promise((resolve) => {
      const turn = this.#turn;
      const pending: Pending = { call, until, signal, progress, resolve, turn, number: 0n, timer: undefined };
      pending.timer = setTimeout(this.#late, timerUntil(until), pending);
      if (signal !== undefined) this.#aborts.add(signal, pending);
      this.#queue.add(pending);
      this.#schedule();
    });
  }

  /** Nobody waits for anything any more. */
  close(): void {
    this.#end({ unsent: { kind: "aborted" }, sent: { kind: "aborted" }, unimplemented: false });
    this.#stream.cancel();
  }

  #schedule(): void {
    if (this.#scheduled || this.#blocked) return;
    this.#scheduled = true;
    setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#scheduled = false;
    this.#flush();
    this.#turn++;
  };

  #flush(): void {
    while (!this.#blocked && !this.#finished && this.#state !== "over") {
      const frame = this.#nextFrame();
      if (frame === undefined) return;
      this.#blocked = !this.#stream.write(frame);
    }
  }

  #nextFrame(): StreamRequest | undefined {
    const { maxInFlight, maxMessageBytes } = this.#link.limits;
    const places = this.#bounded ? maxInFlight : Number.POSITIVE_INFINITY;
    const most = Math.min(FRAME_BYTES, maxMessageBytes - MESSAGE_ROOM);
    const calls: StreamRequest["calls"] = [];
    let bytes = 0;
    if (this.#state !== "retired") {
      for (const pending of this.#queue) {
        const { call, until, progress, turn } = pending;
        const size = CALL_ROOM + (call.args?.data.length ?? 0) + 3 * (call.name.length + call.callId.length);
        if (this.#sent.size >= places || (calls.length > 0 && bytes + size > most)) break;
        bytes += size;
        pending.number = ++this.#last;
        this.#queue.delete(pending);
        this.#sent.set(pending.number, pending);
        const stated = turn === this.#turn ? call : hurried(call, until);
        calls.push({
          number: pending.number,
          call: callCodec.toWire(stated),
          wantsProgress: progress !== undefined,
          calledAs: "",
        });
      }
    }
    if (calls.length === 0 && this.#cancels.length === 0) return undefined;
    const cancel = this.#cancels;
    this.#cancels = [];
    return { hello: undefined, calls, cancel };
  }

  #heed({ welcome, limits, progress, answers, drain }: StreamResponse): void {
    if (this.#state === "over") return;
    if (this.#state === "new") this.#state = "welcomed";
    this.#link.learn(welcome?.limits);
    this.#link.learn(limits);
    for (const { number, progress: update } of progress) this.#sent.get(number)?.progress?.(progressOf(update));
    for (const each of answers) this.#answer(each);
    if (drain !== undefined) this.#drain();
    if (this.#queue.size > 0) this.#schedule();
    if (this.#state === "retired" && this.#sent.size === 0) this.#finish();
  }

  #answer({ number, response }: StreamAnswer): void {
    const pending = this.#sent.get(number);
    this.#sent.delete(number);
    if (response === undefined) this.#drain();
    if (pending === undefined) return;
    this.#settle(
      pending,
      response === undefined ? STOPPING : { kind: "answered", response: responseCodec.fromWire(response) },
    );
  }

  #settle(pending: Pending, answer: Answer): void {
    this.#leave(pending);
    pending.resolve(answer);
  }

  #leave(pending: Pending): void {
    clearTimeout(pending.timer);
    if (pending.signal !== undefined) this.#aborts.remove(pending.signal, pending);
  }

  // The caller is released here and now; the place is free when the sidecar has answered, so that it is never asked
  // for more than it takes.
  #drop(pending: Pending, answer: Answer): void {
    if (pending.number === 0n) {
      this.#queue.delete(pending);
    } else if (this.#sent.has(pending.number)) {
      this.#sent.set(pending.number, undefined);
      this.#cancels.push(pending.number);
      this.#schedule();
    }
    this.#settle(pending, answer);
  }

  // A call that was sent has its answer from the sidecar, unless that one is deaf.
  readonly #late = (pending: Pending): void => {
    const end = pending.number === 0n ? pending.until : pending.until + BACKSTOP;
    if (performance.now() < end) pending.timer = setTimeout(this.#late, timerUntil(end), pending);
    else this.#drop(pending, { kind: "late" });
  };

  #drain(): void {
    if (this.#state === "retired" || this.#state === "over") return;
    // The next call looks for the next sidecar.
    this.#link.forget();
    this.#retire();
  }

  #retire(): void {
    this.#state = "retired";
    this.#owner.retired(this);
    for (const pending of this.#queue) this.#settle(pending, STOPPING);
    this.#queue.clear();
  }

  #endIfIdle(): void {
    const quiet = this.#last === this.#lastSeen && this.#queue.size === 0 && this.#cancels.length === 0;
    this.#lastSeen = this.#last;
    if (!quiet || [...this.#sent.values()].some((pending) => pending !== undefined)) return;
    this.#retire();
    this.#finish();
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearInterval(this.#idle);
    this.#stream.end();
  }

  #end(ending: Ending): void {
    if (this.#state === "over") return;
    this.#state = "over";
    clearInterval(this.#idle);
    const open = [...this.#queue, ...this.#sent.values()].filter((pending) => pending !== undefined);
    this.#queue.clear();
    this.#sent.clear();
    for (const pending of open) this.#leave(pending);
    this.#owner.ended(this, open, ending);
  }
}

// A refusal counts before the welcome; after it the sidecar may have run what was sent.
function endingOf(error: unknown, state: State): Ending {
  const problem: Trouble = error === undefined ? { kind: "lost", reason: "the stream ended" } : trouble(error);
  const unimplemented = error instanceof Error && "code" in error && error.code === status.UNIMPLEMENTED;
  const reason = "reason" in problem ? problem.reason : "the stream was lost";
  // A sidecar that drains ends its stream once it has answered all that ran: what is left did not.
  if (error === undefined && state === "retired") return { unsent: STOPPING, sent: STOPPING, unimplemented: false };
  const asLost = { unsent: { kind: "unsent", reason }, sent: { kind: "lost", reason }, unimplemented: false } as const;
  if (state !== "new") return asLost;
  if (problem.kind === "refused") return { unsent: problem, sent: problem, unimplemented };
  return problem.kind === "unsent" ? { ...asLost, sent: problem } : asLost;
}

function progressOf(update: StreamProgress["progress"]): Progress {
  return {
    ...(update?.fraction === undefined ? {} : { fraction: update.fraction }),
    ...(update?.message === undefined ? {} : { message: update.message }),
  };
}
