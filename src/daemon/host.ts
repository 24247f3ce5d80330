import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Hosting, HostNews } from "../client/attach.js";
import { connect } from "../client/connect.js";
import type { ConnectOptions } from "../client/options.js";
import * as toolspan from "../tools/authoring.js";
import { loadModule, sourceOf } from "../tools/module.js";
import { offered } from "../tools/offered.js";
import type { LoadedModule } from "../tools/specified.js";
import type { WorkerLog } from "../tools/worker-messages.js";
import { cacheFolder } from "./cache-folder.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";
import { keepStdout } from "./stdout.js";

export interface HostRun {
  readonly files: readonly string[];
  /** The source of all files; null means that each is named after itself (C3.4). */
  readonly source: string | null;
  readonly address: string | undefined;
  readonly connect: ConnectOptions;
  /** 0 means the sidecar's choice. */
  readonly maxInFlight: number;
  /** The id that the sidecar gave to a process that it started; empty otherwise. */
  readonly id: string;
  readonly log: Log;
}

const GRACE_MS = 8000;

/** Offers the tools of modules until it is told to stop; the answer is the exit code. */
export async function host(run: HostRun): Promise<number> {
  const { log, id } = run;
  const printReady = keepStdout();
  // A tool that throws outside of its call costs its own process nothing but this line (case crash/throw-later).
  process.on("unhandledRejection", (reason) => log.error({ reason: String(reason) }, "unhandled rejection"));
  process.on("uncaughtException", (error) => log.error({ error: error.stack }, "uncaught exception"));
  const tools = await loadAll(run);
  await using hub = await connect(run.address, run.connect);
  const source = [...new Set(tools.map(({ spec }) => spec.source))].join(", ");
  const hosting = await hub.offer(
    offered(tools, (line) => write(log, line)),
    { maxInFlight: run.maxInFlight, id, onNews: (news) => tell(log, news) },
  );
  if (id === "") printReady({ ready: 1, source, tools: hosting.tools, pid: process.pid });
  return await until(hosting, run);
}

async function loadAll({ files, source, log }: HostRun): Promise<LoadedModule["tools"]> {
  const all = files.map(async (given) => {
    const file = resolve(given);
    if (!existsSync(file)) throw new StartError(`${file} cannot be loaded: there is no such file.`);
    try {
      const { tools, warnings } = await loadModule(
        file,
        { source: source ?? sourceOf(file), cache: cacheFolder() },
        toolspan,
      );
      for (const warning of warnings) log.warn({ file }, warning);
      return tools;
    } catch (error) {
      throw new StartError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  const tools = (await Promise.all(all)).flat();
  const twice = tools.find(({ spec }, i) => tools.findIndex((other) => other.spec.name === spec.name) < i);
  if (twice !== undefined) throw new StartError(`One process cannot offer two tools named ${twice.spec.name}.`);
  return tools;
}

// The first word of the end lets what is under way finish, the second one does not wait (C8.2).
function until(hosting: Hosting, { id, log }: HostRun): Promise<number> {
  return new Promise((resolve) => {
    let leaving = false;
    const leave = (why: string): void => {
      if (leaving) {
        log.warn({ why }, "forced");
        resolve(1);
        return;
      }
      leaving = true;
      log.info({ why }, "draining");
      void hosting.close(GRACE_MS).then(() => resolve(0));
    };
    process.on("SIGTERM", leave).on("SIGINT", leave);
    if (id !== "") process.stdin.on("end", () => leave("standard input ended")).resume();
    void hosting.ended.then((ending) => {
      if (!leaving) log.info({ ...ending }, "the sidecar let this host go");
      if (!leaving) resolve(ending.kind === "drained" ? 0 : 1);
    });
  });
}

function write(log: Log, { level, tool, callId, message, fields }: WorkerLog): void {
  log[level]({ ...(tool && { tool }), ...(callId && { call: callId }), ...(fields && { fields }) }, message);
}

function tell(log: Log, news: HostNews): void {
  if (news.kind === "lost") {
    log.warn({ reason: news.reason }, "the sidecar is lost; looking for the next one");
    return;
  }
  log.info({ tools: news.tools.length }, "attached");
  for (const { name, reason } of news.refusals) log.warn({ tool: name, reason }, "the sidecar did not take a tool");
}
