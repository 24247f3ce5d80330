import { randomBytes } from "node:crypto";
import { Server } from "@grpc/grpc-js";
import { HealthService } from "../gen/grpc/health/v1/health.js";
import { ServerReflectionService } from "../gen/grpc/reflection/v1/reflection.js";
import { EventsService } from "../gen/toolspan/v1/events.js";
import { HostsService } from "../gen/toolspan/v1/hosts.js";
import { RecordsService } from "../gen/toolspan/v1/records.js";
import { ToolsService } from "../gen/toolspan/v1/tools.js";
import { createInvoke } from "../invoke/invoke.js";
import { Registry } from "../invoke/registry.js";
import type { HostStatus } from "../model/host-status.js";
import { eventsService } from "../rpc/events.js";
import { handledInterceptor } from "../rpc/handled.js";
import { Health } from "../rpc/health.js";
import { hostsService } from "../rpc/hosts.js";
import { recordsService } from "../rpc/records.js";
import { reflectionService } from "../rpc/reflection.js";
import { createGate } from "../rpc/session.js";
import { toolsService } from "../rpc/tools.js";
import { welcome } from "../rpc/welcome.js";
import type { BashRunner } from "../tools/bash/bash.js";
import { sourceOf } from "../tools/module.js";
import type { HostProcess } from "../tools/remote/host-process.js";
import { statusOf } from "../tools/remote/host-status.js";
import { Hosts } from "../tools/remote/hosts.js";
import type { SkillLibrary } from "../tools/skills/library.js";
import { Supervisor } from "./hosts/supervisor.js";
import { watchFiles } from "./hosts/watch-files.js";
import { Lifecycle } from "./lifecycle.js";
import { type Bound, bind, StartError } from "./listen.js";
import { createLog, type Log } from "./log.js";
import type { McpServers } from "./mcp-servers.js";
import { loadModules, type Modules } from "./modules.js";
import { openRecords } from "./records.js";
import type { ServeOptions } from "./serve-options.js";
import { keepStdout } from "./stdout.js";
import { VERSION } from "./version.js";

/** Runs the sidecar until it is told to stop; the answer is the exit code: 0 stopped, 1 forced, 2 could not start. */
export async function serve(options: ServeOptions): Promise<number> {
  const printReady = keepStdout();
  const log = createLog(options);
  const lifecycle = new Lifecycle({ graceMs: options.graceMs, withParent: options.withParent, log });
  const registry = new Registry(options.injections);
  const hosts: Hosts = new Hosts({
    registry,
    maxQueue: options.limits.maxQueuePerHost,
    attached: (process) => supervisor?.attached(process),
    changed: (process) => {
      const { facts, state, offers } = process;
      log.info({ language: facts.language, pid: facts.pid, tools: [...offers.keys()] }, `host ${state}`);
      supervisor?.changed(process);
    },
  });
  let supervisor: Supervisor | undefined;
  let modules: Modules | undefined;
  let skills: SkillLibrary | null = null;
  let bash: BashRunner | null = null;
  const mcpServers = await mcpServersOf(options, registry, log);
  const list = (): readonly HostStatus[] => [
    ...(modules?.list() ?? []),
    ...(supervisor?.list() ?? []),
    ...(mcpServers?.list() ?? []),
    ...hosts.processes.filter(({ facts }) => facts.id === "").map((one) => statusOf(one, queuedFor(hosts, one))),
  ];
  const health = new Health();
  const token = options.token ?? randomBytes(32).toString("hex");
  const records = openRecords(options, log);
  const { recorder } = records;
  const invoke = createInvoke({
    registry,
    limits: options.limits,
    recorder: {
      begin: (call, spec, within) => recorder.begin(call, spec, within),
      ended: (call, response, ended) => {
        const { toolName, success, fault, executionTimeMs } = response;
        log.debug({ tool: toolName, call: call.callId, success, kind: fault?.kind, ms: executionTimeMs }, "call");
        recorder.ended(call, response, ended);
      },
    },
  });
  const ready = gateway();

  const servers: Server[] = [];
  const addresses: Bound[] = [];
  let watching: readonly Disposable[] = [];
  let metricsUrl: string | null = null;
  const release = async (code: number): Promise<void> => {
    for (const watch of watching) watch[Symbol.dispose]();
    await Promise.all([
      supervisor?.stop(),
      modules?.stop(),
      mcpServers?.stop(),
      bash?.close(),
      skills?.close(),
      letGo(hosts),
    ]);
    await Promise.all(servers.map((server) => shutdown(server, code === 0 ? CLOSE_MS : FORCE_MS)));
    await records.close();
    for (const bound of addresses) bound.release();
  };

  try {
    metricsUrl = await records.listen();
    for (const listen of options.listen) {
      const server = new Server({
        "grpc.max_receive_message_length": options.limits.maxMessageBytes,
        "grpc.max_send_message_length": -1,
        interceptors: [handledInterceptor(records.handled)],
      });
      servers.push(server);
      const parts = {
        registry,
        invoke,
        limits: options.limits,
        welcome: () => welcome(options.limits, VERSION),
        graceMs: options.graceMs,
        gate: createGate(token, () => lifecycle.isDraining),
        transport: listen.kind,
        ready: ready.promise,
        draining: lifecycle.draining,
        skillsPrompt: async (names: readonly string[]) => (await skills?.prompt(names)) ?? "",
        begin: () => lifecycle.begin(),
      };
      server.addService(ToolsService, toolsService(parts));
      server.addService(HostsService, hostsService({ ...parts, hosts, list }));
      server.addService(RecordsService, recordsService({ ...parts, ...records }));
      server.addService(EventsService, eventsService(parts));
      server.addService(HealthService, health.service);
      server.addService(ServerReflectionService, reflectionService());
      server.addService(alphaReflection, reflectionService());
      addresses.push(await bind(server, listen, token, options.tls));
    }
    skills = await skillsOf(options, registry, log);
    bash = await bashOf(options, skills, registry);
    modules = await loadModules(options, registry, log);
    supervisor = new Supervisor({
      hosts,
      log,
      env: hostEnvironment(addresses, token),
      startMs: options.startMs,
      graceMs: options.graceMs,
    });
    mcpServers?.start();
    await supervisor.start(options.hosts);
    if (options.watch) watching = watchAll(options, modules, supervisor);
  } catch (error) {
    ready.reject(error);
    await release(1);
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`toolspan: ${error.message}\n`);
    return 2;
  }

  ready.resolve();
  health.set(true);
  const [address = "", ...more] = addresses.map((bound) => bound.address);
  printReady({
    ready: 1,
    address,
    pid: process.pid,
    version: VERSION,
    ...(more.length > 0 && { addresses: [address, ...more] }),
    ...(metricsUrl !== null && { metrics: metricsUrl }),
  });
  log.info({ address, tools: registry.list().length }, "ready");

  lifecycle.draining.addEventListener("abort", () => health.set(false));
  const code = await lifecycle.stopped;
  await release(code);
  log.info({ code }, "stopped");
  return code;
}

