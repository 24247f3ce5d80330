import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { parseAddress } from "../../client/address.js";
import { ToolspanError } from "../../client/errors.js";
import { LOG_FORMATS, LOG_LEVELS } from "../config-schema.js";
import { type McpServeOptions, serveMcp } from "../mcp-serve/serve.js";
import { readToken } from "../token-file.js";
import { UsageError } from "../usage-error.js";
import { type OwnSidecarFlags, ownSidecarOptions, serveWords } from "./own-sidecar.js";
import { again, type ReachFlags, reachCommand, seconds } from "./reach.js";

interface McpServeFlags extends ReachFlags, OwnSidecarFlags {
  readonly address?: string;
  readonly http?: string;
  readonly allowHost?: readonly string[];
  readonly tokenFile?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly grace: number;
  readonly logLevel: McpServeOptions["logLevel"];
  readonly logFormat?: McpServeOptions["logFormat"];
}

const EXAMPLES = `
Examples:
  $ toolspan mcp serve                                 the tools of the running sidecar, over stdio
  $ toolspan mcp serve --tools ./weather.ts            the same with a sidecar of its own
  $ toolspan mcp serve --http 127.0.0.1:8931           over Streamable HTTP, at /mcp

Over HTTP it prints one JSON line on stdout when it is ready. A client needs the token as a bearer token: TOOLSPAN_TOKEN,
--token-file, or a new one that is left in the file HOST_PORT.token of this user's own folder.`;

/** `toolspan mcp serve`: all tools of a sidecar for any MCP client. */
export function mcpServeCommand(): Command {
  return ownSidecarOptions(reachCommand("serve"))
    .summary("offer all tools of a sidecar to MCP clients")
    .description("Offers all tools of a sidecar, whichever language runs them, to MCP clients.")
    .option("--http <address>", "host:port to serve Streamable HTTP at; standard input and output where not given")
    .option("--allow-host <name>", "a host name that clients and pages may use, beside those of loopback", again)
    .option("--token-file <file>", "a file that holds the token for HTTP")
    .option("--tls-cert <file>", "a PEM certificate, needed off loopback")
    .option("--tls-key <file>", "its PEM key")
    .addOption(
      new Option("--grace <seconds>", "how long calls in flight may take after SIGTERM").default(8).argParser(seconds),
    )
    .addOption(new Option("--log-level <level>", "what is logged").choices(LOG_LEVELS).default("warn"))
    .addOption(new Option("--log-format <format>", "default: text on a terminal, else json").choices(LOG_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action(async (flags: McpServeFlags) => process.exit(await serveMcp(optionsOf(flags))));
}

function optionsOf(flags: McpServeFlags): McpServeOptions {
  const { address, token, tlsCa, connectTimeout, grace, logLevel, logFormat } = flags;
  const words = serveWords(flags);
  const format = logFormat ?? (process.stderr.isTTY ? "text" : "json");
  const more = ["--grace", String(grace), "--log-level", logLevel, "--log-format", format];
  return {
    sidecar: words === null ? { kind: "running", address } : { kind: "own", flags: [...words, ...more] },
    connect: {
      connectTimeout: connectTimeout * 1000,
      ...(token !== undefined && { token }),
      ...(tlsCa !== undefined && { tls: { ca: tlsCa } }),
    },
    http: httpOf(flags),
    graceMs: Math.round(grace * 1000),
    logLevel,
    logFormat: format,
  };
}

function httpOf({ http, allowHost = [], tokenFile, tlsCert, tlsKey }: McpServeFlags): McpServeOptions["http"] {
  if (http === undefined) return null;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError("TLS needs both --tls-cert and --tls-key.");
  }
  const { host, port } = hostAndPort(http);
  const tls = tlsCert === undefined || tlsKey === undefined ? null : { cert: resolve(tlsCert), key: resolve(tlsKey) };
  const token = readToken(tokenFile ?? null) ?? (process.env["TOOLSPAN_TOKEN"] || randomBytes(32).toString("hex"));
  return { host, port, token, allowedHosts: allowHost, tls };
}

function hostAndPort(text: string): { readonly host: string; readonly port: number } {
  try {
    const address = parseAddress(text, 0);
    if (address.kind === "tcp") return address;
  } catch (error) {
    if (!(error instanceof ToolspanError)) throw error;
  }
  throw new UsageError(`--http: expected host:port, found ${text}`);
}
