import { payload, ToolResponse, tool } from "toolspan";
import { z } from "zod";

// What no log may show: every piece of media data and every secret of a URL says so itself.
const DATA = Buffer.from("NEVER-LOGGED media data").toString("base64");
const URL = "https://user:NEVER-LOGGED@media.example:8443/shown/path?token=NEVER-LOGGED#NEVER-LOGGED";

const blocks = [
  { type: "text", text: "two pictures" },
  { type: "image", mediaType: "image/png", source: { type: "base64", data: DATA } },
  { type: "audio", mediaType: "audio/wav", source: { type: "url", url: URL } },
] as const;

const written = [
  { type: "text", text: "two pictures" },
  { type: "image", media_type: "image/png", source: { type: "base64", data: DATA } },
  { type: "video", media_type: "video/mp4", source: { type: "url", url: URL } },
];

const resource = { type: "resource", resource: { uri: URL, mimeType: "application/pdf", blob: DATA } };

export const blocksOf = tool({
  name: "media_blocks",
  description: "Shows a model media beside its result.",
  run: async () => ToolResponse.success("seen", { blocks }),
});

export const failedBlocks = tool({
  name: "media_failure",
  description: "Fails, and shows media.",
  run: async () => ToolResponse.error("too dark", { blocks, result: written, details: { data: { blocks: written } } }),
});

export const opaque = tool({
  name: "media_bytes",
  description: "Returns bytes.",
  run: async () => payload(new Uint8Array(Buffer.from(DATA, "base64")), "image/png"),
});

export const message = tool({
  name: "media_message",
  description: "Returns a message whose tool result holds media.",
  run: async () => ({
    role: "tool",
    blocks: [{ type: "tool_result", call_id: "c", blocks: written, is_error: false, metadata: {} }],
    metadata: {},
  }),
});

export const content = tool({
  name: "media_content",
  description: "Returns content as MCP servers write it.",
  run: async () => [
    { type: "image", data: DATA, mimeType: "image/png" },
    resource,
    { type: "resource_link", uri: URL, name: "film", icons: [{ src: URL }] },
  ],
});

export const texts = tool({
  name: "media_texts",
  description: "Fails with content that has no block of its own, which is shown as its JSON text.",
  run: async () => {
    const text = JSON.stringify(resource);
    const blocks = [text, `![](data:image/png;base64,${DATA})`].map((one) => ({ type: "text", text: one }) as const);
    return ToolResponse.error(`too dark\n${text}`, { blocks, result: [text, JSON.stringify([text])] });
  },
});

export const through = tool({
  name: "media_through",
  description: "Calls a tool, and puts its whole response into its own result.",
  input: z.object({ tool: z.string() }),
  run: async ({ tool: name }, { call }) => ({ inner: await call(name, {}) }),
});

export const forgets = tool({
  name: "forgets",
  description: "Takes what it is given, and tells nothing of it.",
  input: z.looseObject({}),
  run: async () => "done",
});
