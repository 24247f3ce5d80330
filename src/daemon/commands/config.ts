import { Command } from "commander";
import { readConfig } from "../config.js";
import { configJsonSchema } from "../config-schema.js";

const EXAMPLES = `
Examples:
  $ toolspan config check toolspan.yaml
  $ toolspan config schema > toolspan.schema.json

Editors that speak YAML check a file whose first line is
  # yaml-language-server: $schema=./toolspan.schema.json`;

/** `toolspan config check FILE` and `toolspan config schema`. */
export function configCommand(): Command {
  const command = new Command("config")
    .summary("check a configuration file, or print its JSON Schema")
    .description("Checks a configuration file without starting anything, or prints the JSON Schema for editors.")
    .addHelpText("after", EXAMPLES);
  command
    .command("check")
    .description("Reports every mistake of a configuration file with its line and path.")
    .argument("[file]", "a configuration file", "toolspan.yaml")
    .action((file: string) => {
      readConfig(file);
      process.stdout.write(`${file} is fine.\n`);
    });
  command
    .command("schema")
    .description("Prints the JSON Schema of configuration files.")
    .action(() => {
      process.stdout.write(configJsonSchema());
    });
  return command;
}
