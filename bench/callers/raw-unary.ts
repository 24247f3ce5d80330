import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { CallRequest, ToolsClient } from "../../dist/gen/toolspan/v1/tools.js";
import type { Path } from "./measure.js";
import { FIRST_NUMBER, type Request, textOf } from "./protocol.js";
import { isEcho } from "./sdk.js";

const MOST_BYTES = 64 * 1_048_576;
export const CHANNEL = {
  "grpc.default_authority": "localhost",
  "grpc.max_receive_message_length": MOST_BYTES,
  "grpc.max_send_message_length": MOST_BYTES,
  "grpc.use_local_subchannel_pool": 1,
};

/** What a TCP address asks for. */
export function tokenMetadata(): Metadata {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${process.env["TOOLSPAN_TOKEN"] ?? ""}`);
  return metadata;
}

/** `Tools.Call` by its generated client, an RPC a call, the JSON written and read here. */
export async function unaryPath({ to, tool, bytes }: Request): Promise<Path> {
  const text = textOf(bytes);
  const client = new ToolsClient(to[0] ?? "", credentials.createInsecure(), CHANNEL);
  const metadata = tokenMetadata();
  return {
    batch: 1,
    call: (n) =>
      new Promise((resolve, reject) => {
        const data = Buffer.from(JSON.stringify({ text, n }));
        const request = CallRequest.create({ name: tool, arguments: { data, mediaType: "" } });
        client.call(request, metadata, (error, answer) => {
          if (error !== null) return reject(error);
          const result = answer.response?.result?.data;
          if (result === undefined) return reject(new Error(answer.response?.error ?? "an empty answer"));
          resolve(isEcho(JSON.parse(result.toString()), text, n) ? 1 : 0);
        });
      }),
    close: async () => client.close(),
  };
}

/** An empty unary echo of bytes: no JSON, no protobuf, the floor of one RPC a call. */
export async function rawPath({ to, bytes }: Request): Promise<Path> {
  const body = Buffer.from(JSON.stringify({ text: textOf(bytes), n: FIRST_NUMBER }));
  const client = new Client(to[0] ?? "", credentials.createInsecure(), CHANNEL);
  const same = (data: Buffer) => data;
  return {
    batch: 1,
    call: () =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest("/bench.Raw/Echo", same, same, body, (error, answer) => {
          if (error !== null) reject(error);
          else resolve(answer?.length === body.length ? 1 : 0);
        });
      }),
    close: async () => client.close(),
  };
}
