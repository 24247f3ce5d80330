import { resolve } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../usage-error.js";
import { again } from "./reach.js";

/** What a command says that asks a running sidecar, or starts one of its own. */
export interface OwnSidecarFlags {
  readonly address?: string;
  readonly tools?: readonly string[];
  readonly config?: string;
}

/** Adds the options that start a sidecar. */
export function ownSidecarOptions(command: Command): Command {
  return command
    .option("--tools <file>", "start a sidecar with the tools of this file; may be given again", again)
    .option("--config <file>", "start a sidecar with this configuration file");
}

/** The words for `serve` of a sidecar to start, or null where a running one is asked. */
export function serveWords({ address, tools = [], config }: OwnSidecarFlags): readonly string[] | null {
  if (tools.length === 0 && config === undefined) return null;
  if (address !== undefined) {
    throw new UsageError("--address asks a running sidecar; --tools and --config start one: give either.");
  }
  return [
    ...tools.flatMap((file) => ["--tools", resolve(file)]),
    ...(config === undefined ? [] : ["--config", resolve(config)]),
  ];
}
