import type { Progress, ToolResponse, Toolspan } from "toolspan/client";
import type { Server } from "./server.js";
import type { Upstream } from "./upstream.js";

/** How long a server may take to start, or a list to arrive. */
export const START_MS = 40_000;

/** A server that a sidecar was told of, and how it is checked. */
export interface Scene {
  readonly server: Server;
  readonly upstream: Upstream;
  readonly hub: Toolspan;
  readonly check: (what: string, run: () => Promise<void>) => Promise<void>;
  /** Calls one of its tools. */
  readonly call: (tool: string, args?: object) => Promise<ToolResponse>;
  /** Throws where these are not all the tools that it has, or soon will have. */
  readonly listed: (tools: readonly string[]) => Promise<void>;
}

/** The response of a call whose progress is followed. */
export async function followed(
  { hub, upstream }: Scene,
  tool: string,
  args: object,
  told: (update: Progress) => Promise<void>,
  signal?: AbortSignal,
): Promise<ToolResponse> {
  for await (const item of hub.stream(
    `${upstream.source}.${tool}`,
    args as Record<string, unknown>,
    signal === undefined ? {} : { signal },
  )) {
    if ("success" in item) return item;
    await told(item);
  }
  throw new Error("the call ended without a response");
}
