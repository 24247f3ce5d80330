import { texts } from "../gen/texts.js";
import type { Progress, ToolCall } from "../model/call.js";
import { type Fault, fault } from "../model/fault.js";
import type { Limits } from "../model/limits.js";
import { normalise } from "../model/normalise.js";
import { type Outcome, raised, returned } from "../model/outcome.js";
import type { Payload } from "../model/payload.js";
import { type Problem, problemDetails, problemText } from "../model/problem.js";
import { readJson } from "../model/read-json.js";
import { ToolResponse } from "../model/response.js";
import { resultTooLarge } from "../model/result-size.js";
import type { Recorder } from "../record/recorder.js";
import type { Recording } from "../record/recording.js";
import { type CheckedArguments, checkArguments } from "./check-arguments.js";
import { InFlight } from "./in-flight.js";
import { Nested } from "./nested.js";
import { race } from "./race.js";
import type { Entry, Found, Registry } from "./registry.js";
import type { Ran } from "./runner.js";
import { problemsOf } from "./schema-check.js";
import type { Stop } from "./stop.js";

/** The answer as it travels: the result is unread. */
export type Response = ToolResponse<Payload | null>;

export interface InvokeOptions {
  /** The caller's cancel. */
  readonly stop: Stop;
  readonly progress?: (update: Progress) => void;
  /** The places of this caller; left out, only the sidecar's own limit holds (C8.5). */
  readonly peer?: InFlight;
  /** Milliseconds that the call that makes this one has left; when they end, that one stops this one. */
  readonly left?: number;
  /** What is recorded of the call that makes this one. */
  readonly within?: Recording | null;
}

/** Answers calls: finds the tool, checks the arguments, runs it within its bounds, normalises once. Never rejects. */
export type Invoke = (call: ToolCall, options: InvokeOptions) => Promise<Response>;

export interface InvokeParts {
  readonly registry: Registry;
  readonly limits: Limits;
  /** Told of every call once when it comes in and once when it has ended (C7.3). */
  readonly recorder: Pick<Recorder, "begin" | "ended">;
}

interface Ready {
  readonly ok: true;
  readonly entry: Entry;
  readonly argumentsText: string;
}

type Prepared = Ready | { readonly ok: false; readonly fault: Fault };

const MOST_ATTEMPTS = 3;
const MOST_DEPTH = 16;
const RETRY_AFTER_MS = 100;
const NO_PROGRESS = () => {};

