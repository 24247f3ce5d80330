import { within } from "../runner/wait.js";

const BOUND_MS = 60_000;

/** One line for each check, and how many passed and failed; a check that hangs has failed. */
export class Checks {
  passed = 0;
  failed = 0;

  /** Runs a check, which fails by throwing. */
  async one(name: string, check: () => Promise<void> | void): Promise<void> {
    const started = performance.now();
    const took = (): string => `${Math.round(performance.now() - started)} ms`;
    try {
      await within(BOUND_MS, name, Promise.resolve().then(check));
      this.passed++;
      process.stdout.write(`ok   ${name} (${took()})\n`);
    } catch (error) {
      this.failed++;
      const why = error instanceof Error ? error.message : String(error);
      process.stdout.write(`FAIL ${name} (${took()})\n${why.replace(/^/gm, "       ")}\n`);
    }
  }
}
