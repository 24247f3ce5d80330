// A process and all that it started, wherever they went, as Linux tells in /proc; elsewhere there is its process group alone.
import { readdir, readFile } from "node:fs/promises";

interface Member {
  readonly pid: number;
  /** Tells a process from a later one with its number. */
  readonly started: string;
  readonly residentPages: number;
}

interface Seen extends Member {
  readonly parent: number;
  readonly session: number;
  readonly isDead: boolean;
}

const PAGE_BYTES = 4096;
const MOST_ROUNDS = 20;

/** The family of one process that leads a session of its own, and has a text in its environment that no other has. */
export class Family {
  readonly #root: number;
  readonly #marker: string;
  readonly #known = new Map<number, string>();

  constructor(root: number, marker: string) {
    this.#root = root;
    this.#marker = marker;
  }

  /** How many live, and how much memory they have in use together. */
  async size(): Promise<{ readonly processes: number; readonly bytes: number }> {
    const living = await this.#members(false);
    const pages = living.reduce((sum, { residentPages }) => sum + residentPages, 0);
    return { processes: living.length, bytes: pages * PAGE_BYTES };
  }

  /**
   * Ends them all. They are halted first, until none is new: who halts starts nobody, and is still there as the parent by which its
   * children are known.
   */
  async kill(): Promise<void> {
    const halted = new Set<number>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const fresh = (await this.#members(true)).filter(({ pid }) => !halted.has(pid));
      if (fresh.length === 0) break;
      for (const { pid } of fresh) {
        signal(pid, "SIGSTOP");
        halted.add(pid);
      }
    }
    for (const pid of halted) signal(pid, "SIGKILL");
    signal(-this.#root, "SIGKILL");
  }

  // Whoever was a member stays one, though its parent is gone and it has a session of its own.
  async #members(isThorough: boolean): Promise<readonly Member[]> {
    const all = await everybody();
    const members = new Map<number, Seen>();
    let grown = true;
    while (grown) {
      grown = false;
      for (const one of all) {
        if (members.has(one.pid)) continue;
        const isKnown = this.#known.get(one.pid) === one.started;
        if (!isKnown && one.session !== this.#root && one.pid !== this.#root && !members.has(one.parent)) continue;
        members.set(one.pid, one);
        this.#known.set(one.pid, one.started);
        grown = true;
      }
    }
    if (isThorough) {
      for (const one of all) if (!members.has(one.pid) && (await this.#isMarked(one.pid))) members.set(one.pid, one);
    }
    return [...members.values()].filter(({ isDead }) => !isDead);
  }

  async #isMarked(pid: number): Promise<boolean> {
    const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
    return environment.includes(this.#marker);
  }
}

/** How many processes and threads a user has. */
export async function tasksOf(uid: number): Promise<number> {
  const counts = await Promise.all(
    (await pids()).map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
      if (/^Uid:\t(\d+)/m.exec(status)?.[1] !== String(uid)) return 0;
      return Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function everybody(): Promise<readonly Seen[]> {
  const read = await Promise.all(
    (await pids()).map(async (pid): Promise<readonly Seen[]> => {
      const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
      // The name in parentheses may hold anything, so that the fields are counted from behind it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields.length < 22) return [];
      return [
        {
          pid,
          parent: Number(fields[1]),
          session: Number(fields[3]),
          started: fields[19] ?? "",
          residentPages: Number(fields[21]),
          isDead: fields[0] === "Z" || fields[0] === "X",
        },
      ];
    }),
  );
  return read.flat();
}

async function pids(): Promise<readonly number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.map(Number).filter((pid) => pid > 0 && pid !== process.pid);
}

function signal(pid: number, name: "SIGSTOP" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
