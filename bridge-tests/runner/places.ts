import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The root of the repository; this file runs from bridge-tests/.build/runner. */
export const ROOT = resolve(here, "../../..");
export const TESTS = join(ROOT, "bridge-tests");
export const BUILD = join(TESTS, ".build");

// One short folder a run: a socket path may have 107 bytes, and two runs side by side must not meet.
const base = mkdtempSync(join(process.platform === "linux" ? "/tmp" : tmpdir(), "tsp-"));
let made = 0;

// Sweeps the folder even where this process is killed: its end closes the sweeper's stdin.
const sweeper = spawn("sh", ["-c", 'cat >/dev/null; sleep 1; rm -rf "$0"', base], {
  detached: true,
  stdio: ["pipe", "ignore", "ignore"],
});
sweeper.unref();
// A pipe to a child has a handle of its own that would keep this process alive.
const pipe: unknown = sweeper.stdin;
if (pipe !== null && typeof pipe === "object" && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();

/** A new empty folder of this run. */
export function folder(): string {
  const path = join(base, (made++).toString(36));
  mkdirSync(path, { mode: 0o700 });
  return path;
}

/** Removes everything that this run wrote. */
export function removeFolders(): void {
  rmSync(base, { recursive: true, force: true });
}

/** The path of a fixture module. */
export function fixture(name: string): string {
  return join(TESTS, "tools", `${name}.ts`);
}
