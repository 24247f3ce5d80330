import { readdirSync, readFileSync } from "node:fs";
import { serve } from "../daemon.js";
import { field, number, text } from "../expand.js";
import { HOSTS, matrixConfig } from "../matrix-hosts.js";
import type { Scenario } from "../scenario.js";
import { connected } from "../testee.js";
import { parse } from "../tree.js";
import { pause } from "../wait.js";

const END_MS = 15_000;

/** A sidecar that is killed while its hosts are starting again: they find nobody to serve, and end. */
export const killedSidecarLeavesNoStarters: Scenario = async () => {
  const hosts = HOSTS.filter(({ name }) => name === "process");
  const moments = [60, 150, 250, 350, 500].map(async (afterMs) => {
    await using daemon = await serve({ tools: [], config: matrixConfig(hosts) });
    for (const pid of childrenOf(daemon.pid)) process.kill(pid, "SIGKILL");
    await pause(afterMs);
    const starting = childrenOf(daemon.pid);
    daemon.child.kill("SIGKILL");
    return { seen: starting.length, left: await remaining(starting) };
  });
  const shown = await Promise.all(moments);
  return { seen: shown.some(({ seen }) => seen > 0), left: shown.reduce((sum, { left }) => sum + left, 0) };
};

/** A sidecar that is killed takes the hosts that it started with it, whatever they are doing. */
export const killedSidecarLeavesNoHosts: Scenario = async () => {
  const hosts = HOSTS.filter(({ name }) => name !== "worker" && name !== "inline");
  await using daemon = await serve({ tools: [], config: matrixConfig(hosts) });
  await using testee = await connected("typescript", daemon.address);
  const pids: number[] = [];
  for (const { source } of hosts) {
    const reply = await testee.ask("call", { name: `${source}.whoami`, args: new Map() });
    pids.push(number(field(field(parse(text(reply.get("response")) ?? "null"), "result"), "pid")) ?? -1);
    void testee.ask("call", { name: `${source}.wait`, args: new Map([["ms", 60_000]]) }).catch(() => undefined);
  }
  await pause(300);
  daemon.child.kill("SIGKILL");
  await daemon.child.ended;
  return { hosts: pids.length, distinct: new Set(pids).size, left: await remaining(pids) };
};

// How many outlive the bound; they are ended, since a test leaves nothing behind.
async function remaining(pids: readonly number[]): Promise<number> {
  const end = performance.now() + END_MS;
  while (pids.some(isAlive) && performance.now() < end) await pause(50);
  const left = pids.filter(isAlive);
  for (const pid of left) process.kill(pid, "SIGKILL");
  return left.length;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return -1;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
