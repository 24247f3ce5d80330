import type { Command } from "commander";
import { EXIT } from "../usage-error.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";

const EXAMPLES = `
Examples:
  $ toolspan metrics | jq '.[] | select(.name == "numOfToolCallsFailed") | .values'

Prometheus reads the same over HTTP where the sidecar was started with --metrics HOST:PORT.`;

/** `toolspan metrics`: every metric of a running sidecar, as JSON. */
export function metricsCommand(): Command {
  return reachCommand("metrics")
    .summary("print metrics as JSON")
    .description("Prints every metric of a running sidecar as JSON: name, help, type, and values with their labels.")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ReachFlags) => {
      process.exitCode = await reach(flags, async (hub) => {
        process.stdout.write(`${JSON.stringify(JSON.parse(await hub.metrics()), null, 2)}\n`);
        return EXIT.success;
      });
    });
}
