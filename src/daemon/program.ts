import { Command } from "commander";
import { VERSION } from "./version.js";

const EXAMPLES = `
Examples:
  $ toolspan serve --tools ./weather.ts            run a sidecar with the tools of a file
  $ toolspan tools                                 see what it offers
  $ toolspan call weather '{"city":"Oslo"}'        call one
  $ toolspan help call                             learn more about a command`;

// A command is loaded when it is named, so that a quick one does not wait for what the others need.
const COMMANDS = {
  serve: async () => (await import("./commands/serve.js")).serveCommand(),
  tools: async () => (await import("./commands/tools.js")).toolsCommand(),
  call: async () => (await import("./commands/call.js")).callCommand(),
  events: async () => (await import("./commands/events.js")).eventsCommand(),
  metrics: async () => (await import("./commands/metrics.js")).metricsCommand(),
  host: async () => (await import("./commands/host.js")).hostCommand(),
  hosts: async () => (await import("./commands/hosts.js")).hostsCommand(),
  mcp: async () => (await import("./commands/mcp.js")).mcpCommand(),
  skills: async () => (await import("./commands/skills.js")).skillsCommand(),
  translate: async () => (await import("./commands/translate.js")).translateCommand(),
  snapshot: async () => (await import("./commands/snapshot.js")).snapshotCommand(),
  config: async () => (await import("./commands/config.js")).configCommand(),
} satisfies Readonly<Record<string, () => Promise<Command>>>;

/** The command line for these words, after the program's name; it throws CommanderError instead of ending the process. */
export async function program(words: readonly string[]): Promise<Command> {
  const root = new Command("toolspan")
    .description(
      "A gRPC sidecar that lets Java, Python and TypeScript call each other's tools with one outcome contract.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .addHelpText("after", EXAMPLES);
  for (const load of needed(words)) root.addCommand(await load());
  for (const command of everyCommand(root)) command.exitOverride().showSuggestionAfterError();
  return root;
}

function needed([first]: readonly string[]): readonly (() => Promise<Command>)[] {
  if (first === "-V" || first === "--version") return [];
  const named = Object.entries(COMMANDS).find(([name]) => name === first);
  return named === undefined ? Object.values(COMMANDS) : [named[1]];
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
