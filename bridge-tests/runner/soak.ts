import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Child, killAll } from "./child.js";
import { environment, serve } from "./daemon.js";
import { BUILD, folder, ROOT, removeFolders, TESTS } from "./places.js";
import { JAR } from "./testee.js";
import { pause, within } from "./wait.js";

const THREADS = 32;
const RISKY_THREADS = 6;
const FIRST_KILL_MS = 1500;
const KILL_MS = 3000;
/** A call of 50 ms that takes as long has suffered; what is shorter may be the machine's own doing. */
const MOST_MS = 5000;
/** What the last calls, the start and the end may take beyond the seconds that were asked for. */
const HANG_MS = 120_000;

const HELP = `Calls Python tools of 50 ms from ${THREADS} threads of Java while the processes of another host are killed with kill -9.

usage: scripts/soak SECONDS [--json]

  --json   one JSON object instead of lines for people

The calls to the killed host are answered or are lost with it. It ends in exit code 1 when a call is unaccounted for, was
answered by another's answer, ran twice, or when one of the 50 ms calls suffered: it failed, or took ${MOST_MS / 1000} seconds.
`;

interface Told {
  readonly calls: number;
  readonly answers: number;
  readonly swaps: number;
  readonly lost: readonly number[];
  readonly odd: readonly string[];
  readonly odd_count: number;
  readonly micros: readonly [number, number, number];
}

interface Line {
  readonly done: boolean;
  readonly steady: Told;
  readonly risky: Told;
}

/** How often each call of a source ran, by its number, as its processes wrote it down. */
function runs(ledger: string, source: string): Map<number, number> {
  const seen = new Map<number, number>();
  for (const name of readdirSync(ledger)) {
    if (!name.startsWith(`${source}-`)) continue;
    for (const line of readFileSync(join(ledger, name), "utf8").split("\n")) {
      if (/^\d+$/.test(line)) seen.set(Number(line), (seen.get(Number(line)) ?? 0) + 1);
    }
  }
  return seen;
}

/** The processes of a source that live as children of the sidecar; a number that went to another process is none of them. */
function living(ledger: string, source: string, parent: number): number[] {
  const all = readdirSync(ledger).filter((name) => name.startsWith(`${source}-`));
  return all
    .map((name) => Number(name.slice(source.length + 1)))
    .filter((pid) => {
      try {
        const after = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
        return after[0] !== "Z" && Number(after[1]) === parent;
      } catch {
        return false;
      }
    });
}

function config(ledger: string): string {
  const host = (source: string): string =>
    JSON.stringify({
      source,
      language: "python",
      file: join(TESTS, "hosts", "steady.py"),
      python: join(ROOT, ".venv/bin/python"),
      processes: 2,
      env: { SOAK_LEDGER: ledger },
    });
  return `start: 60s\nhosts:\n  - ${host("steady")}\n  - ${host("risky")}\n`;
}

async function soak(seconds: number, json: boolean): Promise<number> {
  const ledger = folder();
  await using daemon = await serve({ tools: [], config: config(ledger) });
  const began = performance.now();
  const args = ["-XX:+UseSerialGC", "-Xmx600m", "-cp", `${JAR}:${join(BUILD, "java")}`, "Soak"];
  const numbers = [seconds, THREADS, RISKY_THREADS].map(String);
  await using caller = new Child("java", [...args, daemon.address, ...numbers], { cwd: folder(), env: environment() });
  let losses = 0;
  let last: Line | undefined;
  let rest = "";
  caller.onStdout = (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) last = JSON.parse(line) as Line;
    if (last !== undefined && !last.done) show(began, seconds, last, losses);
  };
  let calling = true;
  const ended = caller.ended.then(() => {
    calling = false;
  });
  const killing = (async () => {
    await Promise.race([ended, pause(FIRST_KILL_MS)]);
    while (calling) {
      const [victim] = living(ledger, "risky", daemon.pid).sort(() => Math.random() - 0.5);
      if (victim !== undefined && performance.now() - began < seconds * 1000) {
        process.kill(victim, "SIGKILL");
        losses++;
      }
      await Promise.race([ended, pause(KILL_MS)]);
    }
  })();
  await within(seconds * 1000 + HANG_MS, "the caller", ended);
  await killing;
  clear();
  if (last?.done !== true) throw new Error(`the caller did not come to its end: ${caller.stderr.slice(-3000)}`);
  const took = performance.now() - began;
  await daemon.stop();
  return report(judged(last, ledger, losses, took), json);
}

