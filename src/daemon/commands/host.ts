import { type Command, InvalidArgumentError, Option } from "commander";
import { CannotReachError, RefusedError, ToolspanError } from "../../client/errors.js";
import { LOG_FORMATS, LOG_LEVELS } from "../config-schema.js";
import { host } from "../host.js";
import { StartError } from "../listen.js";
import { createLog } from "../log.js";
import type { ServeOptions } from "../serve-options.js";
import { EXIT } from "../usage-error.js";
import { type ReachFlags, reachCommand } from "./reach.js";

interface HostFlags extends ReachFlags {
  readonly source?: string;
  readonly maxInFlight: number;
  readonly logLevel: ServeOptions["logLevel"];
  readonly logFormat?: ServeOptions["logFormat"];
}

const EXAMPLES = `
Examples:
  $ toolspan host ./weather.ts
  $ toolspan host ./weather.ts --source forecasts --address 127.0.0.1:7070

When its tools can be called it prints one JSON line on stdout; logs go to stderr. It waits for the next sidecar when one stops.
SIGTERM lets calls under way finish. Several hosts of one source share the load.`;

/** A sidecar that starts many hosts at once may be slow to greet them. */
const SUPERVISED_SECONDS = 10;

/** `toolspan host FILE…`: a process of its own that offers the tools of modules to a running sidecar. */
export function hostCommand(): Command {
  return reachCommand("host")
    .summary("offer the tools of a module to a running sidecar")
    .description("Runs the tools of modules in this process and offers them to a running sidecar.")
    .argument("<file...>", "modules that export tools (.ts, .js, .mjs)")
    .option("--source <name>", "the source of their names (default: each file's name up to its first dot)")
    .addOption(
      new Option("--max-in-flight <calls>", "calls that may run here at once (default: the sidecar's choice)")
        .default(0, "the sidecar's choice")
        .argParser(places),
    )
    .addOption(new Option("--log-level <level>", "what is logged").choices(LOG_LEVELS).default("info"))
    .addOption(new Option("--log-format <format>", "default: text on a terminal, else json").choices(LOG_FORMATS))
    .addHelpText("after", EXAMPLES)
    .action(async (files: readonly string[], flags: HostFlags) => {
      const { address, token, tlsCa, connectTimeout, source = null, maxInFlight, logLevel } = flags;
      const id = process.env["TOOLSPAN_HOST_ID"] ?? "";
      // The lines of a supervised host are put into the log of its sidecar, which has a frame of its own.
      const logFormat = flags.logFormat ?? (process.stderr.isTTY || id !== "" ? "text" : "json");
      try {
        const code = await host({
          files,
          source,
          address,
          connect: {
            connectTimeout: 1000 * (id === "" ? connectTimeout : Math.max(connectTimeout, SUPERVISED_SECONDS)),
            ...(token === undefined ? {} : { token }),
            ...(tlsCa === undefined ? {} : { tls: { ca: tlsCa } }),
          },
          maxInFlight,
          id,
          log: createLog({ logLevel, logFormat }),
        });
        process.exit(code);
      } catch (error) {
        process.exit(refuse(error));
      }
    });
}

// What a module has left open must not keep a process that offers nothing.
function refuse(error: unknown): number {
  if (!(error instanceof StartError || error instanceof ToolspanError)) throw error;
  process.stderr.write(`${error.message}\n`);
  return error instanceof CannotReachError || error instanceof RefusedError ? EXIT.cannotReach : EXIT.usage;
}

function places(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 2 ** 32 - 1) {
    throw new InvalidArgumentError("It is a whole number above 0.");
  }
  return value;
}
