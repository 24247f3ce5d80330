import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Way } from "../callers/protocol.js";
import { summarise } from "../report/cpu-profile.js";
import { Callers } from "./callers.js";
import { TEMPORARY } from "./places.js";
import { LARGE, SMALL } from "./plan.js";
import { startSidecar } from "./sidecar.js";

const WARM_MS = 500;
const MS = 2000;

const LOADS = [
  { name: "stream, 200 B", way: "stream-raw", bytes: SMALL, inFlight: 64, tool: "worker.echo" },
  { name: "stream, 200 B, inline", way: "stream-raw", bytes: SMALL, inFlight: 64, tool: "inline.echo" },
  { name: "stream, 200 B, 10,000 in flight", way: "stream-raw", bytes: SMALL, inFlight: 10_000, tool: "worker.echo" },
  { name: "stream, 64 KiB", way: "stream-raw", bytes: LARGE, inFlight: 64, tool: "worker.echo" },
  { name: "unary, 200 B", way: "unary", bytes: SMALL, inFlight: 64, tool: "worker.echo" },
  { name: "call-all of 64, 200 B", way: "call-all", bytes: SMALL, inFlight: 64, tool: "worker.echo" },
] as const satisfies readonly { name: string; way: Way; bytes: number; inFlight: number; tool: string }[];

/** Loads a profiled sidecar in each way from Node and prints where its processor time went. */
export async function profile(only: readonly string[], tell: (text: string) => void): Promise<void> {
  for (const [i, { name, way, bytes, inFlight, tool }] of LOADS.entries()) {
    if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
    tell(`profiling ${name}`);
    const folder = mkdtempSync(join(TEMPORARY, "profile-"));
    const nodeOptions = ["--cpu-prof", "--cpu-prof-interval", "500", `--cpu-prof-dir=${folder}`];
    const sidecar = await startSidecar({ name: `profiled-${i}`, nodeOptions });
    const callers = new Callers();
    const request = { way, to: [sidecar.unix], tool, bytes, in_flight: inFlight, connections: 1 };
    await callers.measure("node", { ...request, ms: WARM_MS });
    const from = monotonicMicros();
    const { ops, seconds } = await callers.measure("node", { ...request, ms: MS });
    const to = monotonicMicros();
    await callers.stop();
    await sidecar.program.stop("SIGTERM");
    process.stdout.write(`\n## ${name}: ${Math.round(ops / seconds)} calls a second\n`);
    for (const file of readdirSync(folder)) process.stdout.write(summarise(join(folder, file), from, to));
  }
}

// The clock of a profile's samples, the same in every process of a machine.
function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
