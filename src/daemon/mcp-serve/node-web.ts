import type { IncomingMessage, ServerResponse } from "node:http";
import { restoreMessage } from "./exact.js";

/** The body of a request, or null where it is longer than allowed. */
export async function bodyOf(message: IncomingMessage, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
  }
  return bytes > most ? null : Buffer.concat(chunks);
}

/** A request of Node's as the SDK takes it; it is aborted when its client leaves. */
export function webRequest(message: IncomingMessage, reply: ServerResponse, body: string): Request {
  const leaving = new AbortController();
  reply.once("close", () => leaving.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const { method = "GET" } = message;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(message.url ?? "/", "http://localhost"), {
    method,
    headers,
    signal: leaving.signal,
    ...(hasBody && { body }),
  });
}

/** Sends what the SDK answers: JSON at once, events one by one, with everything that it did not read in its place. */
export async function sendWeb(response: Response, reply: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(response.headers);
  delete headers["content-length"];
  if (response.body === null) {
    reply.writeHead(response.status, headers).end();
    return;
  }
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    const text = restoreMessage(await response.text());
    reply.writeHead(response.status, headers).end(text);
    return;
  }
  reply.writeHead(response.status, headers).flushHeaders();
  const reader = response.body.getReader();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  reply.once("close", leave);
  const decoder = new TextDecoder();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    reply.write(lines.map((line) => `${restoredLine(line)}\n`).join(""));
  }
  reply.off("close", leave);
  reply.end(rest);
}

const DATA = "data: ";

function restoredLine(line: string): string {
  return line.startsWith(DATA) ? DATA + restoreMessage(line.slice(DATA.length)) : line;
}
