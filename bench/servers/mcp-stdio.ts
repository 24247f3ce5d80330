import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { mcpServer } from "./mcp-tools.js";

// MCP over stdio; ends with its client.
process.stdin.on("end", () => process.exit(0));
await mcpServer().connect(new StdioServerTransport());
