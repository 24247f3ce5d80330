import { setTimeout as pause } from "node:timers/promises";
import { ToolResponse, tool } from "toolspan";

// Ordinary tools under the names that the conformance suite of MCP calls.

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const image = { type: "image", mediaType: "image/png", source: { type: "base64", data: PNG } } as const;
const audio = { type: "audio", mediaType: "audio/wav", source: { type: "base64", data: WAV } } as const;
const file = (mediaType: string, text: string) =>
  ({
    type: "document",
    mediaType,
    source: { type: "base64", data: Buffer.from(text).toString("base64") },
  }) as const;

export const simpleText = tool({
  name: "test_simple_text",
  description: "Returns text.",
  run: async () => "This is a simple text response for testing.",
});

export const imageContent = tool({
  name: "test_image_content",
  description: "Returns an image.",
  run: async () => ToolResponse.success(null, { blocks: [image] }),
});

export const audioContent = tool({
  name: "test_audio_content",
  description: "Returns audio.",
  run: async () => ToolResponse.success(null, { blocks: [audio] }),
});

export const embedded = tool({
  name: "test_embedded_resource",
  description: "Returns a document.",
  run: async () =>
    ToolResponse.success(null, { blocks: [file("text/plain", "This is an embedded resource content.")] }),
});

export const mixed = tool({
  name: "test_multiple_content_types",
  description: "Returns text, an image and a document.",
  run: async () =>
    ToolResponse.success(null, {
      blocks: [
        { type: "text", text: "Multiple content types test:" },
        image,
        file("application/json", '{"test":"data","value":123}'),
      ],
    }),
});

export const failing = tool({
  name: "test_error_handling",
  description: "Always fails.",
  run: async () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
});

export const progressing = tool({
  name: "test_tool_with_progress",
  description: "Tells progress.",
  run: async (_, { progress }) => {
    for (const fraction of [0, 0.5, 1]) {
      progress({ fraction });
      await pause(50);
    }
    return "done";
  },
});

export const streaming = tool({
  name: "test_streaming_elicitation",
  description: "Tells progress, and asks nobody for anything.",
  run: async (_, { progress }) => {
    progress({ fraction: 0.5 });
    await pause(50);
    return "done";
  },
});

export const logging = tool({
  name: "test_logging_tool",
  description: "Writes to the log of the sidecar.",
  run: async (_, { log }) => {
    log.info("logged");
    return "done";
  },
});
