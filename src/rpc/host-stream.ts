import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import type * as wire from "../gen/toolspan/v1/hosts.js";
import type { Welcome } from "../gen/toolspan/v1/session.js";
import type { StreamCall } from "../gen/toolspan/v1/tools.js";
import type { Job } from "../invoke/runner.js";
import type { Progress } from "../model/call.js";
import { payload } from "../model/payload.js";
import type { ToolSpec } from "../model/spec.js";
import { withDigest } from "../model/spec-digest.js";
import type { HostFacts, HostLink } from "../tools/remote/host-link.js";
import { type HostProcess, NOT_RUN } from "../tools/remote/host-process.js";
import type { Hosts } from "../tools/remote/hosts.js";
import { callCodec } from "../wire/call.js";
import { outcomeCodec } from "../wire/outcome.js";
import { specCodec } from "../wire/spec.js";
import { HostOutbox } from "./host-outbox.js";
import { type Refusal, refuseRange } from "./session.js";

export interface HostStreamParts {
  readonly hosts: Hosts;
  readonly graceMs: number;
  readonly welcome: () => Welcome;
  readonly refuse: (refusal: Refusal) => void;
}

type Stream = ServerDuplexStream<wire.AttachRequest, wire.AttachResponse>;

const DEFAULT_IN_FLIGHT = 256;
const PING_MS = 10_000;
const SILENT_MS = 30_000;

/** Serves one attached process: its offers become tools, its end withdraws them (C3.2, C3.7). */
export function serveHost(stream: Stream, parts: HostStreamParts): void {
  const { hosts } = parts;
  const outbox = new HostOutbox(stream);
  let process: HostProcess | undefined;
  let pings = 0n;
  let heard = performance.now();

  const malformed = (details: string): void => parts.refuse({ code: status.INVALID_ARGUMENT, details });
  const ping = (): void => outbox.say({ ping: ++pings });
  const cut = (details: string): void => {
    parts.refuse({ code: status.ABORTED, details });
    end();
  };
  const link: HostLink = {
    invoke: (number, job) => outbox.invoke(invocation(number, job)),
    stop: (number, reason) => outbox.stop(number, reason),
    drain: () => outbox.say({ drain: { graceMs: BigInt(parts.graceMs) } }),
    ping,
    cut,
  };

  // A process that is stopped or unplugged answers nothing, and no end of its stream is ever seen.
  const watch = setInterval(() => {
    if (performance.now() - heard > SILENT_MS) cut("The host was silent for too long.");
    else ping();
  }, PING_MS);

  const end = (): void => {
    clearInterval(watch);
    if (process !== undefined) hosts.lose(process);
    process = undefined;
  };

  const greet = ({ hello, process: facts }: wire.AttachRequest): void => {
    const refusal: Refusal | undefined =
      hello === undefined
        ? { code: status.INVALID_ARGUMENT, details: "The first frame of a host carries a hello." }
        : refuseRange(`${hello.protocolMin}-${hello.protocolMax}`);
    if (refusal !== undefined) parts.refuse(refusal);
    if (refusal !== undefined || hello === undefined) return;
    outbox.say({ welcome: parts.welcome() });
    process = hosts.attach(factsOf(hello, facts), link);
  };

  stream.on("data", (frame: wire.AttachRequest) => {
    heard = performance.now();
    if (process === undefined) greet(frame);
    const host = process;
    if (host === undefined) return;
    if (frame.offers.length > 0) {
      const specs = frame.offers.map(offered);
      const known = specs.filter((spec) => spec !== undefined);
      if (known.length < specs.length) return malformed("An offer has no spec, or one that has no JSON form.");
      outbox.say(hosts.offer(host, known) as Pick<wire.AttachResponse, "accepted" | "refusals">);
    }
    if (frame.withdraw.length > 0) hosts.withdraw(host, frame.withdraw);
    for (const { number, progress } of frame.progress) if (progress) host.progress(number, progressFromWire(progress));
    for (const { number, outcome, executionTimeMs } of frame.outcomes) {
      const ran = outcome && { outcome: outcomeCodec.fromWire(outcome), elapsedMs: Number(executionTimeMs) };
      host.settle(number, ran ?? NOT_RUN);
    }
    if (frame.pong === pings) host.pong();
    if (frame.drain !== undefined) {
      hosts.leave(host);
      // Behind whatever is on its way: the process has heard of every invocation when it hears this.
      link.drain();
    }
  });
  stream.on("end", () => {
    end();
    stream.end();
  });
  stream.on("cancelled", end);
  stream.on("error", end);
  stream.on("close", end);
}

function factsOf(hello: NonNullable<wire.AttachRequest["hello"]>, facts: wire.HostProcess | undefined): HostFacts {
  return {
    language: hello.language,
    sdkVersion: hello.sdkVersion,
    runtime: facts?.runtime ?? "",
    pid: Number(facts?.pid ?? 0),
    id: facts?.id ?? "",
    maxInFlight: facts?.maxInFlight || DEFAULT_IN_FLIGHT,
  };
}

// The digest is made here, so that equal specs are equal whoever offers them.
function offered({ spec }: wire.Offer): ToolSpec | undefined {
  if (spec === undefined) return undefined;
  const { digest: _, ...fields } = specCodec.fromWire(spec);
  const hidden = fields.injectedSchema;
  return withDigest({
    ...fields,
    inputSchema: { type: "object", ...fields.inputSchema },
    injectedSchema: hidden === null ? null : { type: "object", ...hidden },
  });
}

function invocation(number: bigint, job: Job): StreamCall {
  return {
    number,
    wantsProgress: job.wantsProgress,
    calledAs: job.calledAs === job.tool ? "" : job.calledAs,
    call: callCodec.toWire({
      name: job.tool,
      args: payload(job.argumentsText),
      timeoutMs: job.budgetMs,
      callId: job.callId,
      specDigest: "",
      invocationKey: "",
      depth: job.depth,
      injected: null,
      traceparent: job.traceparent,
      tracestate: job.tracestate,
    }),
  };
}

function progressFromWire({
  fraction,
  message,
}: NonNullable<wire.AttachRequest["progress"][number]["progress"]>): Progress {
  return { ...(fraction !== undefined && { fraction }), ...(message !== undefined && { message }) };
}
