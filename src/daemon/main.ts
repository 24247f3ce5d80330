import { CommanderError } from "commander";
import { ToolspanError } from "../client/errors.js";
import { program } from "./program.js";
import { EXIT, UsageError } from "./usage-error.js";

// A reader that has seen enough, such as `head`, is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT.success);
  throw error;
});

try {
  await (await program(process.argv.slice(2))).parseAsync();
} catch (error) {
  process.exitCode = exitCode(error);
}

function exitCode(error: unknown): number {
  // Commander has already said what is wrong, or printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  if (error instanceof UsageError || error instanceof ToolspanError) {
    process.stderr.write(`${error.message}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.cannotReach;
  }
  throw error;
}
