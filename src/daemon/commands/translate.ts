import { text } from "node:stream/consumers";
import { Command, Option } from "commander";
import { changesBetween } from "../../dialects/explain.js";
import { splitEvents } from "../../dialects/split-events.js";
import { DIALECT_NAMES, translate } from "../../dialects/translate.js";
import { CannotCrossError } from "../../model/cannot-cross.js";
import { UsageError } from "../usage-error.js";

const EXAMPLES = `
Examples:
  $ toolspan translate --from flink-agents-0.3/java --to flink-agents-0.3/python < event.json
  $ toolspan translate --from flink-agents-typed/java --to canonical --explain < events.jsonl`;

interface Options {
  readonly from: string;
  readonly to: string;
  readonly explain?: true;
}

/** `toolspan translate --from DIALECT --to DIALECT`. */
export function translateCommand(): Command {
  return new Command("translate")
    .summary("translate events between the dialects of Flink Agents")
    .description(
      "Reads one event, an array of events or JSON lines from standard input; writes the same in another dialect.",
    )
    .addOption(new Option("--from <dialect>", "what the events are in").choices(DIALECT_NAMES).makeOptionMandatory())
    .addOption(new Option("--to <dialect>", "what to write").choices(DIALECT_NAMES).makeOptionMandatory())
    .option("--explain", "say on standard error what changed")
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      process.stdout.write(translated(await text(process.stdin), options));
    });
}

function translated(input: string, options: Options): string {
  try {
    const { events, isArray } = splitEvents(input);
    const made = events.map((event, i) => translatedOne(event, events.length === 1 ? "" : `event ${i + 1}: `, options));
    return isArray ? `[${made.join(",")}]\n` : made.map((line) => `${line}\n`).join("");
  } catch (error) {
    if (error instanceof CannotCrossError) throw new UsageError(error.message);
    throw error;
  }
}

// Where there are several, what is said of one begins with its number.
function translatedOne(event: string, label: string, { from, to, explain }: Options): string {
  try {
    const result = translate(event, from, to);
    if (explain) for (const line of changesBetween(event, result)) process.stderr.write(`${label}${line}\n`);
    return result;
  } catch (error) {
    throw error instanceof CannotCrossError ? new CannotCrossError(`${label}${error.message}`) : error;
  }
}
