import type { Readable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { Lines } from "../../tools/mcp/lines.js";
import { readMessage, restoreMessage } from "./exact.js";

/** A client over standard input and output: one message a line, every number as it was written. */
export class StdioLines implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  readonly #input: Readable;
  readonly #write: (line: string, done: (error?: Error | null) => void) => void;
  readonly #lines: Lines;
  readonly #closed: () => void;
  #isClosed = false;
  /** Resolves when the client is gone. */
  readonly closed: Promise<void>;
  readonly #onData = (chunk: Buffer): void => this.#heed(chunk);
  readonly #onEnd = (): void => void this.close();

  constructor(
    input: Readable,
    write: (line: string, done: (error?: Error | null) => void) => void,
    maxMessageBytes: number,
  ) {
    this.#input = input;
    this.#write = write;
    this.#lines = new Lines(maxMessageBytes);
    let closed = (): void => {};
    this.closed = new Promise((resolve) => {
      closed = resolve;
    });
    this.#closed = closed;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onEnd).on("error", this.#onEnd);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("The client is gone."));
    const line = `${restoreMessage(JSON.stringify(message))}\n`;
    return new Promise((resolve, reject) => {
      this.#write(line, (error) => (error == null ? resolve() : reject(error)));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off("data", this.#onData);
    this.#input.pause();
    this.onclose?.();
    this.#closed();
  }

  #heed(chunk: Buffer): void {
    const lines = this.#lines.add(chunk);
    if (lines === null) {
      this.onerror?.(new Error("A message is longer than the limit."));
      void this.close();
      return;
    }
    for (const line of lines) if (line.trim() !== "") this.#deliver(line);
  }

  #deliver(line: string): void {
    let message: unknown;
    try {
      message = readMessage(line);
    } catch {
      // JSON-RPC answers what it cannot read under no id.
      const error = { code: -32700, message: "Parse error" };
      this.#write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`, () => {});
      return;
    }
    if (typeof message === "object" && message !== null) this.onmessage?.(message as JSONRPCMessage);
  }
}
