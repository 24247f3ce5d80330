import type { Command } from "commander";
import { EXIT, UsageError } from "../usage-error.js";
import { eventLine } from "./event-line.js";
import { followFile } from "./follow-file.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";

interface EventsFlags extends ReachFlags {
  readonly file?: string;
  readonly type?: readonly string[];
  readonly verbose?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ toolspan events
  $ toolspan events --type _execution_failed_event
  $ toolspan events --file events.jsonl --json | jq .eventAttributes

It shows events until the sidecar stops or Ctrl-C is pressed. The sidecar needs no event log for it.`;

/** `toolspan events`: follows what happens in a sidecar, or in an event log. */
export function eventsCommand(): Command {
  return reachCommand("events")
    .summary("follow events live")
    .description(
      "Shows the events of a running sidecar from now on, or those of an event log and what is appended to it.",
    )
    .option("--file <file>", "an event log, in place of a sidecar")
    .option("--type <type>", "an event type such as _tool_response_event; may be given again", again)
    .option("--verbose", "do not cut long values (of a sidecar)")
    .option("--json", "print the lines of the log as they are")
    .addHelpText("after", EXAMPLES)
    .action(async ({ file, type = [], verbose = false, json = false, ...flags }: EventsFlags) => {
      const colours = process.stdout.isTTY === true && !process.env["NO_COLOR"];
      const print = (lines: readonly string[]): void => {
        if (lines.length === 0) return;
        process.stdout.write(lines.map((line) => `${json ? line : eventLine(line, colours)}\n`).join(""));
      };
      if (file !== undefined) {
        if (verbose) throw new UsageError("--verbose is for a sidecar; a file holds what was written.");
        for await (const lines of followFile(file)) print(lines.filter((line) => isOf(line, type)));
      }
      process.exitCode = await reach(flags, async (hub) => {
        for await (const { lines, missed } of hub.events({ types: type, verbose })) {
          if (missed > 0) process.stderr.write(`${missed} events were missed.\n`);
          print(lines);
        }
        return EXIT.success;
      });
    });
}

function isOf(line: string, types: readonly string[]): boolean {
  return types.length === 0 || types.some((type) => line.includes(`"eventType":${JSON.stringify(type)}`));
}

function again(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
