import { Server, ServerCredentials, type ServerDuplexStream, type UntypedServiceImplementation } from "@grpc/grpc-js";
import * as wire from "../../dist/gen/toolspan/v1/tools.js";

// The peers that have the same messages and nothing else: `Tools.Stream` and `Tools.Call` answered without a check, a limit,
// a record or a thread, and an empty echo of bytes.

const MOST_BYTES = 64 * 1_048_576;
const [socket = ""] = process.argv.slice(2);

const same = (data: Buffer) => data;
const raw = {
  echo: {
    path: "/bench.Raw/Echo",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
};

const limits = {
  maxMessageBytes: MOST_BYTES / 2,
  maxInFlight: 20_000,
  maxJsonDepth: 512,
  maxCallMs: 600_000n,
  maxStreamArgumentsBytes: 262_144,
};
const welcome = { protocol: 1, sidecarVersion: "0.1.0", limits, capabilities: ["stream"] };

function respond(call: wire.CallRequest | undefined): wire.CallResponse["response"] {
  const { text, n } = JSON.parse(String(call?.arguments?.data));
  const data = Buffer.from(JSON.stringify({ text, n }));
  return {
    result: { data, mediaType: "" },
    success: true,
    error: undefined,
    executionTimeMs: 0n,
    toolName: call?.name,
    blocks: [],
    fault: undefined,
  };
}

function stream(call: ServerDuplexStream<wire.StreamRequest, wire.StreamResponse>): void {
  let answers: wire.StreamAnswer[] = [];
  const flush = (): void => {
    call.write({ welcome: undefined, progress: [], answers, drain: undefined, limits: undefined });
    answers = [];
  };
  call.on("data", ({ hello, calls }: wire.StreamRequest) => {
    if (hello !== undefined) call.write(wire.StreamResponse.create({ welcome }));
    for (const each of calls) {
      if (answers.push({ number: each.number, response: respond(each.call) }) === 1) setImmediate(flush);
    }
  });
  call.on("end", () => call.end());
  call.on("error", () => call.end());
}

const tools: UntypedServiceImplementation = {
  greet: (_: unknown, done: (error: null, answer: wire.GreetResponse) => void) => done(null, { welcome }),
  list: (_: unknown, done: (error: null, answer: wire.ListResponse) => void) => done(null, { tools: [], revision: 1n }),
  call: (call: { request: wire.CallRequest }, done: (error: null, answer: wire.CallResponse) => void) =>
    done(null, { response: respond(call.request) }),
  stream,
};

const server = new Server({ "grpc.max_receive_message_length": MOST_BYTES, "grpc.max_send_message_length": -1 });
server.addService(wire.ToolsService, tools);
server.addService(raw, {
  echo: (call: { request: Buffer }, done: (e: null, a: Buffer) => void) => done(null, call.request),
});

const bind = (address: string) =>
  new Promise<number>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
await bind(`unix:${socket}`);
const port = await bind("127.0.0.1:0");
process.stdout.write(`${JSON.stringify({ unix: `unix:${socket}`, tcp: `127.0.0.1:${port}` })}\n`);

// Whoever started this has gone.
process.stdin.on("end", () => process.exit(0)).resume();
