import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { ToolspanError } from "../../client/errors.js";
import type { Arguments, CallOptions } from "../../client/options.js";
import { modelText, toJson } from "../../client/text.js";
import type { Toolspan } from "../../client/toolspan.js";
import { type Payload, payload } from "../../model/payload.js";
import type { ToolResponse } from "../../model/response.js";
import { EXIT, UsageError } from "../usage-error.js";
import { progressBar } from "./call-progress.js";
import { type ReachFlags, reach, reachCommand, seconds } from "./reach.js";
import { suggestTool } from "./suggest-tool.js";

interface CallFlags extends ReachFlags {
  readonly timeout?: number;
  readonly injected?: string;
  readonly text?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ toolspan call weather '{"city":"Oslo"}'
  $ toolspan call reports.summary @arguments.json --timeout 30
  $ generate-arguments | toolspan call echo -
  $ toolspan call weather '{"city":"Oslo"}' --text

Exit codes: 0 success, 1 the tool failed, 2 bad usage, 3 the sidecar could not be reached or refused.`;

/** `toolspan call NAME [JSON|-|@FILE]`: one call, its ToolResponse on stdout. */
export function callCommand(): Command {
  return reachCommand("call")
    .summary("call a tool and print its ToolResponse")
    .description("Calls a tool and prints its ToolResponse as one JSON object. The arguments are passed on unread.")
    .argument("<name>", "a tool's name, or its full name source.name")
    .argument("[arguments]", "a JSON object; - reads standard input, @FILE a file; {} where not given")
    .option("--timeout <seconds>", "the budget of the whole call", seconds)
    .option("--injected <json>", "arguments that win over the others and are never recorded; @FILE reads a file")
    .option("--json", "print the ToolResponse as JSON (the default)")
    .option("--text", "print what a model would read")
    .addHelpText("after", EXAMPLES)
    .action(async (name: string, given: string | undefined, flags: CallFlags) => {
      if (flags.json && flags.text) throw new UsageError("--json and --text exclude each other.");
      const args = await readArguments(given);
      const injected = await readArguments(flags.injected);
      process.exitCode = await reach(flags, (hub) => callOnce(hub, { name, args, injected }, flags));
    });
}

interface Asked {
  readonly name: string;
  readonly args: Payload | string | null;
  readonly injected: Payload | string | null;
}

async function callOnce(hub: Toolspan, { name, args, injected }: Asked, flags: CallFlags): Promise<number> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once("SIGINT", stop);
  try {
    const response = await askWithBar(hub, name, args, {
      signal: interrupt.signal,
      ...(injected === null ? {} : { injected }),
      ...(flags.timeout === undefined ? {} : { timeout: flags.timeout * 1000 }),
    });
    process.stdout.write(`${flags.text ? modelText(response) : toJson(response)}\n`);
    if (response.fault?.kind === "unknown_tool") await suggestTool(hub, name);
    return response.success ? EXIT.success : EXIT.toolFailed;
  } finally {
    process.removeListener("SIGINT", stop);
  }
}

// Progress is drawn for whoever sits at a terminal, and asked for by nobody else.
async function askWithBar(hub: Toolspan, name: string, args: Arguments, options: CallOptions): Promise<ToolResponse> {
  using bar = progressBar(process.stderr);
  if (bar === undefined) return hub.call(name, args, options);
  for await (const item of hub.stream(name, args, options)) {
    if ("success" in item) return item;
    bar.show(item);
  }
  throw new ToolspanError(`The call of ${name} ended without a response.`);
}

// Bytes of a file or of standard input are not even read as text, so that the sidecar judges them.
async function readArguments(given: string | undefined): Promise<Payload | string | null> {
  if (given === undefined) return null;
  try {
    if (given === "-") return payload(await buffer(process.stdin));
    if (given.startsWith("@")) return payload(readFileSync(given.slice(1)));
  } catch (error) {
    throw new UsageError(`Cannot read the arguments: ${error instanceof Error ? error.message : String(error)}`);
  }
  return given;
}
