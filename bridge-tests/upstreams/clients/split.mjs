// The newer packages of the official TypeScript client: legacy or auto, and then stdio COMMAND…, or http URL TOKEN.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { steps } from "./steps.mjs";

const [mode, way, to, ...args] = process.argv.slice(2);
const transport =
  way === "stdio"
    ? new StdioClientTransport({ command: to, args, stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(to), { requestInit: { headers: { authorization: `Bearer ${args[0]}` } } });
const client = new Client({ name: "upstreams", version: "1.0.0" }, { versionNegotiation: { mode } });
await client.connect(transport);
await steps({
  version: () => ({ server: client.getServerVersion().name, protocol: client.getNegotiatedProtocolVersion() }),
  list: () => client.listTools(),
  call: (name, args, options) => client.callTool({ name, arguments: args }, options),
});
await client.close();
