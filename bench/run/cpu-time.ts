import { readdirSync, readFileSync } from "node:fs";

/** Nanoseconds that the threads of a process have been on a processor; null where the system does not tell. */
export function cpuNanos(pid: number | undefined): number | null {
  const tasks = `/proc/${pid}/task`;
  try {
    return readdirSync(tasks)
      .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ", 1)[0]))
      .reduce((sum, nanos) => sum + nanos, 0);
  } catch {
    return null;
  }
}
