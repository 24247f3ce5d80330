// An MCP server written by hand, so that it can do what no SDK lets a server do: over standard input and output, or with --http.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const given = new Set(process.argv.slice(2));
const newer = given.has("--newer");
const seen = { calls: 0, cancelled: [], listed: 0, sessions: 0, variables: Object.keys(process.env), pid: process.pid };
const open = new Map();
let extra = [];
const listening = [];

const anything = { type: "object" };
const TOOLS = [
  { name: "say", description: "Answers with the JSON text that it is given.", inputSchema: anything },
  { name: "refuse", description: "Answers with the JSON-RPC error that it is given.", inputSchema: anything },
  { name: "die", description: "Ends its process amid the call.", inputSchema: anything },
  { name: "fade", description: "The same, and may be repeated.", inputSchema: anything, annotations: { idempotentHint: true } },
  { name: "hang", description: "Never answers.", inputSchema: anything },
  { name: "late", description: "Answers after some milliseconds, cancelled or not.", inputSchema: anything },
  { name: "steps", description: "Tells progress, and answers in the end, if there is one.", inputSchema: anything },
  { name: "seen", description: "What the server saw so far.", inputSchema: anything },
  { name: "grow", description: "Adds a tool to the list.", inputSchema: anything },
  { name: "cut", description: "Ends the answer's stream before the answer.", inputSchema: anything },
  { name: "misread", description: "Is refused with HTTP status 400, over HTTP.", inputSchema: anything },
  { name: "odd name/ü", description: "Has a name of its own.", inputSchema: anything },
  {
    name: "typed",
    description: "Answers with the structured content that it is given.",
    inputSchema: anything,
    outputSchema: { type: "object", properties: { data: { type: "string" } }, required: ["data"] },
  },
  {
    name: "listing",
    description: "Has a result that is no object.",
    inputSchema: anything,
    outputSchema: newer
      ? { type: "array", items: { type: "integer" } }
      : { type: "object", properties: { result: { type: "array", items: { type: "integer" } } }, required: ["result"] },
  },
];

const complete = (result) => (newer ? { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result } : result);
const text = (value) => complete({ content: [{ type: "text", text: value }] });

function pageOf(cursor) {
  seen.listed++;
  const all = [...TOOLS, ...extra];
  if (given.has("--endless")) return { tools: TOOLS, nextCursor: "again" };
  if (!given.has("--empty-cursor")) return { tools: all };
  return cursor === undefined ? { tools: all.slice(0, 5), nextCursor: "" } : { tools: all.slice(5) };
}

function initialized() {
  const about = { capabilities: { tools: { listChanged: !given.has("--undeclared") } }, serverInfo: { name: "faults", version: "1.0.0" } };
  return { protocolVersion: "2025-11-25", ...about };
}

function discovered() {
  return complete({
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: { listChanged: given.has("--listens") } },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "faults", version: "1.0.0" } },
  });
}

