import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Document, LineCounter, parseDocument } from "yaml";
import type { Injections } from "../invoke/hidden.js";
import type { EventLogOptions } from "../record/log-file.js";
import type { BashOptions } from "../tools/bash/options.js";
import type { SkillSource } from "../tools/skills/sources.js";
import { bashInjections, bashOptions } from "./config-bash.js";
import { eventLogOf } from "./config-event-log.js";
import { hostOf } from "./config-hosts.js";
import { injectionsOf } from "./config-injected.js";
import { knownKeys } from "./config-keys.js";
import { type McpServerEntry, mcpServerOf } from "./config-mcp.js";
import { type Mistake, mistakeAt, mistakesOf, mistakeText } from "./config-mistakes.js";
import { type Config, configSchema } from "./config-schema.js";
import { skillSource } from "./config-skills.js";
import type { HostOptions } from "./hosts/host-options.js";
import { listenOf } from "./listen-address.js";
import type { Listen, ToolsModule } from "./serve-options.js";
import { UsageError } from "./usage-error.js";

/** What a configuration file says, checked, with absolute paths. */
export interface Configuration {
  readonly listen: readonly Listen[] | null;
  readonly modules: readonly ToolsModule[];
  readonly hosts: readonly HostOptions[];
  readonly skills: readonly SkillSource[] | null;
  readonly mcpServers: readonly McpServerEntry[];
  readonly bash: BashOptions | null;
  readonly injections: Injections;
  readonly limits: NonNullable<Config["limits"]>;
  readonly tokenFile: string | null;
  readonly tls: { readonly cert: string; readonly key: string; readonly clientCa: string | null } | null;
  readonly eventLog: EventLogOptions | null;
  readonly rest: Pick<Config, "grace" | "start" | "with_parent" | "watch" | "log" | "metrics">;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a configuration file; mistakes are reported all at once. */
export function readConfig(file: string, env: Environment = process.env): Configuration {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = parseConfig(text, dirname(resolve(file)), env);
  if (!read.ok) throw new UsageError(mistakeText(file, read.mistakes));
  return read.configuration;
}

export type Parsed =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** As `readConfig`, of text; paths are relative to `folder`. */
export function parseConfig(text: string, folder: string, env: Environment): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const mistakes = document.errors.map((e) => ({ line: lines.linePos(e.pos[0]).line, path: "", message: e.message }));
    return { ok: false, mistakes };
  }
  const checked = configSchema.safeParse(document.toJS() ?? {});
  if (!checked.success) return { ok: false, mistakes: mistakesOf(checked.error.issues, document, lines, knownKeys) };
  return resolveConfig(checked.data, document, lines, folder, env);
}

function resolveConfig(
  config: Config,
  document: Document,
  lines: LineCounter,
  folder: string,
  env: Environment,
): Parsed {
  const mistakes: Mistake[] = [];
  const wrong = (path: readonly PropertyKey[], message: string) => {
    mistakes.push(mistakeAt(document, lines, path, message));
  };
  const existing = (path: readonly PropertyKey[], name: string): string => {
    const file = resolve(folder, name);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) wrong(path, `expected an existing file, found ${file}`);
    return file;
  };

  const whole = (value: string, path: readonly PropertyKey[]): string =>
    value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = env[name];
      if (found === undefined) wrong(path, `expected the variable ${name} to be set, found none`);
      return found ?? "";
    });

  const expanded = (
    texts: Readonly<Record<string, string>>,
    path: readonly PropertyKey[],
    of = "env",
  ): Record<string, string> => {
    const entries = Object.entries(texts).map(([key, value]) => [key, whole(value, [...path, of, key])]);
    return Object.fromEntries(entries);
  };

  const addresses = typeof config.listen === "string" ? [config.listen] : config.listen;
  const listen = addresses?.flatMap((text, i) => {
    const path = typeof config.listen === "string" ? ["listen"] : ["listen", i];
    const read = attempt(() => listenOf(text, folder));
    if (!read.ok) wrong(path, read.message);
    return read.ok ? [read.value] : [];
  });

  const modules = (config.tools ?? []).map((entry, i): ToolsModule => {
    const path = ["tools", i];
    if (typeof entry === "string") {
      return { file: existing(path, entry), source: null, isolation: "worker", memoryMb: null, env: null };
    }
    const own = entry.env === undefined ? null : expanded(entry.env, path);
    return {
      file: existing([...path, "file"], entry.file),
      source: entry.source ?? null,
      isolation: entry.isolation ?? "worker",
      memoryMb: entry.memory_mb ?? null,
      env: own,
    };
  });

  const hosts = (config.hosts ?? []).flatMap((entry, i) => {
    const path = ["hosts", i];
    const told = (key: string | null, message: string) => wrong(key === null ? path : [...path, key], message);
    return hostOf(entry, expanded(entry.env ?? {}, path), folder, told) ?? [];
  });

  const mcpServers = (config.mcp_servers ?? []).flatMap((entry, i) => {
    const path = ["mcp_servers", i];
    const server = mcpServerOf(entry, {
      folder,
      variables: env,
      expanded: (key) => expanded(entry[key] ?? {}, path, key),
      wrong: (key, message) => wrong(key === null ? path : [...path, key], message),
    });
    return server ?? [];
  });

  const { bash: shell } = config;
  const bash = shell === undefined ? null : bashOptions(shell, folder, expanded(shell.env ?? {}, ["bash"]), env);
  const injected = injectionsOf(config.injected ?? {}, (value, path) => whole(value, ["injected", ...path]));
  const injections = new Map([...injected, ...(shell === undefined ? [] : bashInjections(shell, folder))]);

  const tokenFile = config.token_file === undefined ? null : existing(["token_file"], config.token_file);
  const tls = config.tls && {
    cert: existing(["tls", "cert"], config.tls.cert),
    key: existing(["tls", "key"], config.tls.key),
    clientCa: config.tls.client_ca === undefined ? null : existing(["tls", "client_ca"], config.tls.client_ca),
  };
  if (mistakes.length > 0) return { ok: false, mistakes: mistakes.sort((a, b) => a.line - b.line) };
  return {
    ok: true,
    configuration: {
      listen: listen ?? null,
      modules,
      hosts,
      skills: config.skills?.map((entry) => skillSource(entry, folder)) ?? null,
      mcpServers,
      bash,
      injections,
      limits: config.limits ?? {},
      tokenFile,
      tls: tls ?? null,
      eventLog: config.event_log === undefined ? null : eventLogOf(config.event_log, folder),
      rest: config,
    },
  };
}

function attempt<T>(read: () => T): { ok: true; value: T } | { ok: false; message: string } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
