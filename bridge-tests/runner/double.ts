import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { folder } from "./places.js";
import { encode } from "./schema.js";
import { toTree } from "./tree.js";

const LIMITS = {
  max_message_bytes: 33_554_432,
  max_in_flight: 1024,
  max_json_depth: 512,
  max_call_ms: 600_000,
  max_stream_arguments_bytes: 262_144,
};

/** What a client sent: its bytes and its metadata. */
export interface Sent {
  readonly bytes: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A sidecar's double that knows bytes only: it keeps what it is sent, and answers what it is told to. */
export class Double implements AsyncDisposable {
  readonly address = `unix:${join(folder(), "d.sock")}`;
  readonly greets: Sent[] = [];
  readonly calls: Sent[] = [];
  readonly batches: Sent[] = [];
  /** Bytes of the ToolResponse that every call gets. */
  response: Buffer = Buffer.alloc(0);
  /** Bytes of the ListResponse. */
  list: Buffer = Buffer.alloc(0);
  readonly #server = new grpc.Server();

  async start(): Promise<this> {
    const same = (bytes: Buffer): Buffer => bytes;
    const method = (name: string, streams: boolean) => ({
      path: `/toolspan.v1.Tools/${name}`,
      requestStream: streams,
      responseStream: streams,
      requestSerialize: same,
      requestDeserialize: same,
      responseSerialize: same,
      responseDeserialize: same,
    });
    const service = {
      Greet: method("Greet", false),
      List: method("List", false),
      Call: method("Call", false),
      CallAll: method("CallAll", true),
    };
    const unary =
      (keep: Sent[], answer: () => Buffer): grpc.handleUnaryCall<Buffer, Buffer> =>
      (call, done) => {
        keep.push({ bytes: call.request, metadata: texts(call.metadata) });
        done(null, answer());
      };
    const welcome = encode(
      "GreetResponse",
      toTree({ welcome: { protocol: 1, sidecar_version: "0.1.0", limits: LIMITS } }),
    );
    this.#server.addService(service, {
      Greet: unary(this.greets, () => welcome),
      List: unary([], () => this.list),
      Call: unary(this.calls, () => framed(1, this.response)),
      CallAll: (call: grpc.ServerDuplexStream<Buffer, Buffer>) => {
        call.on("data", (bytes: Buffer) => {
          this.batches.push({ bytes, metadata: texts(call.metadata) });
          // one message with slot 0 and slot 1, the second first
          call.write(
            Buffer.concat([
              framed(1, Buffer.concat([Buffer.from("0801", "hex"), framed(2, this.response)])),
              framed(1, framed(2, this.response)),
            ]),
          );
        });
        call.on("end", () => call.end());
        call.on("error", () => {});
      },
    });
    await new Promise<void>((resolve, reject) => {
      this.#server.bindAsync(this.address, grpc.ServerCredentials.createInsecure(), (error) =>
        error === null ? resolve() : reject(error),
      );
    });
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown();
  }
}

function texts(metadata: grpc.Metadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata.getMap()).map(([key, value]) => [key, String(value)]));
}

// A length-delimited field by hand.
function framed(field: number, bytes: Buffer): Buffer {
  const size: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>>= 7) size.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...size, rest]), bytes]);
}