// Hosts that attached by themselves are told, and look for the next sidecar.
async function letGo(hosts: Hosts): Promise<void> {
  const strangers = (): readonly HostProcess[] => hosts.processes.filter(({ facts }) => facts.id === "");
  for (const host of strangers()) host.drain();
  const end = performance.now() + LET_GO_MS;
  while (strangers().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}

function queuedFor(hosts: Hosts, { offers }: HostProcess): number {
  const sources = new Set([...offers.values()].map((spec) => spec.source));
  return [...sources].reduce((sum, source) => sum + hosts.source(source).queued, 0);
}

// A host finds the sidecar by the same variables as any caller; a Unix socket needs no token.
function hostEnvironment(addresses: readonly Bound[], token: string): NodeJS.ProcessEnv {
  const address = addresses.find((bound) => bound.address.startsWith("unix:")) ?? addresses[0];
  return { ...process.env, TOOLSPAN_ADDRESS: address?.address, TOOLSPAN_TOKEN: token };
}

function watchAll({ modules, hosts }: ServeOptions, loaded: Modules, supervisor: Supervisor): readonly Disposable[] {
  return [
    ...modules.map(({ file, source }) => {
      const name = source ?? sourceOf(file);
      return watchFiles([file], () => loaded.reload(name));
    }),
    ...hosts.map(({ files, source }) => watchFiles(files, () => supervisor.reload(source))),
  ];
}

// What speaks MCP is loaded where there is a server to speak to.
async function mcpServersOf({ mcpServers }: ServeOptions, registry: Registry, log: Log): Promise<McpServers | null> {
  if (mcpServers.length === 0) return null;
  const loaded = await import("./mcp-servers.js");
  return new loaded.McpServers(mcpServers, registry, log);
}

// Skills, likewise.
async function skillsOf({ skills }: ServeOptions, registry: Registry, log: Log): Promise<SkillLibrary | null> {
  if (skills === null) return null;
  return (await import("./skills.js")).offerSkills(skills, registry, log);
}

// And so is the tool that runs commands.
async function bashOf(
  { bash }: ServeOptions,
  skills: SkillLibrary | null,
  registry: Registry,
): Promise<BashRunner | null> {
  if (bash === null) return null;
  const { BashRunner, bashSpec } = await import("../tools/bash/bash.js");
  const folders = async () => [...((await skills?.skills())?.values() ?? [])].map(({ folder }) => folder);
  const runner = new BashRunner(bash, folders);
  registry.add([bashSpec], runner);
  return runner;
}

// Calls that come before the modules are loaded wait behind this.
function gateway(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let open = (): void => {};
  let shut = (_: unknown): void => {};
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve;
    shut = reject;
  });
  promise.catch(() => {});
  return { promise, resolve: open, reject: shut };
}

const alphaReflection: typeof ServerReflectionService = {
  serverReflectionInfo: {
    ...ServerReflectionService.serverReflectionInfo,
    path: "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo" as never,
  },
};

/** What was answered is also read, by a machine that has much else to do. */
const CLOSE_MS = 2000;
const FORCE_MS = 300;
/** A host answers a drain by ending its stream; one that does not is cut off with the server. */
const LET_GO_MS = 500;

function shutdown(server: Server, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, ms);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