/** The one way in which every call runs, single or in a batch (C2.5). */
export function createInvoke({ registry, limits, recorder }: InvokeParts): Invoke {
  const all = new InFlight(limits.maxInFlight);

  const invoke: Invoke = async (call, options) => {
    const found = registry.find(call.name);
    const spec = found.ok ? found.entry.spec : null;
    const recording = recorder.begin(call, spec, options.within ?? null);
    const ran = await within(call, options, () => {
      const prepared = prepare(call, found);
      return prepared.ok ? run(prepared, call, options, recording) : refused(prepared.fault);
    });
    const response = normalise(call.name, ran.outcome, Math.max(0, Math.round(ran.elapsedMs)));
    recorder.ended(call, response, { spec, recording });
    return response;
  };
  return invoke;

  // A place of the caller's and one of the sidecar's, or `overloaded` at once (C8.5).
  async function within(call: ToolCall, { peer }: InvokeOptions, start: () => Promise<Ran> | Ran): Promise<Ran> {
    if (peer?.enter() === false) return overloaded(call.name, limits.maxInFlightPerPeer);
    const entered = all.enter();
    try {
      return entered ? await start() : overloaded(call.name, limits.maxInFlight);
    } finally {
      if (entered) all.leave();
      peer?.leave();
    }
  }

  function prepare(call: ToolCall, found: Found): Prepared {
    if (!found.ok) return found;
    const { entry } = found;
    const { spec } = entry;
    if (call.specDigest !== "" && call.specDigest !== spec.digest) {
      const details = { code: "schema_changed", expected: call.specDigest, actual: spec.digest };
      return { ok: false, fault: fault("invalid_arguments", texts.schema_changed(call.name), { details }) };
    }
    if (call.depth > MOST_DEPTH) {
      const message = texts.depth_exceeded(call.name, MOST_DEPTH);
      return { ok: false, fault: fault("invalid_arguments", message, { details: { code: "depth_exceeded" } }) };
    }
    const checked = checkArguments(call.args, call.injected, { input: entry.input(), hidden: entry.hidden });
    if (!checked.ok) return { ok: false, fault: invalidArguments(call.name, checked) };
    return { ok: true, entry, argumentsText: checked.text };
  }

  async function run(
    { entry, argumentsText }: Ready,
    call: ToolCall,
    options: InvokeOptions,
    recording: Recording | null,
  ): Promise<Ran> {
    const { spec, runner } = entry;
    const { stop, left = Infinity } = options;
    const ownMs = Math.min(call.timeoutMs ?? Infinity, spec.timeout ?? Infinity, limits.maxCallMs);
    const budgetMs = Math.min(ownMs, left);
    const started = performance.now();
    const nested = new Nested(invoke, limits, { call, stop, until: started + budgetMs, recording });
    const once = (): Promise<Ran> =>
      runner.run({
        tool: spec.name,
        calledAs: call.name,
        callId: call.callId,
        argumentsText,
        depth: call.depth,
        budgetMs: Math.max(0, budgetMs - (performance.now() - started)),
        stop,
        progress: options.progress ?? NO_PROGRESS,
        wantsProgress: options.progress !== undefined,
        traceparent: call.traceparent,
        tracestate: call.tracestate,
        call: nested.call,
      });
    const ran = await race(() => (spec.idempotent ? repeated(once, stop) : once()), {
      // An inherited deadline has one timer, so that the outermost call is always the one that timed out.
      budgetMs: ownMs < left ? ownMs : Infinity,
      stop,
      faults: {
        timeout: () => fault("timeout", texts.timeout(call.name, Math.round(budgetMs)), { retryable: true }),
        cancelled: () => fault("cancelled", texts.cancelled(call.name)),
      },
    });
    nested.end();
    return { elapsedMs: ran.elapsedMs, outcome: checkResult(entry, call.name, ran.outcome) };
  }

  function checkResult(entry: Entry, name: string, outcome: Outcome<Response>): Outcome<Response> {
    if (outcome.kind === "raised") return outcome;
    const tooLarge = resultTooLarge(name, outcome.value, limits);
    if (tooLarge !== null) return failure(tooLarge);
    const { result, success } = outcome.value;
    const schema = success ? entry.output() : null;
    if (schema === null || result === null || result.mediaType !== "") return outcome;
    const read = readJson(result.data);
    const problems = read.ok
      ? problemsOf(schema.check(JSON.parse(Buffer.from(result.data).toString("utf8"))))
      : [read.problem];
    return problems.length === 0 ? outcome : failure(invalidResult(name, problems));
  }
}

// A lost host costs an idempotent call another attempt, at most three in all, within the budget (C8.6).
async function repeated(once: () => Promise<Ran>, stop: Stop): Promise<Ran> {
  for (let attempt = 1, mayHaveRun = false; ; attempt++) {
    const ran = await once();
    const { outcome } = ran;
    const lost = outcome.kind === "raised" && outcome.fault.kind === "host_lost" ? outcome.fault : null;
    if (lost === null || attempt >= MOST_ATTEMPTS || stop.reason !== null) {
      return mayHaveRun ? { ...ran, outcome: withUnknownEffect(outcome) } : ran;
    }
    mayHaveRun ||= lost.details["effect"] !== "none";
  }
}

// That the last attempt had no effect says nothing of those before it.
function withUnknownEffect(outcome: Outcome<Response>): Outcome<Response> {
  if (outcome.kind !== "raised" || outcome.fault.details["effect"] !== "none") return outcome;
  return raised({ ...outcome.fault, details: { ...outcome.fault.details, effect: "unknown" } });
}

function overloaded(name: string, limit: number): Ran {
  const details = { effect: "none", limit, retry_after_ms: RETRY_AFTER_MS };
  return { outcome: raised(fault("overloaded", texts.overloaded(name), { details, retryable: true })), elapsedMs: 0 };
}

function refused(reason: Fault): Ran {
  return { outcome: failure(reason), elapsedMs: 0 };
}

// Faults that an Outcome does not raise stand in a failed ToolResponse (C2.1).
function failure(reason: Fault): Outcome<Response> {
  const raises = ["exception", "timeout", "cancelled", "host_lost", "overloaded", "internal"].includes(reason.kind);
  return raises ? raised(reason) : returned({ ...ToolResponse.error(reason.message), fault: reason });
}

function invalidArguments(name: string, { problems, areInjected }: Extract<CheckedArguments, { ok: false }>): Fault {
  const text = (areInjected ? texts.invalid_injected : texts.invalid_arguments)(name, problemText(problems));
  const details = { ...problemDetails(problems), ...(areInjected && { code: "injected" }) };
  return fault("invalid_arguments", text, { details });
}

function invalidResult(name: string, problems: readonly Problem[]): Fault {
  return fault("invalid_result", texts.invalid_result(name, problemText(problems)), {
    details: problemDetails(problems),
  });
}
