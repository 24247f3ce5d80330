// What a command writes, as much of it as is kept.
import type { Readable } from "node:stream";

/** Bytes beyond those that are kept which a command may still write before it is ended. */
const PATIENCE = 16 << 20;

export interface Kept {
  /** Decoded, without white space around it, and with a note where it was cut. */
  text(): string;
}

/** Keeps the first bytes of a stream; `tooMuch` is told once where a command does not stop writing. */
export function keep(stream: Readable, most: number, tooMuch: () => void): Kept {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isTold = false;
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    if (bytes < most) chunks.push(chunk.subarray(0, most - bytes));
    bytes += chunk.length;
    if (bytes <= most + PATIENCE || isTold) return;
    isTold = true;
    tooMuch();
  });
  return {
    text: () => {
      const whole = Buffer.concat(chunks);
      if (bytes <= most) return whole.toString("utf8").trim();
      // A character that was cut in two is left out.
      const text = new TextDecoder().decode(whole, { stream: true }).trim();
      return `${text}\n[cut after ${most} bytes]`;
    },
  };
}
