import type { Command } from "commander";
import type { HostStatus } from "../../model/host-status.js";
import { EXIT } from "../usage-error.js";
import { type ReachFlags, reach, reachCommand } from "./reach.js";
import { table } from "./table.js";

interface HostsFlags extends ReachFlags {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  $ toolspan hosts
  $ toolspan hosts --json | jq '.[] | select(.state != "serving")'`;

/** `toolspan hosts`: what runs the tools, and how it fares. */
export function hostsCommand(): Command {
  return reachCommand("hosts")
    .summary("list what runs the tools")
    .description("Lists the modules of a running sidecar, the hosts that it started, and the hosts that attached.")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: HostsFlags) => {
      process.exitCode = await reach(flags, async (hub) => {
        const hosts = await hub.hosts();
        process.stdout.write(flags.json ? `${JSON.stringify(hosts.map(hostJson), null, 2)}\n` : hostTable(hosts));
        return EXIT.success;
      });
    });
}

/** One line a host, for people. */
export function hostTable(hosts: readonly HostStatus[]): string {
  if (hosts.length === 0) return "No hosts. Start the sidecar with --tools FILE, or attach one.\n";
  const rows = hosts.map((host) => [
    host.source || "-",
    host.language || "-",
    host.state,
    host.isolation,
    host.pid === 0 ? "-" : String(host.pid),
    host.runtime || "-",
    String(host.tools.length),
    `${host.inFlight}/${host.queued}`,
    host.restarts === 0 && host.lastExit === "" ? "-" : `${host.restarts} (${host.lastExit || "changed"})`,
  ]);
  return table([
    ["SOURCE", "LANGUAGE", "STATE", "ISOLATION", "PID", "RUNTIME", "TOOLS", "RUNS/WAITS", "RESTARTS"],
    ...rows,
  ]);
}

function hostJson({ sdkVersion, inFlight, lastExit, ...host }: HostStatus): object {
  return { ...host, sdk_version: sdkVersion, in_flight: inFlight, last_exit: lastExit };
}