interface Verdict {
  readonly facts: Readonly<Record<string, number | string>>;
  readonly problems: readonly string[];
}

function judged({ steady, risky }: Line, ledger: string, losses: number, took: number): Verdict {
  const ran = { steady: runs(ledger, "steady"), risky: runs(ledger, "risky") };
  const calls = steady.calls + risky.calls;
  const answers = steady.answers + risky.answers;
  const lost = new Set(risky.lost);
  const doubles = [...ran.steady.values(), ...ran.risky.values()].filter((times) => times > 1).length;
  const swaps = steady.swaps + risky.swaps;
  // answered though it never ran, or ran though nobody called it
  const strange = [
    ...Array.from({ length: steady.calls }, (_, n) => n).filter((n) => !ran.steady.has(n)),
    ...Array.from({ length: risky.calls }, (_, n) => n).filter((n) => !ran.risky.has(n) && !lost.has(n)),
    ...[...ran.steady.keys()].filter((n) => n >= steady.calls),
    ...[...ran.risky.keys()].filter((n) => n >= risky.calls),
  ].length;
  const [median, p99, longest] = steady.micros.map((micros) => Math.round(micros / 100) / 10);
  const suffered = steady.lost.length + steady.odd_count + ((longest ?? 0) >= MOST_MS ? 1 : 0);
  const unaccounted = calls - answers + risky.odd_count + strange;
  const problems = [
    [unaccounted, "calls are unaccounted for"],
    [doubles, "calls ran twice"],
    [swaps, "calls got the answer of another"],
    [suffered, "calls of 50 ms suffered"],
    [losses === 0 ? 1 : 0, "too short a time: no host was killed"],
  ] as const;
  return {
    facts: {
      calls,
      answers,
      "host losses": losses,
      "calls lost with them": lost.size,
      doubles,
      swaps,
      unaccounted,
      suffered,
      "50 ms calls": steady.calls,
      "their ms, median": median ?? 0,
      "their ms, 99 of 100": p99 ?? 0,
      "their ms, longest": longest ?? 0,
      seconds: Math.round(took / 100) / 10,
    },
    problems: [
      ...problems.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
      ...steady.odd,
      ...risky.odd,
    ],
  };
}

function report({ facts, problems }: Verdict, json: boolean): number {
  if (json) {
    const named = Object.entries(facts).map(([name, value]) => [name.replace(/[^a-z0-9]+/g, "_"), value]);
    console.log(JSON.stringify({ ...Object.fromEntries(named), problems }));
  } else {
    for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(22)}${value}`);
    for (const problem of problems) console.log(`FAIL ${problem}`);
    console.log(problems.length === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
  }
  return problems.length === 0 ? 0 : 1;
}

function show(began: number, seconds: number, { steady, risky }: Line, losses: number): void {
  if (!process.stderr.isTTY) return;
  const now = Math.round((performance.now() - began) / 1000);
  const calls = steady.calls + risky.calls;
  const answers = steady.answers + risky.answers;
  process.stderr.write(`\r\x1b[K${now} of ${seconds} s: ${calls} calls, ${answers} answers, ${losses} host losses`);
}

function clear(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}

function end(code: number): never {
  killAll();
  removeFolders();
  process.exit(code);
}

function usage(problem: string): never {
  process.stderr.write(`${problem}\n\n${HELP}`);
  return end(2);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(1));
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    end(0);
  }
  const seconds = Number(positionals[0]);
  if (positionals.length !== 1 || !Number.isSafeInteger(seconds) || seconds < 1) usage("SECONDS is a whole number.");
  end(await soak(seconds, values.json));
} catch (error) {
  if (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))
    usage(error.message);
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  end(1);
}
