import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project; this file runs from bench/.build/bench/run. */
export const PROJECT = fileURLToPath(new URL("../../../../", import.meta.url));
export const BENCH = join(PROJECT, "bench");
export const BUILT = join(BENCH, ".build/bench");
export const DEPS = join(BENCH, ".deps");

/** Where the sockets of one run are; gone when the process is. */
export const TEMPORARY = mkdtempSync(join(tmpdir(), "toolspan-bench-"));
process.on("exit", () => rmSync(TEMPORARY, { recursive: true, force: true }));

/** What every child is started with: one token, and runtime files in the run's own folder. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  XDG_RUNTIME_DIR: TEMPORARY,
  TOOLSPAN_TOKEN: randomBytes(16).toString("hex"),
  PYTHONPATH: join(PROJECT, "clients/python/src"),
  PYTHONDONTWRITEBYTECODE: "1",
};