// `send` takes a message, or JSON text that is sent as it is.
function called({ name, arguments: args = {}, _meta: meta = {} }, id, send, cut) {
  seen.calls++;
  const answer = (result) => send({ jsonrpc: "2.0", id, result });
  switch (name) {
    case "say":
      return send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${args.text}}`);
    case "refuse":
      return send({ jsonrpc: "2.0", id, error: args });
    case "misread":
      return answer(text("read after all"));
    case "die":
    case "fade":
      process.stderr.write(`${name} has run\n`);
      return setTimeout(() => process.exit(3), args.ms ?? 50);
    case "hang":
      return undefined;
    case "late":
      return setTimeout(() => answer(text("late")), args.ms);
    case "steps":
      return steps(args, meta.progressToken, send, () => answer(text("done")));
    case "seen":
      return answer(complete({ content: [], structuredContent: { [args.what]: seen[args.what] } }));
    case "grow":
      extra = [{ name: "grown", description: "Was not there before.", inputSchema: anything }];
      // Those that listen are cut off instead, and have to ask for themselves.
      if (given.has("--listens")) for (const end of listening.splice(0)) end();
      else send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      return answer(text("grown"));
    case "cut":
      return cut();
    case "typed":
    case "listing":
      return answer(complete({ content: [], ...args }));
    case "odd name/ü":
      return answer(text(name));
    default:
      return send({ jsonrpc: "2.0", id, error: { code: -32602, message: `Unknown tool: ${name}` } });
  }
}

function steps({ every, count }, progressToken, send, done) {
  let step = 0;
  const timer = setInterval(() => {
    step++;
    const params = { progressToken, progress: step, total: count ?? 1000, message: `step ${step}` };
    send({ jsonrpc: "2.0", method: "notifications/progress", params });
    if (step !== count) return;
    clearInterval(timer);
    done();
  }, every);
  timer.unref();
}

function handle(message, send, cut = () => {}) {
  const { method, id, params = {} } = message;
  if (method === "notifications/cancelled") seen.cancelled.push(open.get(params.requestId) ?? null);
  if (id === undefined) return;
  open.set(id, params.name ?? method);
  if (method === "tools/call") called(params, id, send, cut);
  else if (method === "subscriptions/listen" && given.has("--listens")) {
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    send({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { ...params, _meta } });
    listening.push(cut);
  } else if (method === "tools/list") send({ jsonrpc: "2.0", id, result: complete(pageOf(params.cursor)) });
  else if (method === "initialize" && !newer) send({ jsonrpc: "2.0", id, result: initialized() });
  else if (method === "server/discover" && newer) send({ jsonrpc: "2.0", id, result: discovered() });
  else if (method === "server/discover" && given.has("--die-at-discover")) process.exit(4);
  else send({ jsonrpc: "2.0", id, error: { code: -32601, message: `Method not found: ${method}` } });
}

function serveStdio() {
  const send = (message) => process.stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  if (given.has("--noise")) process.stdout.write("Server v1 starting\n{not json}\n[1,2]\n\n");
  process.stderr.write("faults is ready\n");
  createInterface({ input: process.stdin }).on("line", (line) => handle(JSON.parse(line), send));
  process.stdin.on("end", () => {
    if (!given.has("--stays")) process.exit(0);
  });
  if (given.has("--stays")) {
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
  }
}

function serveHttp(port) {
  const sessions = new Set();
  const unknown = given.has("--bad-request") ? 400 : 404;
  const resumes = given.has("--resumes");
  const cutAway = new Map();
  createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const answer = cutAway.get(request.headers["last-event-id"]);
      if (answer !== undefined) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        return response.end(`id: end\ndata: ${JSON.stringify(answer)}\n\n`);
      }
      if (request.method !== "POST") return response.writeHead(405).end();
      const { FAULTS_HEADER: header = "authorization", FAULTS_AUTH: expected } = process.env;
      if (expected !== undefined && request.headers[header] !== expected) return response.writeHead(401).end();
      const message = JSON.parse(body);
      const session = request.headers["mcp-session-id"];
      if (message.method === "initialize") sessions.add(`s${++seen.sessions}`);
      else if (!newer && message.method !== "server/discover") {
        if (!sessions.has(session)) return response.writeHead(unknown).end();
        if (message.params?.name === "misread") return response.writeHead(400).end();
        if (message.method === "tools/call" && given.has("--forgets")) {
          process.stderr.write("refused\n");
          return response.writeHead(404).end();
        }
        if (message.params?.name === "grow") sessions.clear();
      }
      if (message.id === undefined) {
        response.writeHead(202).end();
        return handle(message, () => {});
      }
      const asEvents = message.method === "tools/call" || message.method === "subscriptions/listen";
      const headers = { "content-type": asEvents ? "text/event-stream" : "application/json" };
      if (message.method === "initialize") headers["mcp-session-id"] = `s${seen.sessions}`;
      response.writeHead(200, headers);
      response.on("close", () => {
        if (!response.writableEnded) seen.cancelled.push(open.get(message.id) ?? null);
      });
      const send = (out) => {
        const line = typeof out === "string" ? out : JSON.stringify(out);
        const isAnswer = typeof out === "string" || !("method" in out);
        if (!asEvents) return response.end(line);
        const event = `event: message\ndata: ${line}\n\n`;
        response.write(event);
        if (isAnswer && given.has("--abrupt")) return response.socket.end();
        if (isAnswer) response.end();
      };
      if (asEvents && resumes) response.write(`id: call-${message.id}\ndata:\n\n`);
      handle(message, send, () => {
        if (!resumes) return response.destroy();
        cutAway.set(`call-${message.id}`, { jsonrpc: "2.0", id: message.id, result: text("resumed") });
        return setTimeout(() => response.destroy(), 50);
      });
    });
  }).listen(port, "127.0.0.1", function () {
    process.stdout.write(`${JSON.stringify({ port: this.address().port })}\n`);
  });
  process.stdin.resume().on("end", () => process.exit(0));
}

if (given.has("--http")) serveHttp(Number(process.argv[process.argv.indexOf("--http") + 1]));
else serveStdio();
