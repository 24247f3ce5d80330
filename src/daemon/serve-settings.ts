import { dirname, resolve } from "node:path";
import { addressText, isLocal, userDirectory } from "../client/address.js";
import { ToolspanError } from "../client/errors.js";
import { DEFAULT_LIMITS, type Limits } from "../model/limits.js";
import { sourceOf } from "../tools/module.js";
import { type Configuration, readConfig } from "./config.js";
import { eventLogOf } from "./config-event-log.js";
import { HOST_PORT } from "./config-schema.js";
import { bytesOf, millisecondsOf } from "./config-units.js";
import { hostCommand } from "./hosts/host-command.js";
import type { HostOptions } from "./hosts/host-options.js";
import { listenOf } from "./listen-address.js";
import type { Listen, ServeOptions, Tls, ToolsModule } from "./serve-options.js";
import { readToken } from "./token-file.js";
import { UsageError } from "./usage-error.js";

/** What the command line of `serve` says. */
export interface ServeFlags {
  readonly config?: string;
  readonly listen?: readonly string[];
  readonly tools?: readonly string[];
  readonly withParent?: boolean;
  readonly watch?: boolean;
  /** Seconds. */
  readonly grace?: number;
  readonly logLevel?: ServeOptions["logLevel"];
  readonly logFormat?: ServeOptions["logFormat"];
  readonly eventLog?: string;
  readonly metrics?: string;
  readonly tokenFile?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
}

const NOTHING: Configuration = {
  listen: null,
  modules: [],
  hosts: [],
  skills: null,
  mcpServers: [],
  bash: null,
  injections: new Map(),
  limits: {},
  tokenFile: null,
  tls: null,
  eventLog: null,
  rest: {},
};
const GRACE_MS = 8000;
const START_MS = 30_000;

/** The command line over the configuration file over the defaults; tools of both are served. */
export function serveOptions(flags: ServeFlags, env: Readonly<Record<string, string | undefined>>): ServeOptions {
  const config = flags.config === undefined ? NOTHING : readConfig(flags.config, env);
  const { rest } = config;
  const listen = listenAt(flags, config, env);
  const tls = tlsOf(flags) ?? config.tls;
  for (const address of listen) {
    if (isLocal(address) || tls !== null) continue;
    throw new UsageError(
      `Listening on ${addressText(address)}, which is not loopback, needs --tls-cert and --tls-key.`,
    );
  }
  const named = (flags.tools ?? []).map((file) => ({
    file: resolve(file),
    source: null,
    isolation: "worker" as const,
    memoryMb: null,
    env: null,
  }));
  const modules = [...config.modules, ...named];
  const limits = limitsOf(config);
  return {
    listen,
    modules: modules.filter(({ isolation }) => isolation !== "process"),
    hosts: [...modules.flatMap(processOf), ...config.hosts],
    skills: config.skills,
    bash: config.bash,
    injections: config.injections,
    watch: flags.watch ?? rest.watch ?? false,
    mcpServers: config.mcpServers.map((server) => ({ ...server, maxMessageBytes: 2 * limits.maxMessageBytes })),
    limits,
    graceMs: flags.grace === undefined ? milliseconds(rest.grace, GRACE_MS) : Math.round(flags.grace * 1000),
    startMs: milliseconds(rest.start, START_MS),
    withParent: flags.withParent ?? rest.with_parent ?? false,
    token: readToken(flags.tokenFile ?? config.tokenFile) ?? (env["TOOLSPAN_TOKEN"] || null),
    tls,
    eventLog: eventLogAt(flags, config),
    metrics: metricsAt(flags.metrics ?? rest.metrics),
    logLevel: flags.logLevel ?? rest.log?.level ?? "info",
    logFormat: flags.logFormat ?? rest.log?.format ?? (process.stderr.isTTY ? "text" : "json"),
  };
}

// A module with a process of its own is a TypeScript host like any other (C3.7).
function processOf({ file, source, isolation, memoryMb, env }: ToolsModule): readonly HostOptions[] {
  if (isolation !== "process") return [];
  const name = source ?? sourceOf(file);
  const command = hostCommand({ language: "typescript", file }, { source: name, maxInFlight: null, memoryMb });
  const folder = dirname(file);
  return [
    { source: name, language: "typescript", command, folder, env: env ?? {}, processes: 1, memoryMb, files: [file] },
  ];
}

function listenAt(
  flags: ServeFlags,
  config: Configuration,
  env: Parameters<typeof userDirectory>[0],
): readonly Listen[] {
  if (flags.listen !== undefined) {
    return flags.listen.map((text) => {
      try {
        return listenOf(text, process.cwd());
      } catch (error) {
        if (error instanceof ToolspanError) throw new UsageError(`--listen: ${error.message}`);
        throw error;
      }
    });
  }
  return config.listen ?? [{ kind: "unix", path: `${userDirectory(env)}/toolspan.sock` }];
}

// The command line says where, the configuration how.
function eventLogAt({ eventLog }: ServeFlags, { eventLog: configured }: Configuration): ServeOptions["eventLog"] {
  if (eventLog === undefined) return configured;
  return { ...(configured ?? eventLogOf({ file: eventLog }, process.cwd())), file: resolve(eventLog) };
}

function metricsAt(text: string | undefined): ServeOptions["metrics"] {
  if (text === undefined) return null;
  const match = HOST_PORT.exec(text);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) throw new UsageError(`--metrics: expected host:port, found ${text}`);
  return { host: (match[1] ?? "").replace(/^\[|\]$/g, ""), port };
}

function tlsOf({ tlsCert, tlsKey, tlsClientCa }: ServeFlags): Tls | null {
  if (tlsCert === undefined && tlsKey === undefined && tlsClientCa === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new UsageError("TLS needs both --tls-cert and --tls-key.");
  }
  return { cert: resolve(tlsCert), key: resolve(tlsKey), clientCa: tlsClientCa ? resolve(tlsClientCa) : null };
}

function limitsOf({ limits }: Configuration): Limits {
  const { message, in_flight, in_flight_per_peer, queue_per_host, call, stream_arguments } = limits;
  return {
    maxMessageBytes: message === undefined ? DEFAULT_LIMITS.maxMessageBytes : bytesOf(message),
    maxInFlight: in_flight ?? DEFAULT_LIMITS.maxInFlight,
    maxInFlightPerPeer: in_flight_per_peer ?? DEFAULT_LIMITS.maxInFlightPerPeer,
    maxQueuePerHost: queue_per_host ?? DEFAULT_LIMITS.maxQueuePerHost,
    maxCallMs: milliseconds(call, DEFAULT_LIMITS.maxCallMs),
    maxStreamArgumentsBytes:
      stream_arguments === undefined ? DEFAULT_LIMITS.maxStreamArgumentsBytes : bytesOf(stream_arguments),
  };
}

function milliseconds(text: string | number | undefined, otherwise: number): number {
  return text === undefined ? otherwise : millisecondsOf(text);
}
