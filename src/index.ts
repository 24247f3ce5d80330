/** What the author of a TypeScript tool imports; callers import `toolspan/client`. */
import type { Hosting, HostingOptions } from "./client/attach.js";
import type { Toolspan } from "./client/toolspan.js";
import type { ToolDefinition } from "./tools/authoring.js";
import { offeredAs } from "./tools/offered.js";

export type { Hosting, HostingOptions, HostNews } from "./client/attach.js";
export { DIALECT_NAMES, translate } from "./dialects/translate.js";
export { CannotCrossError } from "./model/cannot-cross.js";
export * from "./tools/authoring.js";

/** How tools of this process are offered. */
export interface HostOptions extends Omit<HostingOptions, "id"> {
  /** The source name; `source.name` is a tool's full name. */
  readonly source: string;
}

/**
 * Offers tools of this process to a connected sidecar, until the answer or the connection is closed. They run on this thread;
 * what they log goes to standard error.
 */
export function host(hub: Toolspan, tools: readonly ToolDefinition[], options: HostOptions): Promise<Hosting> {
  const { source, ...more } = options;
  return hub.offer(offeredAs(tools, source), more);
}
