import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  Server,
  ServerCredentials,
  status,
} from "@grpc/grpc-js";
import {
  type CallAllRequest,
  type CallAllResponse,
  type CallRequest,
  type GreetResponse,
  type ToolsServer,
  ToolsService,
  type WatchRequest,
  type WatchResponse,
} from "../gen/toolspan/v1/tools.js";
import { type Payload, payload } from "../model/payload.js";
import { ToolResponse } from "../model/response.js";
import type { ToolSpec } from "../model/spec.js";
import { responseCodec } from "../wire/response.js";
import { specCodec } from "../wire/spec.js";

/** What one call is answered with: a response, a status, or nothing ever. */
export type Reply = ToolResponse<Payload | null> | { readonly code: number; readonly details: string } | "never";

export interface Script {
  readonly call?: (request: CallRequest, cancelled: Promise<void>) => Reply | Promise<Reply>;
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
    greet: (call, callback) => {
      const given = call.metadata.get("authorization")[0];
      if (script.token !== undefined && given !== `Bearer ${script.token}`) {
        return callback({ code: status.UNAUTHENTICATED, details: "This address needs a token." });
      }
      const limits = { maxMessageBytes: 0, maxInFlight: 0, maxJsonDepth: 0, maxCallMs: 0n, maxStreamArgumentsBytes: 0 };
      callback(null, {
        welcome: { protocol: 1, sidecarVersion: "0", limits: { ...limits, ...script.limits }, capabilities: [] },
      });
    },
    list: (_, callback) => callback(null, { tools: (script.tools ?? []).map(specCodec.toWire), revision: 1n }),
    watch: script.watch ?? ((call) => call.end()),
    call: async (call, callback) => {
      const reply = await (script.call?.(call.request, new Promise((told) => call.on("cancelled", told))) ?? "never");
      if (reply === "never") return;
      if ("code" in reply) callback(reply);
      else callback(null, { response: responseCodec.toWire(reply) });
    },
    callAll: script.callAll ?? ((call) => call.end()),
    stream: (call) => call.end(),
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

/** A success whose result is JSON text. */
export function answer(json: string, toolName = "t"): ToolResponse<Payload | null> {
  return { ...ToolResponse.success(payload(json)), toolName };
}

export function spec(name: string, idempotent = false): ToolSpec {
  return {
    name,
    description: "",
    inputSchema: { type: "object" },
    outputSchema: null,
    type: "function",
    source: "s",
    timeout: null,
    idempotent,
    digest: "",
  };
}
