// The first line of the official TypeScript client: stdio COMMAND…, or http URL TOKEN.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { steps } from "./steps.mjs";

const [way, to, ...args] = process.argv.slice(2);
const transport =
  way === "stdio"
    ? new StdioClientTransport({ command: to, args, stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(to), { requestInit: { headers: { authorization: `Bearer ${args[0]}` } } });
let protocol = null;
const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (version) => {
  protocol = version;
  setProtocolVersion?.(version);
};
const client = new Client({ name: "upstreams", version: "1.0.0" });
await client.connect(transport);
await steps({
  version: () => ({ server: client.getServerVersion().name, protocol }),
  list: () => client.listTools(),
  call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
});
await client.close();
