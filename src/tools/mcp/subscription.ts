import type { Client, McpSubscription } from "@modelcontextprotocol/client";

export interface SubscriptionParts {
  /** Milliseconds that the server may take to agree. */
  readonly timeoutMs: number;
  readonly isOpen: () => boolean;
  readonly changed: () => void;
  readonly log: (message: string) => void;
}

const FIRST_MS = 500;
const MOST_MS = 30_000;
const HEALTHY_MS = 10_000;

/**
 * Follows the list of tools of a server of the newer revision, where it tells changes, and resolves when it is followed. What
 * ends by itself, as with the server or a proxy, is opened again, and the list that it may have missed is read.
 */
export async function subscribe(client: Client, parts: SubscriptionParts): Promise<void> {
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  const first = await listen(client, parts);
  if (first !== null) void keep(first, client, parts);
}

async function keep(first: McpSubscription, client: Client, parts: SubscriptionParts): Promise<void> {
  let current: McpSubscription | null = first;
  let delayMs = FIRST_MS;
  let since = performance.now();
  for (;;) {
    if (current !== null) {
      const how = await current.closed;
      if (how === "local") return;
      if (performance.now() - since > HEALTHY_MS) delayMs = FIRST_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    delayMs = Math.min(MOST_MS, 2 * delayMs);
    if (!parts.isOpen()) return;
    current = await listen(client, parts);
    if (current === null) continue;
    since = performance.now();
    parts.changed();
  }
}

async function listen(client: Client, { timeoutMs, log }: SubscriptionParts): Promise<McpSubscription | null> {
  try {
    return await client.listen({ toolsListChanged: true }, { timeout: timeoutMs });
  } catch (error) {
    log(`changes of the list are not told: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
