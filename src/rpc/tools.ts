import type { ServerDuplexStream, ServerUnaryCall, ServerWritableStream, sendUnaryData } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import type { Welcome } from "../gen/toolspan/v1/session.js";
import type * as wire from "../gen/toolspan/v1/tools.js";
import { ListResponse, type ToolsServer } from "../gen/toolspan/v1/tools.js";
import { Batch } from "../invoke/batch.js";
import type { Invoke, Response } from "../invoke/invoke.js";
import type { Registry } from "../invoke/registry.js";
import { Stop } from "../invoke/stop.js";
import type { Limits } from "../model/limits.js";
import { responseBytes } from "../model/response-size.js";
import { SkillError } from "../tools/skills/skill.js";
import { callCodec } from "../wire/call.js";
import { responseCodec } from "../wire/response.js";
import { specCodec } from "../wire/spec.js";
import { type Gate, refuse, refuseRange, statusError } from "./session.js";
import { serveStream } from "./stream.js";

export interface ToolsParts {
  readonly registry: Registry;
  readonly invoke: Invoke;
  readonly limits: Limits;
  readonly welcome: () => Welcome;
  readonly gate: Gate;
  readonly transport: "unix" | "tcp";
  /** Milliseconds that calls in flight may take once the sidecar drains. */
  readonly graceMs: number;
  /** Resolves when every module is loaded; calls that come earlier wait for it (C8.1). */
  readonly ready: Promise<void>;
  /** Aborted when the sidecar drains: idle streams end, calls in flight go on (C8.2). */
  readonly draining: AbortSignal;
  /** The prompt of skills; rejects with a SkillError where there is no such skill. */
  readonly skillsPrompt: (names: readonly string[]) => Promise<string>;
  /** Told of each call that starts; what it returns is called when the call ends. */
  readonly begin: () => () => void;
}

/** The door of the Tools service: decode, ask the rooms, encode. */
export function toolsService(parts: ToolsParts): ToolsServer {
  const { registry, invoke, begin } = parts;
  const refusalOf = (call: { readonly metadata: ServerUnaryCall<unknown, unknown>["metadata"] }) =>
    parts.gate(call.metadata, parts.transport);

  // One answer to one request, behind the gate; what our own code throws is INTERNAL with a short text.
  const unary =
    <Q, A>(answer: (call: ServerUnaryCall<Q, A>) => Promise<A> | A) =>
    async (call: ServerUnaryCall<Q, A>, done: sendUnaryData<A>): Promise<void> => {
      const refusal = refusalOf(call);
      if (refusal !== undefined) return done(statusError(refusal));
      const end = begin();
      try {
        await parts.ready;
        done(null, await answer(call));
      } catch (error) {
        if (error instanceof SkillError) done(statusError({ code: status.INVALID_ARGUMENT, details: error.message }));
        else done(statusError({ code: status.INTERNAL, details: String(error) }));
      } finally {
        end();
      }
    };

  return {
    greet: (call: ServerUnaryCall<wire.GreetRequest, wire.GreetResponse>, done: sendUnaryData<wire.GreetResponse>) => {
      const hello = call.request.hello;
      const stated = hello === undefined ? undefined : refuseRange(`${hello.protocolMin}-${hello.protocolMax}`);
      const refusal = refusalOf(call) ?? stated;
      if (refusal === undefined) done(null, { welcome: parts.welcome() });
      else done(statusError(refusal));
    },

    list: unary<wire.ListRequest, wire.ListResponse>(() => listOf(registry)),

    skillsPrompt: unary<wire.SkillsPromptRequest, wire.SkillsPromptResponse>(async ({ request }) => ({
      prompt: await parts.skillsPrompt(request.names),
    })),

    call: unary<wire.CallRequest, wire.CallResponse>(async (call) => {
      const stop = new Stop();
      call.on("cancelled", () => stop.stop("cancelled"));
      const response = await invoke(callCodec.fromWire(call.request), { stop });
      return { response: responseCodec.toWire(response) };
    }),

    watch: async (call: ServerWritableStream<wire.WatchRequest, wire.WatchResponse>) => {
      const refusal = refusalOf(call);
      if (refusal !== undefined) return refuse(call, refusal);
      const send = () => void call.write(listOf(registry));
      const stop = () => refuse(call, { code: status.UNAVAILABLE, details: "draining: the sidecar is stopping" });
      await parts.ready;
      const subscription = registry.onChange(send);
      parts.draining.addEventListener("abort", stop, { once: true });
      call.on("cancelled", () => call.end());
      call.on("close", () => {
        subscription[Symbol.dispose]();
        parts.draining.removeEventListener("abort", stop);
      });
      send();
    },

    callAll: (call: ServerDuplexStream<wire.CallAllRequest, wire.CallAllResponse>) => {
      const refusal = refusalOf(call);
      if (refusal !== undefined) return refuse(call, refusal);
      serveBatch(call, parts);
    },

    stream: (call: ServerDuplexStream<wire.StreamRequest, wire.StreamResponse>) => {
      const refusal = refusalOf(call);
      if (refusal !== undefined) return refuse(call, refusal);
      serveStream(call, { ...parts, refuse: (why) => refuse(call, why) });
    },
  };
}

function serveBatch(call: ServerDuplexStream<wire.CallAllRequest, wire.CallAllResponse>, parts: ToolsParts): void {
  const end = parts.begin();
  let batch: Batch | undefined;
  let total = 0;
  let answered = 0;
  let received = 0;
  let ready: { index: number; response: Response }[] = [];

  // Slots that end in one turn of the event loop leave in one message, within the message limit.
  const flush = (): void => {
    let bytes = 0;
    let slots: wire.Slot[] = [];
    for (const { index, response } of ready) {
      const size = responseBytes(response) + 1024;
      if (bytes + size > parts.limits.maxMessageBytes / 2 && slots.length > 0) {
        call.write({ slots });
        slots = [];
        bytes = 0;
      }
      slots.push({ index, response: responseCodec.toWire(response) });
      bytes += size;
    }
    if (slots.length > 0) call.write({ slots });
    ready = [];
    if (answered === total) call.end();
  };

  const answer = (index: number, response: Response): void => {
    answered++;
    if (ready.push({ index, response }) === 1) setImmediate(flush);
  };

  const malformed = (details: string): void => {
    batch?.cancelAll();
    refuse(call, { code: status.INVALID_ARGUMENT, details });
  };

  call.on("data", (request: wire.CallAllRequest) => {
    if (batch === undefined) {
      total = request.total;
      batch = new Batch(parts.invoke, request.parallelism, answer);
      if (total === 0) call.end();
    }
    received += request.calls.length;
    if (received > total) return malformed(`The batch has more calls than its total of ${total}.`);
    const { calls, cancel } = request;
    const current = batch;
    void parts.ready.then(() => {
      current.add(calls.map(callCodec.fromWire));
      for (const index of cancel) current.cancel(index);
    });
  });
  call.on("end", () => {
    if (batch === undefined) call.end();
    else if (received < total) malformed(`The batch ended after ${received} of ${total} calls.`);
  });
  call.on("cancelled", () => batch?.cancelAll());
  call.on("error", () => batch?.cancelAll());
  call.on("close", end);
}

function listOf(registry: Registry): wire.ListResponse {
  return ListResponse.create({ tools: registry.list().map(specCodec.toWire), revision: registry.revision });
}
