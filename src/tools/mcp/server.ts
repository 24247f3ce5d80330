import { texts } from "../../gen/texts.js";
import type { Registry } from "../../invoke/registry.js";
import type { Job, Ran, Runner } from "../../invoke/runner.js";
import { fault } from "../../model/fault.js";
import type { HostState, HostStatus } from "../../model/host-status.js";
import { raised } from "../../model/outcome.js";
import { fullName } from "../../model/spec.js";
import { callOf } from "./call.js";
import { McpConnection } from "./connection.js";
import { lostFault, sessionAfter } from "./faults.js";
import type { McpLog, McpServerOptions } from "./options.js";
import { type McpTool, mcpTools } from "./specs.js";

export interface McpServerParts {
  readonly options: McpServerOptions;
  readonly version: string;
  readonly registry: Registry;
  readonly log: McpLog;
}

type State =
  | { readonly kind: "connecting"; readonly opening: Promise<McpConnection> }
  | { readonly kind: "serving"; readonly connection: McpConnection; readonly since: number }
  | { readonly kind: "waiting"; readonly timer: NodeJS.Timeout }
  | { readonly kind: "stopped" };

const STATES = {
  connecting: "starting",
  serving: "serving",
  waiting: "waiting",
  stopped: "draining",
} satisfies Record<State["kind"], HostState>;

const MOST_DELAY_MS = 30_000;
const TOGETHER_MS = 50;
const HEALTHY_MS = 10_000;

/** An MCP server as a source of ordinary tools: connected when it can be, again with back-off when it is lost (C4.3, C4.4). */
export class McpServer implements Runner {
  readonly #parts: McpServerParts;
  #state: State = { kind: "stopped" };
  #tools: ReadonlyMap<string, McpTool> = new Map();
  #offer: Disposable | null = null;
  #failures = 0;
  #restarts = 0;
  #lastExit = "";
  #inFlight = 0;
  #isListDue = false;
  #listing: Promise<void> = Promise.resolve();

  constructor(parts: McpServerParts) {
    this.#parts = parts;
  }

  /** Begins to connect; its tools are offered when it has. */
  start(): void {
    this.#open().catch(() => {});
  }

  async run(job: Job): Promise<Ran> {
    this.#inFlight++;
    const started = performance.now();
    const outcome = await this.#call(job);
    this.#inFlight--;
    return { outcome, elapsedMs: performance.now() - started };
  }

  status(): HostStatus {
    const { options } = this.#parts;
    const connection = this.#state.kind === "serving" ? this.#state.connection : null;
    return {
      source: options.source,
      language: "mcp",
      state: STATES[this.#state.kind],
      pid: connection?.pid ?? 0,
      runtime: connection === null ? "" : `${connection.serverName}, MCP ${connection.protocolVersion}`,
      sdkVersion: "",
      isolation: "process",
      supervised: options.way.kind === "stdio",
      tools: [...this.#tools.values()].map(({ spec }) => fullName(spec)).sort(),
      inFlight: this.#inFlight,
      queued: 0,
      restarts: this.#restarts,
      lastExit: this.#lastExit,
    };
  }

  async stop(): Promise<void> {
    const state = this.#state;
    this.#state = { kind: "stopped" };
    this.#offer?.[Symbol.dispose]();
    this.#offer = null;
    if (state.kind === "waiting") clearTimeout(state.timer);
    if (state.kind === "serving") await state.connection.close();
    if (state.kind === "connecting") await state.opening.then((one) => one.close()).catch(() => {});
  }

  async #call(job: Job): ReturnType<typeof callOf> {
    const tool = this.#tools.get(job.tool);
    if (tool === undefined) return raised(fault("internal", texts.unknown_tool(job.calledAs)));
    for (let again = false; ; again = true) {
      const opened = await this.#connected();
      if (!opened.ok) return raised(lostFault(job.calledAs, "none", opened.error));
      if (job.stop.reason !== null) return raised(fault("cancelled", texts.cancelled(job.calledAs)));
      const { connection } = opened;
      const hadSession = connection.hasSession;
      let session: ReturnType<typeof sessionAfter> = "known";
      const outcome = await callOf(connection, tool, job, this.#parts.options, (error) => {
        if (hadSession) session = sessionAfter(error);
      });
      if (!(await isLost(session, connection))) return outcome;
      this.#drop(connection, "the server no longer knows the session");
      // A request that the server refused did not run, so that it may be sent once more in a new session.
      if (again) return outcome;
    }
  }

