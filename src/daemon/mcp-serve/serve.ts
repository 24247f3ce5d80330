import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { connect } from "../../client/connect.js";
import type { ConnectOptions } from "../../client/options.js";
import { DEFAULT_LIMITS } from "../../model/limits.js";
import { Lifecycle } from "../lifecycle.js";
import { StartError } from "../listen.js";
import { createLog } from "../log.js";
import { startSidecar } from "../own-sidecar.js";
import type { ServeOptions } from "../serve-options.js";
import { keepStdout } from "../stdout.js";
import { EXIT } from "../usage-error.js";
import { VERSION } from "../version.js";
import { HttpDoor, type HttpOptions } from "./http.js";
import { Offer } from "./offer.js";
import { StdioLines } from "./stdio.js";

/** Everything that `mcp serve` needs to know. */
export interface McpServeOptions {
  /** The sidecar to ask: a running one, or one of this process's own and what it is started with. */
  readonly sidecar:
    | { readonly kind: "running"; readonly address: string | undefined }
    | { readonly kind: "own"; readonly flags: readonly string[] };
  readonly connect: ConnectOptions;
  /** Null means standard input and output. */
  readonly http: Omit<HttpOptions, "log" | "maxMessageBytes"> | null;
  /** Milliseconds that calls in flight may take after SIGTERM. */
  readonly graceMs: number;
  readonly logLevel: ServeOptions["logLevel"];
  readonly logFormat: ServeOptions["logFormat"];
}

// Arguments grow when JSON escapes them, and by what JSON-RPC wraps around them.
const MAX_MESSAGE_BYTES = 2 * DEFAULT_LIMITS.maxMessageBytes;

/** Serves MCP until it is told to stop or its client leaves; the answer is the exit code. */
export async function serveMcp(options: McpServeOptions): Promise<number> {
  const { graceMs, http, sidecar } = options;
  const write = process.stdout.write.bind(process.stdout);
  const printReady = keepStdout();
  const log = createLog(options);
  const warn = (message: string): void => log.warn(message);
  const lifecycle = new Lifecycle({ graceMs, withParent: false, log });
  const ends: Promise<number>[] = [lifecycle.stopped];
  // What was opened last is closed first.
  const opened: (() => Promise<void>)[] = [];
  try {
    const own = sidecar.kind === "own" ? await startSidecar(sidecar.flags, graceMs) : undefined;
    if (own !== undefined) {
      opened.unshift(own.stop);
      ends.push(own.ended.then(() => EXIT.cannotReach));
    }
    const hub = await connect(
      own?.address ?? (sidecar.kind === "running" ? sidecar.address : undefined),
      options.connect,
    );
    opened.unshift(() => hub.close());
    const offer = new Offer(hub, { begin: () => lifecycle.begin(), isDraining: () => lifecycle.isDraining });
    void offer.follow().catch((error: unknown) => warn(`the sidecar's list is lost: ${String(error)}`));
    if (http === null) {
      const wire = new StdioLines(process.stdin, write, MAX_MESSAGE_BYTES);
      const handle = serveStdio(offer.server, { transport: wire, onerror: ({ message }) => warn(message) });
      opened.unshift(() => handle.close());
      ends.push(wire.closed.then(() => EXIT.success));
    } else {
      const door = new HttpDoor(offer, { ...http, maxMessageBytes: MAX_MESSAGE_BYTES, log: warn });
      opened.unshift(() => door.close());
      const url = await door.listen();
      lifecycle.draining.addEventListener("abort", () => door.refuse());
      printReady({ ready: 1, url, pid: process.pid, version: VERSION });
      log.info({ url }, "ready");
    }
    return await Promise.race(ends);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`toolspan: ${error.message}\n`);
    return EXIT.usage;
  } finally {
    for (const close of opened) await close();
  }
}
