import { lstatSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { type Server, ServerCredentials } from "@grpc/grpc-js";
import { texts } from "../gen/texts.js";
import { ensureRuntimeFolder, runtimeFolder, writeToken } from "./runtime-folder.js";
import type { Listen, Tls } from "./serve-options.js";

/** A mistake of whoever starts the sidecar, told in one sentence; `serve` ends with exit 2. */
export class StartError extends Error {}

/** An address that is bound, and what it leaves behind. */
export interface Bound {
  /** In the form that clients take. */
  readonly address: string;
  /** Removes the socket or the token file. */
  release(): void;
}

const MOST_PATH_BYTES = 107;

/** Binds a server to one address by the rules of C8.3. */
export function bind(server: Server, listen: Listen, token: string, tls: Tls | null): Promise<Bound> {
  return listen.kind === "unix" ? bindUnix(server, listen.path) : bindTcp(server, listen, token, tls);
}

async function bindUnix(server: Server, path: string): Promise<Bound> {
  const bytes = Buffer.byteLength(path);
  if (bytes > MOST_PATH_BYTES) throw new StartError(texts.path_too_long(path, bytes, MOST_PATH_BYTES));
  if (dirname(path) === runtimeFolder()) ensureRuntimeFolder();
  else mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await clearStale(path);
  // The mask makes the socket 0600 from the moment it exists.
  const mask = process.umask(0o177);
  try {
    await bound(server, `unix:${path}`, ServerCredentials.createInsecure());
  } finally {
    process.umask(mask);
  }
  const { ino } = statSync(path);
  const release = () => {
    // A successor may already have put its own socket here.
    if (inodeOf(path) === ino) rmSync(path, { force: true });
  };
  return { address: `unix:${path}`, release };
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

// A socket that nobody answers on is what a crash left; one that answers belongs to another sidecar.
async function clearStale(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isSocket()) throw new StartError(`${path} exists and is no socket: choose another --listen path.`);
  const live = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    const settle = (answer: boolean) => {
      probe.destroy();
      resolve(answer);
    };
    probe.once("connect", () => settle(true));
    probe.once("error", () => settle(false));
  });
  if (live) throw new StartError(`Another sidecar already listens on ${path}: stop it, or choose another --listen.`);
  rmSync(path, { force: true });
}

async function bindTcp(
  server: Server,
  { host, port }: Extract<Listen, { kind: "tcp" }>,
  token: string,
  tls: Tls | null,
): Promise<Bound> {
  if (!isLoopback(host) && tls === null) {
    throw new StartError(`Listening on ${host}, which is not loopback, needs --tls-cert and --tls-key.`);
  }
  const shown = host.includes(":") ? `[${host}]` : host;
  const actual = await bound(server, `${shown}:${port}`, credentials(tls));
  const file = writeToken(host, actual, token);
  return { address: `${shown}:${actual}`, release: () => file[Symbol.dispose]() };
}

/** Whether a host can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function credentials(tls: Tls | null): ServerCredentials {
  if (tls === null) return ServerCredentials.createInsecure();
  const read = (file: string): Buffer => {
    try {
      return readFileSync(file);
    } catch (error) {
      throw new StartError(`The TLS file ${file} cannot be read: ${String(error)}`);
    }
  };
  const pair = { cert_chain: read(tls.cert), private_key: read(tls.key) };
  return ServerCredentials.createSsl(tls.clientCa === null ? null : read(tls.clientCa), [pair], tls.clientCa !== null);
}

function bound(server: Server, target: string, by: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(target, by, (error, port) => {
      if (error === null) resolve(port);
      else reject(new StartError(`Cannot listen on ${target}: ${error.message}`));
    });
  });
}
