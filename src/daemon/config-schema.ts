import { z } from "zod";
import { ToolspanError } from "../client/errors.js";
import { bashSchema } from "./config-bash.js";
import { eventLogSchema } from "./config-event-log.js";
import { injectedSchema } from "./config-injected.js";
import { skillSourceSchema } from "./config-skills.js";
import { DURATION, SIZE } from "./config-units.js";
import { listenOf } from "./listen-address.js";
import type { Isolation, ServeOptions } from "./serve-options.js";

export const HOST_PORT = /^(\[[0-9A-Fa-f:.]+\]|[^\s:[\]]+):(\d{1,5})$/;
const ISOLATIONS = ["worker", "inline", "process"] as const satisfies readonly Isolation[];
export const LOG_LEVELS = [
  "trace",
  "debug",
  "info",
  "warn",
  "error",
  "silent",
] as const satisfies readonly ServeOptions["logLevel"][];
export const LOG_FORMATS = ["json", "text"] as const satisfies readonly ServeOptions["logFormat"][];

const COUNT = "a whole number above 0";
const SIZE_TEXT = "a size such as 32MiB, or a number of bytes";
const DURATION_TEXT = "a duration such as 500ms, 5s or 10m, or a number of seconds";
const ADDRESS_TEXT = "unix:/path/to.sock, host:port or [::1]:port";

const text = (expected: string) => z.string({ error: expected }).min(1, { error: expected });
const count = z.int({ error: COUNT }).positive({ error: COUNT });
const size = z.union([count, z.string().regex(SIZE, { error: SIZE_TEXT })], { error: SIZE_TEXT });
const duration = z.union(
  [z.number().nonnegative({ error: DURATION_TEXT }), z.string().regex(DURATION, { error: DURATION_TEXT })],
  {
    error: DURATION_TEXT,
  },
);
const address = text(ADDRESS_TEXT).refine(isAddress, { error: ADDRESS_TEXT });
const file = text("the path of a file");

const environment = (what: string) =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: "a text" }).transform(String), {
      error: "a mapping of names to texts",
    })
    .optional()
    .meta({ description: `${what}; \${NAME} stands for a variable of the sidecar's own.` });

const toolsModule = z.strictObject({
  file: file.meta({ description: "A module that exports tools: .ts, .js or .mjs." }),
  source: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/, { error: "1 to 128 letters, digits, _ or -" })
    .optional()
    .meta({ description: "The source name of its tools. Default: the file's name up to its first dot." }),
  isolation: z.enum(ISOLATIONS).optional().meta({
    description:
      "worker: a thread of its own (default). inline: in the sidecar, for trusted, non-blocking tools. process: a process of its own.",
  }),
  memory_mb: count.optional().meta({ description: "Megabytes of heap that its worker may use." }),
  env: environment("The environment variables of its worker or process"),
});

export const HOST_LANGUAGES = ["typescript", "python", "java"] as const;

const host = z.strictObject({
  source: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/, { error: "1 to 128 letters, digits, _ or -" })
    .optional()
    .meta({ description: "The source name of its tools. Default: the file's name up to its first dot." }),
  language: z
    .enum(HOST_LANGUAGES)
    .optional()
    .meta({ description: "What runs the tools; left out where a command says it all." }),
  file: file.optional().meta({ description: "typescript, python: the file that holds the tools." }),
  module: text("a module's dotted name")
    .optional()
    .meta({ description: "python: the module that holds the tools, where it is no file." }),
  python: text("a program").optional().meta({ description: "python: the interpreter. Default: python3." }),
  classes: z
    .array(text("the name of a class"), { error: "a list of class names" })
    .min(1, { error: "at least one class" })
    .optional()
    .meta({ description: "java: the classes that hold the tools." }),
  class_path: z
    .array(text("a path"), { error: "a list of paths" })
    .optional()
    .meta({ description: "java: jars and folders, the client's jar among them." }),
  java: text("a program").optional().meta({ description: "java: the runtime. Default: java." }),
  command: z
    .array(text("a word of the command"), { error: "a list: a program and its arguments" })
    .min(1, { error: "a program and its arguments" })
    .optional()
    .meta({ description: "Any program that offers tools; it finds TOOLSPAN_ADDRESS and TOOLSPAN_HOST_ID." }),
  folder: text("the path of a folder").optional().meta({ description: "Where it runs. Default: this file's folder." }),
  processes: count.optional().meta({ description: "Processes that share the load. Default: 1." }),
  max_in_flight: count.optional().meta({ description: "Calls that run in one process at once." }),
  memory_mb: count.optional().meta({ description: "Megabytes of memory that one process may use." }),
  env: environment("The environment variables that it gets beside the sidecar's own"),
});

