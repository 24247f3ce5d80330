import type { Command } from "commander";
import { fullName, type ToolSpec } from "../../model/spec.js";
import { EXIT } from "../usage-error.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";
import { suggestTool } from "./suggest-tool.js";
import { specJson, specPage, toolTable } from "./tool-table.js";

interface ToolsFlags extends ReachFlags {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ toolspan tools
  $ toolspan tools --json | jq '.[].full_name'
  $ toolspan tools weather`;

/** `toolspan tools [NAME]`: the list, or one tool with its schemas. */
export function toolsCommand(): Command {
  return reachCommand("tools")
    .summary("list the tools, or show one with its schemas")
    .description("Lists the tools of a running sidecar; with a name, shows that tool with its schemas.")
    .argument("[name]", "a tool's name, or its full name source.name")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (name: string | undefined, flags: ToolsFlags) => {
      process.exitCode = await reach(flags, async (hub) => {
        const tools = await hub.tools();
        if (name === undefined) {
          process.stdout.write(flags.json ? `[${tools.map(specJson).join(",\n")}]\n` : toolTable(tools, width()));
          return EXIT.success;
        }
        const meant = tools.filter((spec) => spec.name === name || fullName(spec) === name);
        if (meant.length === 0) {
          process.stderr.write(`toolspan: there is no tool ${name}.\n`);
          await suggestTool(hub, name);
          return EXIT.toolFailed;
        }
        process.stdout.write(shown(meant, flags.json ?? false));
        return EXIT.success;
      });
    });
}

function shown(specs: readonly ToolSpec[], json: boolean): string {
  if (!json) return specs.map(specPage).join("\n");
  return specs.map((spec) => `${specJson(spec)}\n`).join("");
}

// Text that goes to another program is not cut.
function width(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}
