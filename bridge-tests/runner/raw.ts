import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { ROOT } from "./places.js";

// The schema as @grpc/proto-loader and protobufjs read it: nothing of the project's own code takes part.
const definition = loadSync(
  ["toolspan/v1/tools.proto", "grpc/health/v1/health.proto", "grpc/reflection/v1/reflection.proto"],
  { includeDirs: [join(ROOT, "proto")], keepCase: true, longs: String, enums: String, defaults: true, oneofs: true },
);

/** A message as proto-loader has it. */
export type Message = { readonly [field: string]: unknown };

/** How a raw question ended: an answer, or a status. */
export interface RawAnswer {
  readonly status: string;
  readonly details: string;
  readonly message: Message | null;
}

export interface RawOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
  /** Bytes of the request instead of a message. */
  readonly bytes?: Buffer;
  /** Bytes that follow every message of a stream that both write: fields of a newer schema. */
  readonly unknownFields?: Buffer;
}

const SPOKEN = { "toolspan-protocol": "1-1", "toolspan-sdk": "0.1.0", "toolspan-language": "typescript" };

/** A client without an SDK: it can say what no SDK would. */
export class Raw implements Disposable {
  readonly client: grpc.Client;

  constructor(address: string, options: grpc.ClientOptions = {}) {
    this.client = new grpc.Client(address, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
      "grpc.max_send_message_length": -1,
      "grpc.default_authority": "localhost",
      "grpc.use_local_subchannel_pool": 1,
      ...options,
    });
  }

  /** One unary question. */
  ask(service: string, method: string, message: Message = {}, options: RawOptions = {}): Promise<RawAnswer> {
    const { path, requestSerialize, responseDeserialize } = methodOf(service, method);
    const serialize = options.bytes === undefined ? requestSerialize : () => options.bytes ?? Buffer.alloc(0);
    const deadline = Date.now() + (options.deadlineMs ?? 20_000);
    return new Promise((resolve) => {
      this.client.makeUnaryRequest(
        path,
        serialize,
        responseDeserialize,
        message,
        metadataOf(options),
        { deadline },
        (error, answer) => {
          resolve({
            status: grpc.status[error?.code ?? 0] ?? "",
            details: error?.details ?? "",
            message: error === null ? (answer as Message) : null,
          });
        },
      );
    });
  }

  /** One call of a tool; its ToolResponse, or the status. */
  call(name: string, args: string, options: RawOptions = {}): Promise<RawAnswer> {
    return this.ask(
      "toolspan.v1.Tools",
      "Call",
      { name, arguments: { data: Buffer.from(args), media_type: "" } },
      options,
    );
  }

  /** A stream that the sidecar writes. */
  stream(
    service: string,
    method: string,
    message: Message = {},
    options: RawOptions = {},
  ): grpc.ClientReadableStream<Message> {
    const { path, requestSerialize, responseDeserialize } = methodOf(service, method);
    const stream = this.client.makeServerStreamRequest(
      path,
      requestSerialize,
      (data) => responseDeserialize(data) as Message,
      message,
      metadataOf(options),
    );
    stream.on("error", () => {});
    return stream;
  }

  /** A stream that both write. */
  both(service: string, method: string, options: RawOptions = {}): grpc.ClientDuplexStream<Message, Message> {
    const { path, requestSerialize, responseDeserialize } = methodOf(service, method);
    const unknown = options.unknownFields ?? Buffer.alloc(0);
    const stream = this.client.makeBidiStreamRequest(
      path,
      (message: Message) => Buffer.concat([requestSerialize(message), unknown]),
      (data) => responseDeserialize(data) as Message,
      metadataOf(options),
    );
    stream.on("error", () => {});
    return stream;
  }

  [Symbol.dispose](): void {
    this.client.close();
  }
}

interface Method {
  readonly path: string;
  readonly requestSerialize: (value: Message) => Buffer;
  readonly responseDeserialize: (data: Buffer) => object;
}

// A service or method that the schema does not have is asked for under its own path.
function methodOf(service: string, method: string): Method {
  const found = (definition[service] as Readonly<Record<string, Method>> | undefined)?.[method];
  return (
    found ?? { path: `/${service}/${method}`, requestSerialize: () => Buffer.alloc(0), responseDeserialize: () => ({}) }
  );
}

function metadataOf(options: RawOptions): grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries({ ...SPOKEN, ...options.metadata }))
    if (value !== "") metadata.set(key, value);
  return metadata;
}

/** The ToolResponse of an answer, as proto-loader has it. */
export function responseOf(answer: RawAnswer): Message {
  return (answer.message?.["response"] ?? {}) as Message;
}

/** The JSON text of a response's result. */
export function resultText(response: Message): string {
  const result = response["result"] as { readonly data?: Buffer } | null | undefined;
  return result?.data === undefined ? "" : Buffer.from(result.data).toString("utf8");
}
