import { Command } from "commander";
import { McpConnection } from "../../tools/mcp/connection.js";
import type { McpServerOptions } from "../../tools/mcp/options.js";
import { readConfig } from "../config.js";
import { EXIT, UsageError } from "../usage-error.js";
import { VERSION } from "../version.js";
import { mcpServeCommand } from "./mcp-serve.js";
import { table } from "./table.js";

interface McpFlags {
  readonly config: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ toolspan mcp list
  $ toolspan mcp prompts everything
  $ toolspan mcp prompts everything simple-prompt '{}'
  $ toolspan mcp resources everything
  $ toolspan mcp read everything demo://resource/static/document/features.md`;

const MAX_MESSAGE_BYTES = 64 * 1_048_576;

/** `toolspan mcp …`: the MCP servers of a configuration file, asked without a sidecar. */
export function mcpCommand(): Command {
  const root = new Command("mcp")
    .summary("list MCP servers, their prompts and resources, and read them")
    .description("Connects to the MCP servers that a configuration file names, and shows what they have.")
    .addHelpText("after", EXAMPLES);
  root.addCommand(
    asking("list", "list the servers and how many tools, prompts and resources each has").action(
      async (flags: McpFlags) => {
        process.exitCode = await list(flags);
      },
    ),
  );
  root.addCommand(
    asking("prompts", "list a server's prompts, or get one")
      .argument("<server>", "the server's source name")
      .argument("[prompt]", "a prompt's name")
      .argument("[arguments]", "the prompt's arguments, a JSON object of texts", "{}")
      .action(async (server: string, prompt: string | undefined, text: string, flags: McpFlags) => {
        await withServer(server, flags, async (connection) => {
          if (prompt === undefined) return show(await connection.list("prompts"), ["name", "description"], flags);
          return json(await connection.read("prompts/get", { name: prompt, arguments: objectOf(text) }));
        });
      }),
  );
  root.addCommand(
    asking("resources", "list a server's resources and their templates")
      .argument("<server>", "the server's source name")
      .action(async (server: string, flags: McpFlags) => {
        await withServer(server, flags, async (connection) => {
          const templates = await connection.list("templates");
          const all = [...(await connection.list("resources")), ...templates.map(asResource)];
          return show(all, ["uri", "name", "mimeType"], flags);
        });
      }),
  );
  root.addCommand(
    asking("read", "read one resource")
      .argument("<server>", "the server's source name")
      .argument("<uri>", "the resource's URI")
      .action(async (server: string, uri: string, flags: McpFlags) => {
        await withServer(server, flags, async (connection) => {
          const read = await connection.read("resources/read", { uri });
          return flags.json === true ? json(read) : contentsText(read["contents"]);
        });
      }),
  );
  root.addCommand(mcpServeCommand());
  return root;
}

function asking(name: string, summary: string): Command {
  return new Command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .option("--config <file>", "the configuration file with mcp_servers", "toolspan.yaml")
    .option("--json", "print JSON");
}

function serversOf({ config }: McpFlags): readonly McpServerOptions[] {
  return readConfig(config).mcpServers.map((server) => ({ ...server, maxMessageBytes: MAX_MESSAGE_BYTES }));
}

async function list(flags: McpFlags): Promise<number> {
  const rows = await Promise.all(
    serversOf(flags).map(async (options) => {
      const way = options.way.kind === "stdio" ? options.way.command.join(" ") : options.way.url;
      try {
        const connection = await open(options);
        try {
          const [tools, prompts, resources] = await Promise.all(
            (["tools", "prompts", "resources"] as const).map((kind) => connection.list(kind)),
          );
          const { serverName, protocolVersion } = connection;
          const counts = [tools, prompts, resources].map((all) => String(all?.length ?? 0));
          return [options.source, serverName, protocolVersion, ...counts, way];
        } finally {
          await connection.close();
        }
      } catch (error) {
        process.stderr.write(`toolspan: ${options.source}: ${reasonOf(error)}\n`);
        return [options.source, "-", "-", "-", "-", "-", way];
      }
    }),
  );
  const names = ["source", "server", "protocol", "tools", "prompts", "resources", "at"];
  const asObjects = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
  process.stdout.write(
    flags.json === true ? json(asObjects) : table([names.map((name) => name.toUpperCase()), ...rows]),
  );
  return rows.some(([, server]) => server === "-") ? EXIT.toolFailed : EXIT.success;
}

async function withServer(
  source: string,
  flags: McpFlags,
  use: (connection: McpConnection) => Promise<string>,
): Promise<void> {
  const servers = serversOf(flags);
  const options = servers.find((server) => server.source === source);
  if (options === undefined) {
    const known = servers.map((server) => server.source).join(", ");
    throw new UsageError(`${flags.config} names no MCP server ${source}${known && `; it names ${known}`}.`);
  }
  let connection: McpConnection | undefined;
  try {
    connection = await open(options);
    process.stdout.write(await use(connection));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    process.stderr.write(`toolspan: ${source}: ${reasonOf(error)}\n`);
    process.exitCode = EXIT.toolFailed;
  } finally {
    await connection?.close();
  }
}

function open(options: McpServerOptions): Promise<McpConnection> {
  const log = (level: string, message: string): void => {
    if (level === "warn" || level === "error") process.stderr.write(`${options.source}: ${message}\n`);
  };
  return McpConnection.open({ options, version: VERSION, log, changed: () => {}, closed: () => {} });
}

function show(items: readonly unknown[], keys: readonly string[], { json: asJson }: McpFlags): string {
  if (asJson === true) return json(items);
  const rows = items.map((item) => keys.map((key) => String((item as Record<string, unknown>)[key] ?? "-")));
  return table([keys.map((key) => key.toUpperCase()), ...rows]);
}

function asResource(template: unknown): unknown {
  const { uriTemplate, ...rest } = template as Record<string, unknown>;
  return { uri: uriTemplate, ...rest };
}

// Text as it is, so that a resource can be piped; bytes as base64.
function contentsText(contents: unknown): string {
  const all = Array.isArray(contents) ? (contents as readonly Record<string, unknown>[]) : [];
  return all.map(({ text, blob }) => (typeof text === "string" ? `${text}\n` : `${String(blob ?? "")}\n`)).join("");
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // What is no JSON is told below.
  }
  throw new UsageError("The arguments of a prompt are a JSON object.");
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
