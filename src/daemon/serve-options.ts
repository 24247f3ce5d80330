import type { Injections } from "../invoke/hidden.js";
import type { Limits } from "../model/limits.js";
import type { EventLogOptions } from "../record/log-file.js";
import type { BashOptions } from "../tools/bash/options.js";
import type { McpServerOptions } from "../tools/mcp/options.js";
import type { SkillSource } from "../tools/skills/sources.js";
import type { HostOptions } from "./hosts/host-options.js";

/** Where the sidecar listens. */
export type Listen =
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

/** How a module's tools are kept apart from the sidecar (C3.7). */
export type Isolation = "worker" | "inline" | "process";

/** A module that exports tools. */
export interface ToolsModule {
  /** Absolute. */
  readonly file: string;
  /** The source name; null means the file's name up to its first dot (C3.4). */
  readonly source: string | null;
  readonly isolation: Isolation;
  /** Megabytes of heap that its worker may use; null means the default. */
  readonly memoryMb: number | null;
  /** Environment variables of its worker; null means the sidecar's own. */
  readonly env: Readonly<Record<string, string>> | null;
}

/** PEM files for listening off loopback (C8.3). */
export interface Tls {
  readonly cert: string;
  readonly key: string;
  /** When given, clients must show a certificate that it signed. */
  readonly clientCa: string | null;
}

/** Everything that `serve` needs to know. */
export interface ServeOptions {
  readonly listen: readonly Listen[];
  readonly modules: readonly ToolsModule[];
  /** Processes to start and keep alive. */
  readonly hosts: readonly HostOptions[];
  /** Where skills come from; null means that `load_skill` is not offered. */
  readonly skills: readonly SkillSource[] | null;
  /** How the tool `bash` is set up; null means that it is not offered. */
  readonly bash: BashOptions | null;
  /** Arguments that the sidecar injects itself (C2.12). */
  readonly injections: Injections;
  /** MCP servers whose tools are offered. */
  readonly mcpServers: readonly McpServerOptions[];
  /** Load tools again when their files change. */
  readonly watch: boolean;
  readonly limits: Limits;
  /** Milliseconds that calls in flight may take after SIGTERM. */
  readonly graceMs: number;
  /** Milliseconds that ready waits for modules. */
  readonly startMs: number;
  /** End when the parent process dies. */
  readonly withParent: boolean;
  /** For TCP; null means TOOLSPAN_TOKEN, else a new one. */
  readonly token: string | null;
  readonly tls: Tls | null;
  /** Where events are written; null means nowhere. */
  readonly eventLog: EventLogOptions | null;
  /** Where metrics are served over HTTP; null means nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  readonly logFormat: "json" | "text";
}
