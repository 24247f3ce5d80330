import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { McpAuth, McpServerOptions, McpWay, Secret } from "../tools/mcp/options.js";
import type { Config } from "./config-schema.js";
import { millisecondsOf } from "./config-units.js";

type Entry = NonNullable<Config["mcp_servers"]>[number];
type SecretEntry = { readonly env: string } | { readonly file: string };

/** What an entry of `mcp_servers` says, but for what the sidecar's own limits add. */
export type McpServerEntry = Omit<McpServerOptions, "maxMessageBytes">;

export interface McpEntryParts {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** `env` and `headers` with the variables that they name. */
  readonly expanded: (key: "env" | "headers") => Readonly<Record<string, string>>;
  readonly wrong: (key: keyof Entry | null, message: string) => void;
}

const IDLE_MS = 60_000;
const CONNECT_MS = 30_000;
const RETRIES = 3;

/** The server of an entry; mistakes go to `wrong`, with the key that they concern. */
export function mcpServerOf(entry: Entry, parts: McpEntryParts): McpServerEntry | undefined {
  const way = wayOf(entry, parts);
  if (way === undefined) return undefined;
  return {
    source: entry.source,
    way,
    protocol: entry.protocol ?? null,
    idleMs: milliseconds(entry.timeout, IDLE_MS),
    mostMs: entry.max_timeout === undefined ? null : millisecondsOf(entry.max_timeout),
    connectMs: milliseconds(entry.connect_timeout, CONNECT_MS),
    retries: entry.retries ?? RETRIES,
  };
}

function wayOf(entry: Entry, { folder, variables, expanded, wrong }: McpEntryParts): McpWay | undefined {
  const { command, url } = entry;
  if ((command === undefined) === (url === undefined)) {
    wrong(null, "expected either a command or a url");
    return undefined;
  }
  if (url !== undefined) {
    for (const key of ["folder", "env"] as const) if (entry[key] !== undefined) wrong(key, "it belongs to a command");
    return { kind: "http", url, headers: expanded("headers"), auth: authOf(entry.auth, folder, variables, wrong) };
  }
  for (const key of ["headers", "auth"] as const) if (entry[key] !== undefined) wrong(key, "it belongs to a url");
  const [program = "", ...args] = command ?? [];
  const place = resolve(folder, entry.folder ?? ".");
  if (!existsSync(place)) wrong("folder", `expected an existing path, found ${place}`);
  // A path with a slash is meant from the configuration file's folder, a bare name from PATH.
  const named = program.includes("/") ? resolve(folder, program) : program;
  return { kind: "stdio", command: [named, ...args], folder: place, env: expanded("env") };
}

function authOf(
  auth: Entry["auth"],
  folder: string,
  variables: McpEntryParts["variables"],
  wrong: McpEntryParts["wrong"],
): McpAuth {
  const secret = (from: SecretEntry): Secret => {
    const read = secretOf(from, folder, variables);
    try {
      read();
    } catch (error) {
      wrong("auth", error instanceof Error ? error.message : String(error));
    }
    return read;
  };
  switch (auth?.type) {
    case undefined:
      return { type: "none" };
    case "bearer":
      return { type: "bearer", token: secret(auth.token) };
    case "basic":
      return { type: "basic", username: auth.username, password: secret(auth.password) };
    case "api_key":
      return { type: "api_key", header: auth.header, key: secret(auth.key) };
    case "oauth":
      return {
        type: "oauth",
        clientId: auth.client_id,
        clientSecret: secret(auth.client_secret),
        scope: auth.scope ?? null,
        issuer: auth.issuer ?? null,
      };
  }
}

// Read at each connection, so that a changed file is a changed secret.
function secretOf(from: SecretEntry, folder: string, variables: McpEntryParts["variables"]): Secret {
  return () => {
    const text = "env" in from ? variables[from.env] : readFileSync(resolve(folder, from.file), "utf8").trim();
    if (text === undefined)
      throw new Error(`expected the variable ${"env" in from ? from.env : ""} to be set, found none`);
    return text;
  };
}

function milliseconds(text: string | number | undefined, otherwise: number): number {
  return text === undefined ? otherwise : millisecondsOf(text);
}