const secret = z.union(
  [
    z.strictObject({ env: text("the name of a variable").meta({ description: "A variable of the sidecar's own." }) }),
    z.strictObject({ file: file.meta({ description: "A file that holds nothing else." }) }),
  ],
  { error: "{env: NAME} or {file: PATH}" },
);

const mcpAuth = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("bearer"), token: secret }),
    z.strictObject({ type: z.literal("basic"), username: text("a user's name"), password: secret }),
    z.strictObject({ type: z.literal("api_key"), header: text("the name of a header"), key: secret }),
    z.strictObject({
      type: z.literal("oauth"),
      client_id: text("a client's id"),
      client_secret: secret,
      scope: text("scopes with spaces between them").optional(),
      issuer: text("the URL of an authorization server")
        .optional()
        .meta({ description: "The one authorization server that may see the credentials." }),
    }),
  ],
  { error: "type: bearer, basic, api_key or oauth" },
);

const mcpServer = z.strictObject({
  source: z
    .string({ error: "the source name of its tools" })
    .regex(/^[A-Za-z0-9_-]{1,128}$/, { error: "1 to 128 letters, digits, _ or -" })
    .meta({ description: "The source name of its tools." }),
  command: z
    .array(text("a word of the command"), { error: "a list: a program and its arguments" })
    .min(1, { error: "a program and its arguments" })
    .optional()
    .meta({ description: "stdio: the program to start and its arguments." }),
  folder: text("the path of a folder")
    .optional()
    .meta({ description: "stdio: where it runs. Default: this file's folder." }),
  env: environment("stdio: its environment variables, beside PATH, HOME and a few harmless others"),
  url: z
    .url({ protocol: /^https?$/, error: "an http or https URL" })
    .optional()
    .meta({ description: "Streamable HTTP: where the server is." }),
  headers: environment("Streamable HTTP: headers of every request"),
  auth: mcpAuth.optional().meta({ description: "Streamable HTTP: how the sidecar shows who it is." }),
  protocol: z
    .enum(["2025-11-25", "2026-07-28"], { error: "2025-11-25 or 2026-07-28" })
    .optional()
    .meta({ description: "The revision to speak. Default: negotiated." }),
  timeout: duration
    .optional()
    .meta({ description: "How long a call may be without answer or progress. Default: 60s." }),
  max_timeout: duration.optional().meta({ description: "The longest that one call may take, whatever progress says." }),
  connect_timeout: duration.optional().meta({ description: "How long connecting may take. Default: 30s." }),
  retries: z
    .int({ error: "a whole number" })
    .nonnegative({ error: "a whole number" })
    .optional()
    .meta({ description: "How often a connection that cannot be made is tried again. Default: 3." }),
});

function isAddress(text: string): boolean {
  try {
    listenOf(text, "/");
    return true;
  } catch (error) {
    // A path that is only too long is told apart when its folder is known.
    return text.startsWith("unix:") && error instanceof ToolspanError;
  }
}

