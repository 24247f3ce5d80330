import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Child } from "../child.js";
import { CLI, environment } from "../daemon.js";
import { fixture, folder } from "../places.js";
import type { Scenario } from "../scenario.js";
import { until } from "../wait.js";

const TOKEN = "of-this-row";
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';

// A request whose Host header is what it says, which fetch does not allow.
function status(url: string, headers: Readonly<Record<string, string>>, path = "/mcp", body = LIST): Promise<number> {
  const { hostname, port } = new URL(url);
  const usual = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method: "POST", headers: { ...usual, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Who comes in at the door of `toolspan mcp serve --http`, and who does not. */
export const mcpServeDoor: Scenario = async () => {
  const at = folder();
  const token = join(at, "token");
  writeFileSync(token, TOKEN, { mode: 0o600 });
  const args = ["mcp", "serve", "--tools", fixture("values"), "--http", "127.0.0.1:0", "--token-file", token];
  await using served = new Child(CLI, args, { cwd: at, env: environment({ XDG_RUNTIME_DIR: at }) });
  const line = await until(
    20_000,
    () => served.stdout,
    (text) => text.includes("\n"),
  );
  const { url } = JSON.parse(line) as { url: string };
  const { port } = new URL(url);
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "row", version: "1" } },
  });
  return {
    own: await status(url, {}, "/mcp", initialize),
    by_name: await status(url, { host: `localhost:${port}` }, "/mcp", initialize),
    own_page: await status(url, { origin: `http://localhost:${port}` }, "/mcp", initialize),
    other_host: await status(url, { host: "evil.example" }, "/mcp", initialize),
    other_host_with_port: await status(url, { host: `evil.example:${port}` }, "/mcp", initialize),
    other_page: await status(url, { origin: "http://evil.example" }, "/mcp", initialize),
    nameless_page: await status(url, { origin: "null" }, "/mcp", initialize),
    no_token: await status(url, { authorization: "" }, "/mcp", initialize),
    other_token: await status(url, { authorization: `Bearer ${TOKEN}x` }, "/mcp", initialize),
    other_path: await status(url, {}, "/", initialize),
    no_json: await status(url, {}, "/mcp", "{"),
    other_type: await status(url, { "content-type": "text/plain" }, "/mcp", initialize),
    no_session: await status(url, {}),
  };
};
