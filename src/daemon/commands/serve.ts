import { Command, Option } from "commander";
import { LOG_FORMATS, LOG_LEVELS } from "../config-schema.js";
import { serve } from "../serve.js";
import { type ServeFlags, serveOptions } from "../serve-settings.js";
import { again, seconds } from "./reach.js";

const EXAMPLES = `
Examples:
  $ toolspan serve --tools ./weather.ts
  $ toolspan serve --config toolspan.yaml
  $ toolspan serve --listen unix:/run/app/toolspan.sock --listen 127.0.0.1:7070 --tools ./weather.ts

When it is ready it prints one JSON line on stdout; logs go to stderr. SIGTERM lets calls in flight finish.
A TCP address needs a token: TOOLSPAN_TOKEN, --token-file, or a new one that programs of this user find by themselves.`;

/** `toolspan serve`: runs the sidecar until it is told to stop. */
export function serveCommand(): Command {
  return new Command("serve")
    .summary("run the sidecar")
    .description("Runs the sidecar: hosts tools and answers calls until it is told to stop.")
    .option("--config <file>", "a configuration file, such as toolspan.yaml")
    .option(
      "--listen <address>",
      "unix:/path, host:port or [::1]:port; may be given again (default: your own socket)",
      again,
    )
    .option("--tools <file>", "a module that exports tools (.ts, .js, .mjs); may be given again", again)
    .option("--watch", "load tools again when their files change, without a lost call")
    .option("--with-parent", "end when the parent process dies")
    .option("--grace <seconds>", "how long calls in flight may take after SIGTERM (default: 8)", seconds)
    .addOption(new Option("--log-level <level>", "what is logged (default: info)").choices(LOG_LEVELS))
    .addOption(new Option("--log-format <format>", "default: text on a terminal, else json").choices(LOG_FORMATS))
    .option("--event-log <file>", "append every event to a file, as JSON lines")
    .option("--metrics <address>", "serve metrics for Prometheus at host:port, under /metrics")
    .option("--token-file <file>", "a file that holds the token for TCP")
    .option("--tls-cert <file>", "a PEM certificate, needed off loopback")
    .option("--tls-key <file>", "its PEM key")
    .option("--tls-client-ca <file>", "clients must show a certificate that this PEM authority signed")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const code = await serve(serveOptions(flags, process.env));
      process.exit(code);
    });
}
