import { readFileSync } from "node:fs";
import { pause } from "./wait.js";

/** Megabytes of memory that a process has in use; 0 where the system does not tell. */
export function residentMb(pid: number): number {
  try {
    const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kb ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Watches a process until it is stopped, and hands back the most that it had in use. */
export function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = residentMb(pid);
  let on = true;
  const watching = (async () => {
    while (on) {
      most = Math.max(most, residentMb(pid));
      await pause(50);
    }
  })();
  return {
    stop: async () => {
      on = false;
      await watching;
      return Math.round(most);
    },
  };
}
