import { Command } from "commander";
import { callCommand } from "./commands/call.js";
import { configCommand } from "./commands/config.js";
import { eventsCommand } from "./commands/events.js";
import { hostCommand } from "./commands/host.js";
import { hostsCommand } from "./commands/hosts.js";
import { mcpCommand } from "./commands/mcp.js";
import { metricsCommand } from "./commands/metrics.js";
import { serveCommand } from "./commands/serve.js";
import { toolsCommand } from "./commands/tools.js";
import { translateCommand } from "./commands/translate.js";
import { VERSION } from "./version.js";

const EXAMPLES = `
Examples:
  $ toolspan serve --tools ./weather.ts            run a sidecar with the tools of a file
  $ toolspan tools                                 see what it offers
  $ toolspan call weather '{"city":"Oslo"}'        call one
  $ toolspan help call                             learn more about a command`;

/** The whole command line; it throws CommanderError instead of ending the process. */
export function program(): Command {
  const root = new Command("toolspan")
    .description(
      "A gRPC sidecar that lets Java, Python and TypeScript call each other's tools with one outcome contract.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .addHelpText("after", EXAMPLES);
  for (const command of [
    serveCommand(),
    toolsCommand(),
    callCommand(),
    eventsCommand(),
    metricsCommand(),
    hostCommand(),
    hostsCommand(),
    mcpCommand(),
    translateCommand(),
    configCommand(),
  ])
    root.addCommand(command);
  for (const command of everyCommand(root)) command.exitOverride().showSuggestionAfterError();
  return root;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
