/** How a caller reaches the tool. */
export type Way =
  | "stream"
  | "unary"
  | "call-all"
  | "stream-raw"
  | "raw-unary"
  | "stream-mcp"
  | "mcp-stdio"
  | "mcp-http"
  | "py4j";

/** One line from the runner to a caller program. */
export interface Request {
  readonly way: Way;
  /** An address, a URL, or for `mcp-stdio` the command of the server. */
  readonly to: readonly string[];
  readonly tool: string;
  /** Bytes of the arguments. */
  readonly bytes: number;
  /** Calls in flight on each connection. */
  readonly in_flight: number;
  readonly connections: number;
  readonly ms: number;
}

/** One line back: what was measured with a monotonic clock. */
export interface Reply {
  /** Right answers. */
  readonly ops: number;
  readonly seconds: number;
  readonly p50_us: number;
  readonly p99_us: number;
  /** Calls that threw or answered wrongly, and what the first of them said. */
  readonly failed: number;
  readonly error: string | null;
}

/** Bytes of `{"text":"…","n":1000000}` beside the text. */
const FRAME_BYTES = 24;
const WORDS = "the quick brown fox jumps over the lazy dog and runs away; ";

/** The text that makes arguments of a size; the Python and Java callers make the same one. */
export function textOf(bytes: number): string {
  return WORDS.repeat(Math.ceil(bytes / WORDS.length)).slice(0, bytes - FRAME_BYTES);
}

/** The first `n`; numbers count up from here and stay seven digits long. */
export const FIRST_NUMBER = 1_000_000;
