import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  status,
} from "@grpc/grpc-js";
import {
  type CallAllRequest,
  type CallAllResponse,
  type CallRequest,
  type GreetResponse,
  type StreamRequest,
  type StreamResponse,
  type ToolsServer,
  ToolsService,
  type WatchRequest,
  type WatchResponse,
} from "../gen/toolspan/v1/tools.js";
import type { Progress } from "../model/call.js";
import { type Payload, payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { responseCodec } from "../wire/response.js";
import { specCodec } from "../wire/spec.js";

/** What one call is answered with: a response, a status (on a stream: of the whole stream), or nothing ever. */
export type Reply = ToolResponse<Payload | null> | { readonly code: number; readonly details: string } | "never";

export type Stream = ServerDuplexStream<StreamRequest, StreamResponse>;

export interface Script {
  /** Answers a call, whichever way it came. */
  readonly call?: (
    request: CallRequest,
    cancelled: Promise<void>,
    tell: (update: Progress) => void,
  ) => Reply | Promise<Reply>;
  /** Told of each frame of a stream before it is served. */
  readonly frame?: (frame: StreamRequest, stream: Stream) => void;
  /** Serves streams in its own way. */
  readonly stream?: (stream: Stream) => void;
  readonly callAll?: handleBidiStreamingCall<CallAllRequest, CallAllResponse>;
  readonly watch?: handleServerStreamingCall<WatchRequest, WatchResponse>;
  readonly tools?: readonly ToolSpec[];
  readonly token?: string;
  readonly limits?: Partial<NonNullable<NonNullable<GreetResponse["welcome"]>["limits"]>>;
}

/** A folder for sockets that goes away. */
export function socketFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "ts-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A Tools server that does what its script says; disposing kills it and its connections. */
export async function fakeSidecar(socket: string, script: Script): Promise<AsyncDisposable> {
  const server = new Server({ "grpc.max_receive_message_length": -1 });
  const tools: ToolsServer = {
    skillsPrompt: (_, done) => done(null, { prompt: "" }),
    greet: (call, callback) => {
      const given = call.metadata.get("authorization")[0];
      if (script.token !== undefined && given !== `Bearer ${script.token}`) {
        return callback({ code: status.UNAUTHENTICATED, details: "This address needs a token." });
      }
      callback(null, { welcome: welcome(script) });
    },
    list: (_, callback) => callback(null, { tools: (script.tools ?? []).map(specCodec.toWire), revision: 1n }),
    watch: script.watch ?? ((call) => call.end()),
    call: async (call, callback) => {
      const reply = await (script.call?.(call.request, new Promise((told) => call.on("cancelled", told)), () => {}) ??
        "never");
      if (reply === "never") return;
      if ("code" in reply) callback(reply);
      else callback(null, { response: responseCodec.toWire(reply) });
    },
    callAll: script.callAll ?? ((call) => call.end()),
    stream: script.stream ?? ((stream) => serveStream(stream, script)),
  };
  server.addService(ToolsService, tools);
  await new Promise<void>((bound, failed) => {
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) =>
      error ? failed(error) : bound(),
    );
  });
  return {
    [Symbol.asyncDispose]: async () => {
      server.forceShutdown();
      rmSync(socket, { force: true });
    },
  };
}

function welcome(script: Script): NonNullable<GreetResponse["welcome"]> {
  const limits = { maxMessageBytes: 0, maxInFlight: 0, maxJsonDepth: 0, maxCallMs: 0n, maxStreamArgumentsBytes: 0 };
  return { protocol: 1, sidecarVersion: "0", limits: { ...limits, ...script.limits }, capabilities: [] };
}

/** What a frame from the sidecar is, where nothing else is said. */
export const FRAME: StreamResponse = {
  welcome: undefined,
  progress: [],
  answers: [],
  drain: undefined,
  limits: undefined,
};

function serveStream(stream: Stream, script: Script): void {
  const cancels = new Map<bigint, () => void>();
  stream.on("data", async (frame: StreamRequest) => {
    if (frame.hello !== undefined) stream.write({ ...FRAME, welcome: welcome(script) });
    script.frame?.(frame, stream);
    for (const { number, call, wantsProgress } of frame.calls) {
      if (call === undefined) continue;
      const cancelled = new Promise<void>((told) => cancels.set(number, told));
      const tell = ({ fraction, message }: Progress) =>
        void (
          wantsProgress &&
          stream.write({ ...FRAME, progress: [{ number, progress: { fraction, message, content: [] } }] })
        );
      void Promise.resolve(script.call?.(call, cancelled, tell) ?? "never").then((reply) => {
        if (reply === "never") return;
        if (!("code" in reply)) {
          stream.write({ ...FRAME, answers: [{ number, response: responseCodec.toWire(reply) }] });
        } else if (reply.details.startsWith("draining")) {
          stream.write({ ...FRAME, answers: [{ number, response: undefined }] });
        } else stream.emit("error", reply);
      });
    }
    // As a sidecar does, whatever the tool does about it.
    for (const number of frame.cancel) {
      cancels.get(number)?.();
      stream.write({ ...FRAME, answers: [{ number, response: responseCodec.toWire(answer('"too late"')) }] });
    }
  });
  stream.on("end", () => stream.end());
}

/** A success whose result is JSON text. */
export function answer(json: string, toolName = "t"): ToolResponse<Payload | null> {
  return { ...ToolResponse.success(payload(json)), toolName };
}
