import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Job } from "../../invoke/runner.js";
import { Stop } from "../../invoke/stop.js";
import { madeOfText } from "../../model/payload.js";
import { BashRunner } from "./bash.js";

test("a step back behind a link leads where it was judged to lead", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolspan-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of ["allowed/inner", "outside/far"]) mkdirSync(join(root, path), { recursive: true });
  mkdirSync(join(root, "outside/inner"));
  symlinkSync(join(root, "outside/far"), join(root, "allowed/link"));
  const limits = { outputBytes: 1000, memoryMb: 64, processes: 10 };
  const runner = new BashRunner(
    { ...limits, skillScripts: false, folder: root, env: { PATH: process.env["PATH"] ?? "" }, mostMs: 10_000 },
    async () => [],
  );
  const lists = { allowed_commands: ["pwd"], allowed_script_dirs: [join(root, "allowed")] };
  const args = { command: "pwd", cwd: `${root}/allowed/link/../inner`, ...lists };
  const job = { argumentsText: JSON.stringify(args), stop: new Stop() } as Job;
  const { outcome } = await runner.run(job);
  const result = outcome.kind === "returned" ? outcome.value.result : null;
  expect(result === null ? outcome : madeOfText(result)).toBe(JSON.stringify(join(root, "allowed/inner")));
});
