// The tools of the outcome matrix as an MCP server says them: over standard input and output in revision 2025-11-25, where only
// objects are structured content, or with --http PORT in 2026-07-28, where every value is. Written by hand, to keep every digit.
import { createServer } from "node:http";

const port = process.argv[process.argv.indexOf("--http") + 1];
const newer = process.argv.includes("--http");
const boot = Math.random().toString(36).slice(2);

const VALUES = {
  object: '{"success": false, "error": "only data", "a": [1, {"b": null}]}',
  array: '[1, "two", 3.0, null, true]',
  string: JSON.stringify('a "b" \u2028 é 😀'),
  "empty-string": '""',
  integer: "-7",
  "large-integer": "9007199254740993",
  "huge-integer": "123456789012345678901234567890",
  float: "2.5",
  "integral-float": "1.0",
  true: "true",
  false: "false",
  "empty-object": "{}",
  "empty-array": "[]",
};

const schema = (properties = {}, required = Object.keys(properties)) => ({ type: "object", properties, required });
const TOOLS = {
  raw: schema({ kind: { type: "string" } }),
  nothing: schema(),
  echo: schema({ value: {} }),
  explicit: schema({ ok: { type: "boolean" }, partial: { type: "boolean" } }, ["ok"]),
  raise: schema({ how: { enum: ["message", "empty"] } }),
  unserializable: schema(),
  wait: schema({ ms: { type: "number" } }),
  steps: schema({ count: { type: "integer" } }),
  whoami: schema(),
  crash: schema(),
  leave: schema({ calls: { type: "integer" } }),
};
let leaving = 0;
const list = Object.entries(TOOLS).map(([name, inputSchema]) => ({
  name,
  inputSchema,
  ...(name === "unserializable" && { outputSchema: schema({ n: { type: "number" } }) }),
}));

const complete = newer ? '"resultType":"complete","ttlMs":0,"cacheScope":"private",' : "";
const said = (text, more = "") => `{${complete}"content":[{"type":"text","text":${JSON.stringify(text)}}]${more}}`;

// A value as JSON text, in the form that the revision has for it.
function valued(json) {
  const value = JSON.parse(json);
  const text = typeof value === "string" ? value : json;
  return said(text, newer || json === "null" || json.startsWith("{") ? `,"structuredContent":${json}` : "");
}

// The text of the arguments, unread: strings are passed over, and so is what stands in deeper objects.
function argumentsIn(line) {
  let depth = 0;
  let start = -1;
  for (const { 0: token, index } of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === "{") depth++;
    else if (token === "}") {
      if (start >= 0 && depth === 3) return line.slice(start, index + 1);
      depth--;
    } else if (start < 0 && depth === 2 && token === '"arguments"') start = line.indexOf("{", index);
  }
  return "{}";
}

function called({ name, arguments: args = {}, _meta: meta = {} }, line, answer, refuse, tell) {
  switch (name) {
    case "raw":
      return answer(valued(VALUES[args.kind]));
    case "nothing":
      return answer(valued("null"));
    case "echo":
      return answer(`{${complete}"content":[],"structuredContent":${argumentsIn(line)}}`);
    case "explicit":
      if (args.ok) return answer(valued('{"rows": 3}'));
      return answer(said("no such city", `${args.partial ? ',"structuredContent":{"rows": 1}' : ""},"isError":true`));
    case "raise":
      return args.how === "message" ? refuse(-32603, "boom") : refuse(-32000, "");
    case "unserializable":
      return answer(said("NaN", ',"structuredContent":{"n":"NaN"}'));
    case "wait":
      return setTimeout(() => answer(valued('"slept"')), args.ms);
    case "steps":
      for (let i = 1; i <= args.count; i++) {
        const params = { progressToken: meta.progressToken, progress: i, total: args.count, message: `step ${i}` };
        if (meta.progressToken !== undefined) setTimeout(() => tell(params), 30 * (i - 1));
      }
      return setTimeout(() => answer(valued(String(args.count))), 30 * args.count);
    case "whoami":
      return answer(
        valued(JSON.stringify({ pid: process.pid, runtime: `Node.js ${process.versions.node}`, language: "mcp", boot })),
      );
    case "crash":
      return process.exit(7);
    case "leave":
      leaving++;
      if (leaving === args.calls) setTimeout(() => process.exit(7), 700);
      return answer(valued('"bye"'));
    default:
      return refuse(-32602, `Unknown tool: ${name}`);
  }
}

function handle(line, send) {
  const { method, id, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
  const refuse = (code, message) => send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  const tell = (told) => send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: told }));
  const about = { name: "matrix", version: "1.0.0" };
  if (method === "tools/call") called(params, line, answer, refuse, tell);
  else if (method === "tools/list") answer(`{${complete}"tools":${JSON.stringify(list)}}`);
  else if (method === "initialize" && !newer) {
    answer(JSON.stringify({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: about }));
  } else if (method === "server/discover" && newer) {
    const _meta = JSON.stringify({ "io.modelcontextprotocol/serverInfo": about });
    answer(`{${complete}"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":${_meta}}`);
  } else refuse(-32601, `Method not found: ${method}`);
}

function serveHttp() {
  createServer(async (request, response) => {
    let line = "";
    for await (const chunk of request.setEncoding("utf8")) line += chunk;
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method } = JSON.parse(line);
    if (id === undefined) return response.writeHead(202).end();
    const asEvents = method === "tools/call";
    response.writeHead(200, { "content-type": asEvents ? "text/event-stream" : "application/json" });
    handle(line, (out) => {
      const isAnswer = !out.includes('"method":"notifications/');
      if (asEvents) response.write(`event: message\ndata: ${out}\n\n`);
      if (isAnswer) response.end(asEvents ? undefined : out);
    });
  }).listen(Number(port), "127.0.0.1", function () {
    process.stdout.write(`${JSON.stringify({ port: this.address().port })}\n`);
  });
}

// By itself, since readline ends lines at U+2028 too, which JSON text may hold as it is.
function serveStdio() {
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop();
    for (const line of lines) handle(line, (out) => process.stdout.write(`${out}\n`));
  });
}

if (newer) serveHttp();
else serveStdio();
process.stdin.resume().on("end", () => process.exit(0));
