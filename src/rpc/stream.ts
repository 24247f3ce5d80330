import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import type { Welcome } from "../gen/toolspan/v1/session.js";
import type * as wire from "../gen/toolspan/v1/tools.js";
import { InFlight } from "../invoke/in-flight.js";
import type { Invoke } from "../invoke/invoke.js";
import { Stop } from "../invoke/stop.js";
import type { Limits } from "../model/limits.js";
import { responseBytes } from "../model/response-size.js";
import { callCodec } from "../wire/call.js";
import { responseCodec } from "../wire/response.js";
import { Outbox } from "./outbox.js";
import { type Refusal, refuseRange } from "./session.js";

export interface StreamParts {
  readonly invoke: Invoke;
  readonly limits: Limits;
  readonly graceMs: number;
  readonly ready: Promise<void>;
  readonly draining: AbortSignal;
  readonly begin: () => () => void;
  readonly welcome: () => Welcome;
  readonly refuse: (refusal: Refusal) => void;
}

/** Answers that a peer has not read, in multiples of the largest message, beyond which its stream is ended. */
const MOST_UNREAD = 8;
/** Milliseconds that a draining stream waits for its peer to half-close. */
const HALF_CLOSE_MS = 1000;

/** Serves one stream: calls run side by side and are answered as they finish, correlated by number. */
export function serveStream(
  stream: ServerDuplexStream<wire.StreamRequest, wire.StreamResponse>,
  parts: StreamParts,
): void {
  const outbox = new Outbox(stream);
  const peer = new InFlight(parts.limits.maxInFlightPerPeer);
  const running = new Map<bigint, Stop>();
  let greeted = false;

  let halfClosed = false;
  let patience: NodeJS.Timeout | undefined;

  // A peer that is told of the drain stops writing and half-closes; one whose write meets the end of the stream may take
  // what it has not read for lost (row stream/rolling-restart).
  const endIfDone = (): void => {
    if (running.size > 0) return;
    if (halfClosed) outbox.end();
    else if (parts.draining.aborted) patience ??= setTimeout(() => outbox.end(), HALF_CLOSE_MS);
  };

  const start = async ({ number, call, wantsProgress }: wire.StreamCall): Promise<void> => {
    if (call === undefined || running.has(number)) {
      return parts.refuse({
        code: status.INVALID_ARGUMENT,
        details: `The call ${number} is empty or under way already.`,
      });
    }
    if (parts.draining.aborted) return outbox.answer({ number, response: undefined }, 0);
    const stop = new Stop();
    running.set(number, stop);
    const end = parts.begin();
    await parts.ready;
    const response = await parts.invoke(callCodec.fromWire(call), {
      stop,
      // A tool's own call never waits for, nor fails for, a place that one of its ancestors holds (C3.8).
      ...(call.depth === 0 && { peer }),
      ...(wantsProgress && { progress: (update) => running.has(number) && outbox.progress(number, update) }),
    });
    running.delete(number);
    outbox.answer({ number, response: responseCodec.toWire(response) }, responseBytes(response));
    end();
    // A peer that never reads harms only itself (C8.5).
    if (outbox.waitingBytes > MOST_UNREAD * parts.limits.maxMessageBytes) {
      parts.refuse({ code: status.RESOURCE_EXHAUSTED, details: "Too many answers wait to be read on this stream." });
    }
    endIfDone();
  };

  const onDrain = (): void => {
    outbox.say({ drain: { graceMs: BigInt(parts.graceMs) } });
    endIfDone();
  };

  const abandon = (): void => {
    clearTimeout(patience);
    parts.draining.removeEventListener("abort", onDrain);
    for (const stop of running.values()) stop.stop("cancelled");
  };

  stream.on("data", (frame: wire.StreamRequest) => {
    if (!greeted) {
      const { hello } = frame;
      const refusal =
        hello === undefined
          ? { code: status.INVALID_ARGUMENT, details: "The first frame of a stream carries a hello." }
          : refuseRange(`${hello.protocolMin}-${hello.protocolMax}`);
      if (refusal !== undefined) return parts.refuse(refusal);
      greeted = true;
      outbox.say({ welcome: parts.welcome() });
    }
    for (const call of frame.calls) void start(call);
    for (const number of frame.cancel) running.get(number)?.stop("cancelled");
  });
  stream.on("end", () => {
    // Half-closed: what is under way is still answered.
    halfClosed = true;
    endIfDone();
  });
  stream.on("cancelled", abandon);
  stream.on("error", abandon);
  stream.on("close", abandon);
  parts.draining.addEventListener("abort", onDrain, { once: true });
}
