import { setTimeout as sleep } from "node:timers/promises";
import type { Callers } from "./callers.js";
import type { Cell, Measured, Sample } from "./cell.js";
import { cpuNanos } from "./cpu-time.js";
import type { Servers } from "./servers.js";

/** How long and how often. */
export interface Pace {
  readonly rounds: number;
  readonly ms: number;
  readonly warmMs: number;
  /** No round begins that would not end within this time. */
  readonly withinMs: number;
}

/** Runs every cell once a round, in turn, after a round that only warms up. */
export async function runRounds(
  cells: readonly Cell[],
  { rounds, ms, warmMs, withinMs }: Pace,
  programs: { readonly servers: Servers; readonly callers: Callers },
  tell: (text: string) => void,
): Promise<Measured[]> {
  const replies = cells.map((): Sample[] => []);
  let lastMs = 0;
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    if (round > 1 && started + lastMs > withinMs) break;
    for (const [i, cell] of cells.entries()) {
      if (cells[i - 1]?.caller !== cell.caller) await sleep(SETTLE_MS);
      tell(`round ${round} of ${rounds}: ${i + 1} of ${cells.length} (${cell.caller} ${cell.subject})`);
      const reply = await once(
        cell,
        round === 0 ? warmMs * (cell.server.startsWith("tools-") ? WARM_ALONE : 1) : ms,
        programs,
      );
      if (round > 0) replies[i]?.push(reply);
    }
    lastMs = performance.now() - started;
  }
  return cells.map((cell, i) => {
    const all = replies[i] ?? [];
    return {
      cell,
      rounds: all.map((reply) => (reply.ops > 0 ? reply : null)),
      failed: all.reduce((sum, reply) => sum + reply.failed, 0),
      error: all.find((reply) => reply.error !== null)?.error ?? null,
    };
  });
}

// A program that has just worked hard compiles and collects for a while.
const SETTLE_MS = 80;
// A sidecar that has one cell to itself must be as warm as the one that all others share.
const WARM_ALONE = 8;
// One wave of many calls is not yet a steady flow.
const MANY = 1000;
const LONGER = 4;
// Curves are about differences of a tenth.
const CURVE = 2;
// The tool that waits must have time for a few waves.
const WAIT_MS = 350;

async function once(
  { subject, caller, way, server, transport, tool, bytes, inFlight, connections }: Cell,
  ms: number,
  { servers, callers }: { readonly servers: Servers; readonly callers: Callers },
): Promise<Sample> {
  const to = await servers.reach(server, transport);
  const longer = inFlight * connections > MANY ? LONGER : subject.startsWith("growth-") ? CURVE : 1;
  const least = tool.endsWith("wait") ? WAIT_MS : 0;
  const pid = servers.pid(server);
  const before = cpuNanos(pid);
  const reply = await callers.measure(caller, {
    way,
    to,
    tool,
    bytes,
    in_flight: inFlight,
    connections,
    ms: Math.max(least, longer * ms),
  });
  const after = cpuNanos(pid);
  const spent = before === null || after === null || reply.ops === 0 ? null : (after - before) / 1000 / reply.ops;
  return { ...reply, server_cpu_us: spent };
}
