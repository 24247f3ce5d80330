import { credentials } from "@grpc/grpc-js";
import { CallRequest, type StreamCall, StreamRequest, ToolsClient } from "../../dist/gen/toolspan/v1/tools.js";
import type { Path } from "./measure.js";
import { type Request, textOf } from "./protocol.js";
import { CHANNEL, tokenMetadata } from "./raw-unary.js";
import { isEcho } from "./sdk.js";

interface Waiting {
  readonly n: number;
  readonly resolve: (right: number) => void;
  readonly reject: (error: Error) => void;
}

/** `Tools.Stream` with nothing around it: what is queued in one turn of the event loop goes out in one frame. */
export async function rawStreamPath({ to, tool, bytes }: Request): Promise<Path> {
  const text = textOf(bytes);
  const client = new ToolsClient(to[0] ?? "", credentials.createInsecure(), CHANNEL);
  const stream = client.stream(tokenMetadata());
  const waiting = new Map<bigint, Waiting>();
  let queue: StreamCall[] = [];
  let next = 1n;

  stream.write(
    StreamRequest.create({
      hello: { protocolMin: 1, protocolMax: 1, sdkVersion: "0.1.0", language: "typescript", capabilities: [] },
    }),
  );
  stream.on("data", ({ answers }) => {
    for (const { number, response } of answers) {
      const call = waiting.get(number);
      waiting.delete(number);
      const data = response?.result?.data;
      if (data === undefined) call?.reject(new Error(response?.error ?? "not run"));
      else call?.resolve(isEcho(JSON.parse(data.toString()), text, call.n) ? 1 : 0);
    }
  });
  stream.on("error", (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });

  const flush = (): void => {
    const calls = queue;
    queue = [];
    stream.write({ hello: undefined, calls, cancel: [] });
  };

  return {
    batch: 1,
    call: (n) =>
      new Promise((resolve, reject) => {
        const number = next++;
        waiting.set(number, { n, resolve, reject });
        const data = Buffer.from(JSON.stringify({ text, n }));
        const call = CallRequest.create({ name: tool, arguments: { data, mediaType: "" } });
        if (queue.push({ number, call, wantsProgress: false, calledAs: "" }) === 1) setImmediate(flush);
      }),
    close: async () => {
      stream.end();
      client.close();
    },
  };
}
