import type { Command } from "commander";
import { EXIT } from "../usage-error.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";

const EXAMPLES = `
Examples:
  $ toolspan skills                      the prompt of all skills
  $ toolspan skills weather trip         that of two, in this order
  $ toolspan call load_skill '{"name":"weather"}' --text`;

/** `toolspan skills [NAME…]`: what a model is told of the skills of a running sidecar. */
export function skillsCommand(): Command {
  return reachCommand("skills")
    .summary("print the prompt of skills")
    .description("Prints the prompt by which a model learns what skills there are; nothing where there are none.")
    .argument("[names...]", "skills; all where none is named")
    .addHelpText("after", EXAMPLES)
    .action(async (names: string[], flags: ReachFlags) => {
      process.exitCode = await reach(flags, async (hub) => {
        process.stdout.write(await hub.skillsPrompt(...names));
        return EXIT.success;
      });
    });
}