  // A call does not wait for the end of a back-off: it connects by itself.
  async #connected(): Promise<
    { readonly ok: true; readonly connection: McpConnection } | { readonly ok: false; readonly error: unknown }
  > {
    const state = this.#state;
    if (state.kind === "serving") return { ok: true, connection: state.connection };
    if (state.kind === "stopped") return { ok: false, error: new Error("the sidecar is stopping") };
    if (state.kind === "waiting") clearTimeout(state.timer);
    try {
      return { ok: true, connection: await (state.kind === "connecting" ? state.opening : this.#open()) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  #open(): Promise<McpConnection> {
    const { options, version, log } = this.#parts;
    let mine: McpConnection | undefined;
    const opening = (async () => {
      const connection = await McpConnection.open({
        options,
        version,
        log,
        changed: () => this.#listAgain(),
        closed: (how) => {
          if (mine !== undefined) this.#drop(mine, how);
        },
      });
      mine = connection;
      this.#take(connection, await connection.list("tools", { signal: AbortSignal.timeout(options.connectMs) }));
      return connection;
    })();
    this.#state = { kind: "connecting", opening };
    opening.then(
      (connection) => {
        if (this.#state.kind !== "connecting") return;
        this.#state = { kind: "serving", connection, since: performance.now() };
        log("info", "connected", {
          server: connection.serverName,
          protocol: connection.protocolVersion,
          tools: this.#tools.size,
        });
      },
      (error: unknown) => {
        void mine?.close();
        this.#again(`cannot connect: ${error instanceof Error ? error.message : String(error)}`);
      },
    );
    return opening;
  }

  #drop(connection: McpConnection, how: string): void {
    if (this.#state.kind !== "serving" || this.#state.connection !== connection) return;
    if (performance.now() - this.#state.since > HEALTHY_MS) this.#failures = 0;
    void connection.close();
    this.#again(how);
  }

  #again(how: string): void {
    if (this.#state.kind === "stopped") return;
    this.#lastExit = how;
    const delayMs = this.#failures === 0 ? 0 : Math.min(MOST_DELAY_MS, 100 * 2 ** this.#failures);
    this.#failures++;
    this.#parts.log("warn", "the server is connected again", { how, delayMs });
    const timer = setTimeout(() => {
      this.#restarts++;
      this.#open().catch(() => {});
    }, delayMs);
    this.#state = { kind: "waiting", timer };
  }

  // Changes that come together are read once.
  #listAgain(): void {
    if (this.#isListDue) return;
    this.#isListDue = true;
    this.#listing = this.#listing.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
      this.#isListDue = false;
      if (this.#state.kind === "connecting") await this.#state.opening.catch(() => {});
      if (this.#state.kind !== "serving") return;
      const { connection } = this.#state;
      try {
        this.#take(connection, await connection.list("tools"));
      } catch (error) {
        this.#parts.log("warn", "the changed list of tools cannot be read; the old one stays", {
          error: String(error),
        });
      }
    });
  }

  #take(connection: McpConnection, listed: readonly unknown[]): void {
    if (this.#state.kind === "stopped") return;
    const { registry, log, options } = this.#parts;
    const { source, mostMs } = options;
    const mayWrap = connection.isOlder;
    const listing = { source, mostMs, mayWrap, hasHeaders: !mayWrap && options.way.kind === "http" };
    const tools = mcpTools(listed, listing, (message) => log("warn", message));
    const digests = (all: Iterable<McpTool>): string =>
      [...all]
        .map(({ spec }) => `${spec.name} ${spec.digest}`)
        .sort()
        .join();
    const isSame = this.#offer !== null && digests(tools) === digests(this.#tools.values());
    this.#tools = new Map(tools.map((tool) => [tool.spec.name, tool]));
    if (isSame) return;
    const specs = tools.map(({ spec }) => spec);
    try {
      this.#offer = registry.add(specs, this, this.#offer ?? undefined);
    } catch (error) {
      this.#offer?.[Symbol.dispose]();
      this.#offer = null;
      log("error", "its tools cannot be offered", { error: String(error) });
    }
  }
}

async function isLost(session: ReturnType<typeof sessionAfter>, connection: McpConnection): Promise<boolean> {
  return session === "lost" || (session === "doubtful" && !(await connection.knowsSession()));
}
