import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { texts } from "../gen/texts.js";
import { ToolspanError } from "./errors.js";

/** Where a sidecar listens. */
export type Address =
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly host: string; readonly port: number };

/** PEM files for TLS. */
export interface TlsFiles {
  /** Who may have signed the sidecar's certificate; the system's roots where it is not given. */
  readonly ca?: string;
  /** The caller's own certificate and key, for mutual TLS. */
  readonly cert?: string;
  readonly key?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The bytes that a socket address has for a path, without the closing zero. */
const MAX_PATH_BYTES = 107;
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|::1)$/;

/** Reads `unix:/path`, `unix:///path`, `host:port` or `[::1]:port`; `lowestPort` 0 allows "any free port". */
export function parseAddress(text: string, lowestPort: 0 | 1 = 1): Address {
  if (text.startsWith("unix:")) return unixAddress(text);
  const match = /^(?:\[([0-9A-Fa-f:.%]+)\]|([^:[\]/\s]+)):(\d{1,5})$/.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port >= lowestPort && port <= 65_535)) throw badAddress(text);
  return { kind: "tcp", host, port };
}

function unixAddress(text: string): Address {
  const path = text.replace(/^unix:(\/\/(?=\/))?/, "");
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\0")) throw badAddress(text);
  const bytes = Buffer.byteLength(path);
  if (bytes > MAX_PATH_BYTES) throw new ToolspanError(texts.path_too_long(path, bytes, MAX_PATH_BYTES));
  return { kind: "unix", path };
}

function badAddress(text: string): ToolspanError {
  return new ToolspanError(
    `${JSON.stringify(text)} is not an address: write unix:/path/to.sock, unix:///path/to.sock, host:port or [::1]:port.`,
  );
}

/** The address as text that `parseAddress` reads. */
export function addressText(address: Address): string {
  if (address.kind === "unix") return `unix:${address.path}`;
  return address.host.includes(":") ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`;
}

/** Whether only this machine can reach the address. */
export function isLocal(address: Address): boolean {
  return address.kind === "unix" || LOOPBACK.test(address.host);
}

/** The user's own directory for the default socket and for tokens (C8.3). */
export function userDirectory(env: Environment = process.env): string {
  const uid = process.getuid?.() ?? userInfo().username;
  return `${env["XDG_RUNTIME_DIR"] || "/tmp"}/toolspan-${uid}`;
}

/** The address that is meant where none is given. */
export function defaultAddress(env: Environment = process.env): string {
  return env["TOOLSPAN_ADDRESS"] || `unix:${userDirectory(env)}/toolspan.sock`;
}

/** The file in which `serve` leaves the token of a TCP address. */
export function tokenFile(host: string, port: number, env: Environment = process.env): string {
  return `${userDirectory(env)}/${host.replace(/[^A-Za-z0-9.-]/g, "_")}_${port}.token`;
}

/** The token for an address: TOOLSPAN_TOKEN, else for TCP the file that a sidecar on this machine wrote. */
export function findToken(address: Address, env: Environment = process.env): string | undefined {
  if (env["TOOLSPAN_TOKEN"]) return env["TOOLSPAN_TOKEN"];
  if (address.kind === "unix") return undefined;
  const hosts = isLocal(address) ? [address.host, "127.0.0.1", "localhost", "::1"] : [address.host];
  for (const host of hosts) {
    try {
      const token = readFileSync(tokenFile(host, address.port, env), "utf8").trim();
      if (token !== "") return token;
    } catch {
      // No such file: the next name of the same host may have one.
    }
  }
  return undefined;
}

/** TLS files: those given, else those that the environment names. */
export function findTls(given: TlsFiles = {}, env: Environment = process.env): TlsFiles {
  const named = { ca: env["TOOLSPAN_TLS_CA"], cert: env["TOOLSPAN_TLS_CERT"], key: env["TOOLSPAN_TLS_KEY"] };
  return Object.fromEntries(Object.entries({ ...named, ...given }).filter(([, file]) => Boolean(file)));
}