/** toolspan.yaml, as a person writes it. */
export const configSchema = z.strictObject({
  listen: z
    .union([address, z.array(address, { error: ADDRESS_TEXT }).min(1, { error: "at least one address" })], {
      error: `${ADDRESS_TEXT}, or a list of those`,
    })
    .optional()
    .meta({ description: "Where the sidecar listens. Default: the user's own socket." }),
  tools: z
    .array(
      z.union([file, toolsModule], { error: "the path of a file, or {file, source, isolation, memory_mb, env}" }),
      {
        error: "a list of modules",
      },
    )
    .optional()
    .meta({ description: "Modules that export tools; paths are relative to this file." }),
  hosts: z
    .array(host, { error: "a list of hosts" })
    .optional()
    .meta({ description: "Processes that offer tools; the sidecar starts them and keeps them alive." }),
  skills: z
    .array(skillSourceSchema, { error: "a list of sources of skills" })
    .optional()
    .meta({ description: "Sources of skills, read by the tool load_skill; paths are relative to this file." }),
  bash: bashSchema.optional().meta({ description: "Offers the tool bash, which runs commands of an allow-list." }),
  mcp_servers: z
    .array(mcpServer, { error: "a list of MCP servers" })
    .optional()
    .meta({ description: "MCP servers whose tools the sidecar offers; the ready line does not wait for them." }),
  injected: injectedSchema.optional().meta({
    description:
      "Arguments that the sidecar gives to tools, by source.tool or source.*: models neither see nor give them, and no caller's win over them. Texts name variables as those of env do.",
  }),
  watch: z
    .boolean({ error: "true or false" })
    .optional()
    .meta({ description: "Load tools again when their files change." }),
  limits: z
    .strictObject({
      message: size.optional().meta({ description: "Bytes of one gRPC message. Default: 32MiB." }),
      in_flight: count.optional().meta({ description: "Calls in flight in all. Default: 8192." }),
      in_flight_per_peer: count.optional().meta({ description: "Calls in flight for one peer. Default: 1024." }),
      queue_per_host: count.optional().meta({ description: "Calls that wait for one host. Default: 1000." }),
      call: duration.optional().meta({ description: "The longest that one call may take. Default: 10m." }),
      stream_arguments: size
        .optional()
        .meta({ description: "Arguments above this size do not travel on the shared stream. Default: 256KiB." }),
    })
    .optional(),
  token_file: file
    .optional()
    .meta({ description: "A file that holds the token for TCP. Default: a new token at each start." }),
  tls: z
    .strictObject({
      cert: file.meta({ description: "A PEM file." }),
      key: file.meta({ description: "A PEM file." }),
      client_ca: file.optional().meta({ description: "Clients must show a certificate that this authority signed." }),
    })
    .optional()
    .meta({ description: "Needed for listening off loopback." }),
  event_log: eventLogSchema.optional().meta({ description: "Writes every event to a file, as JSON lines." }),
  metrics: z
    .string()
    .regex(HOST_PORT, { error: "host:port" })
    .optional()
    .meta({ description: "Where metrics are served for Prometheus, as host:port." }),
  grace: duration.optional().meta({ description: "How long calls in flight may take after SIGTERM. Default: 8s." }),
  start: duration.optional().meta({ description: "How long the ready line waits for modules. Default: 30s." }),
  with_parent: z
    .boolean({ error: "true or false" })
    .optional()
    .meta({ description: "End when the parent process dies." }),
  log: z
    .strictObject({
      level: z.enum(LOG_LEVELS).optional().meta({ description: "Default: info." }),
      format: z.enum(LOG_FORMATS).optional().meta({ description: "Default: text on a terminal, else json." }),
    })
    .optional(),
});

export type Config = z.output<typeof configSchema>;

/** The JSON Schema of toolspan.yaml for editors, as it stands in docs/toolspan.schema.json. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(configSchema, { io: "input", target: "draft-2020-12" });
  return `${JSON.stringify({ ...schema, title: "toolspan.yaml" }, null, 2)}\n`;
}
