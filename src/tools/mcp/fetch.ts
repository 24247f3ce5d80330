import type { FetchLike } from "@modelcontextprotocol/client";
import { protectNumbers, restoreNumbers } from "./exact.js";
import { Lines } from "./lines.js";

export interface FetchParts {
  /** How often a connection that cannot be made is tried again. */
  readonly retries: number;
  readonly maxMessageBytes: number;
}

const FIRST_MS = 100;
const MOST_MS = 2000;
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The fetch of one connection: numbers whole in both directions, connection faults tried again. */
export function mcpFetch({ retries, maxMessageBytes }: FetchParts): FetchLike {
  return async (url, init) => {
    const body = typeof init?.body === "string" ? restoreNumbers(init.body) : init?.body;
    const send = (): Promise<Response> => fetch(url, { ...init, ...(body != null && { body }) });
    const response = await retried(send, retries, init?.signal ?? null);
    return protectedResponse(response, maxMessageBytes);
  };
}

/** The system's code behind a failed fetch, and whether the request never left. */
export function connectionFault(error: unknown): { readonly code: string; readonly neverSent: boolean } | null {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < 8; depth++) {
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    if (/^(E[A-Z]+|UND_ERR_[A-Z_]+)$/.test(code)) return { code, neverSent: NEVER_SENT.has(code) };
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return null;
}

async function retried(send: () => Promise<Response>, retries: number, signal: AbortSignal | null): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= retries || signal?.aborted === true || connectionFault(error)?.neverSent !== true) throw error;
      // Full jitter, so that callers of one server do not come back all at once.
      const most = Math.min(MOST_MS, FIRST_MS * 2 ** attempt);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
    }
  }
}

async function protectedResponse(response: Response, most: number): Promise<Response> {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (!response.ok || response.body === null) return response;
  if (type === "application/json") {
    const text = await response.text();
    return same(response, text.includes('"result"') ? protectNumbers(text) : text);
  }
  if (type !== "text/event-stream") return response;
  return same(response, ReadableStream.from(protectedEvents(response.body, most)));
}

async function* protectedEvents(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  const lines = new Lines(most);
  for await (const chunk of body) {
    const complete = lines.add(Buffer.from(chunk));
    if (complete === null) throw new Error(`a message is longer than ${most} bytes`);
    if (complete.length > 0) yield Buffer.from(complete.map(protectedLine).join(""));
  }
}

function protectedLine(line: string): string {
  if (!line.startsWith("data:") || !line.includes('"result"')) return `${line}\n`;
  return `data: ${protectNumbers(line.slice("data:".length))}\n`;
}

// The body has other bytes now, so that what the headers say of them no longer holds.
function same(response: Response, body: string | ReadableStream): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}
