// An MCP server over standard input and output whose tools have schemas that only hand-written JSON can have, and whose list changes;
// the sidecar that is tested for conformance offers them on.
import { createInterface } from "node:readline";

const TOOLS = [
  {
    name: "json_schema_2020_12_tool",
    description: "Has every keyword of JSON Schema 2020-12 that is easily lost.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
  },
  {
    name: "header_tool",
    description: "Wants an argument as a header, too.",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    },
  },
  {
    name: "test_trigger_tool_change",
    description: "Adds a tool to the list.",
    inputSchema: { type: "object" },
  },
];

// One that goes away again within a moment would be no change.
function grow() {
  const name = `added_${TOOLS.length}`;
  TOOLS.push({ name, description: "Was added.", inputSchema: { type: "object" } });
  send({ method: "notifications/tools/list_changed" });
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const ANSWERS = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "schemas", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ name }) => {
    if (name === "test_trigger_tool_change") grow();
    return { content: [{ type: "text", text: "called" }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: `There is no ${method}.` } };
  send({ id, ...body });
}
