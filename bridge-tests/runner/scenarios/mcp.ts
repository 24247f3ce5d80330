import { gone } from "../child.js";
import { type Daemon, serve } from "../daemon.js";
import { field } from "../expand.js";
import { offered } from "../mcp.js";
import { HttpFaults, stdioEntry } from "../mcp-servers.js";
import { freePort } from "../port.js";
import { brief, callerOf, type Scenario } from "../scenario.js";
import { toTree } from "../tree.js";
import { until, within } from "../wait.js";

const CALLS = 100;

const started = (entries: string, env: Readonly<Record<string, string>> = {}): Promise<Daemon> =>
  serve({ tools: [], config: `mcp_servers:\n${entries}`, env });

const logged = (daemon: Daemon, text: string): Promise<boolean> =>
  until(
    5000,
    () => daemon.child.stderr.includes(text),
    (found) => found,
  );

/** All pages of a list, whatever its cursors are. */
export const mcpPages: Scenario = async () => {
  await using daemon = await started(stdioEntry("empty", ["--empty-cursor"]) + stdioEntry("endless", ["--endless"]));
  const names = await offered(daemon, ["empty", "endless"]);
  const of = (source: string): readonly string[] => names.filter((name) => name.startsWith(`${source}.`));
  return {
    empty: of("empty").length,
    endless: of("endless").length,
    distinct: new Set(names).size === names.length,
    warned: await logged(daemon, "repeats its cursor"),
  };
};

/** A session that the server forgot is opened again, once. */
export const mcpSessionLost: Scenario = async (scene) => {
  await using restarted = await HttpFaults.start();
  await using forgetful = await HttpFaults.start(["--forgets"]);
  await using daemon = await started(restarted.entry("once") + forgetful.entry("always"));
  await offered(daemon, ["once", "always"]);
  await using caller = await callerOf(scene, daemon.address);
  const call = async (name: string, args: object = {}) => brief(await caller.ask("call", { name, args: toTree(args) }));
  await call("once.grow");
  return {
    reopened: await call("once.seen", { what: "sessions" }),
    lost: await call("always.seen"),
    attempts: forgetful.child.stderr.split("refused").length - 1,
  };
};

/** A server that answers 400 for a session that it forgot, and for a request of a session that it knows. */
export const mcpSessionDoubtful: Scenario = async (scene) => {
  await using server = await HttpFaults.start(["--bad-request"]);
  await using daemon = await started(server.entry("once"));
  await offered(daemon, ["once"]);
  await using caller = await callerOf(scene, daemon.address);
  const call = async (name: string, args: object = {}) => brief(await caller.ask("call", { name, args: toTree(args) }));
  const misread = await call("once.misread");
  const kept = await call("once.seen", { what: "sessions" });
  await call("once.grow");
  return { misread, kept, reopened: await call("once.seen", { what: "sessions" }) };
};

/** A stream whose events have ids is taken up again where it was cut; where the server is gone, the call is lost. */
export const mcpStreamResumed: Scenario = async (scene) => {
  await using resuming = await HttpFaults.start(["--resumes"]);
  await using dying = await HttpFaults.start(["--resumes"]);
  await using daemon = await started(resuming.entry("resuming") + dying.entry("dying"));
  await offered(daemon, ["resuming", "dying"]);
  await using caller = await callerOf(scene, daemon.address);
  const call = async (name: string) => brief(await caller.ask("call", { name, args: toTree({}), timeout_ms: 30_000 }));
  return { cut: await call("resuming.cut"), dead: await call("dying.die") };
};

/** Answers whose stream breaks off behind them. */
export const mcpAbruptEnd: Scenario = async (scene) => {
  await using server = await HttpFaults.start(["--abrupt"]);
  await using daemon = await started(server.entry("abrupt"));
  await offered(daemon, ["abrupt"]);
  await using caller = await callerOf(scene, daemon.address);
  let lost = 0;
  for (let call = 0; call < CALLS; call++) {
    const reply = brief(
      await caller.ask("call", { name: "abrupt.typed", args: toTree({ structuredContent: { data: "a" } }) }),
    );
    if (field(reply, "kind") !== undefined) lost++;
  }
  return { calls: CALLS, lost };
};

/** A call that may be repeated, of a server that ends in it and is not started again. */
export const mcpRepeatedInVain: Scenario = async (scene) => {
  await using server = await HttpFaults.start();
  await using daemon = await started(server.entry("once"));
  await offered(daemon, ["once"]);
  await using caller = await callerOf(scene, daemon.address);
  return { faded: brief(await caller.ask("call", { name: "once.fade", args: toTree({}), timeout_ms: 30_000 })) };
};

/** A call that ends its server is made once, though there is a new process to make it of. */
export const mcpDiesOnce: Scenario = async (scene) => {
  await using daemon = await started(stdioEntry("bank"));
  await offered(daemon, ["bank"]);
  await using caller = await callerOf(scene, daemon.address);
  const call = async (name: string) => brief(await caller.ask("call", { name, args: toTree({}), timeout_ms: 30_000 }));
  const died = await call("bank.die");
  const again = await call("bank.odd_name__");
  await logged(daemon, "die has run");
  return { died, again, ran: daemon.child.stderr.split("die has run").length - 1 };
};

/** A server that does not hear of cancellation, as some have no handler for it, keeps no caller and is no error. */
export const mcpCancelIgnored: Scenario = async (scene) => {
  await using daemon = await started(stdioEntry("deaf"));
  await offered(daemon, ["deaf"]);
  await using caller = await callerOf(scene, daemon.address);
  const asked = caller.ask("call", { name: "deaf.hang", args: toTree({}), timeout_ms: 60_000, cancel_after_ms: 200 });
  const hung = brief(await within(10_000, "the cancelled call", asked));
  return {
    hung,
    after: brief(await caller.ask("call", { name: "deaf.odd_name__", args: toTree({}) })),
    errors: daemon.child.stderr.split('"level":"error"').length - 1,
  };
};

/** Noise on standard output, a server that ends at a request it does not know, and what its child gets to see. */
export const mcpRoughServers: Scenario = async (scene) => {
  const entries =
    stdioEntry("noisy", ["--noise"]) +
    stdioEntry("touchy", ["--die-at-discover"]) +
    stdioEntry("told", [], `env: { GIVEN: "\${FROM_HERE}" }`);
  await using daemon = await started(entries, { FROM_HERE: "x", KEPT_SECRET: "y" });
  await offered(daemon, ["noisy", "touchy", "told"]);
  await using caller = await callerOf(scene, daemon.address);
  const call = async (name: string, args: object = {}) => brief(await caller.ask("call", { name, args: toTree(args) }));
  const variables = JSON.stringify(
    toPlain(await caller.ask("call", { name: "told.seen", args: toTree({ what: "variables" }) })),
  );
  return {
    noise_logged: await logged(daemon, "Server v1 starting"),
    stderr_logged: await logged(daemon, "faults is ready"),
    noisy: await call("noisy.typed", { structuredContent: { data: "a" } }),
    touchy: await call("touchy.typed", { structuredContent: { data: "b" } }),
    given: variables.includes("GIVEN"),
    secret: variables.includes("KEPT_SECRET"),
  };
};

/** A tool that a server adds is offered, however it tells: as declared, undeclared, or after it cut off who listens. */
export const mcpListChanges: Scenario = async (scene) => {
  const sources = ["old", "undeclared", "cut_off"];
  await using server = await HttpFaults.start(["--newer", "--listens"]);
  const entries = stdioEntry("old") + stdioEntry("undeclared", ["--undeclared"]) + server.entry("cut_off");
  await using daemon = await started(entries);
  await offered(daemon, sources);
  await using caller = await callerOf(scene, daemon.address);
  for (const source of sources) await caller.ask("call", { name: `${source}.grow`, args: toTree({}) });
  const names = await until(
    5000,
    () => offered(daemon, sources),
    (all) => sources.every((source) => all.includes(`${source}.grown`)),
  );
  const having = (tool: string): readonly string[] => sources.filter((source) => names.includes(`${source}.${tool}`));
  return { grown: having("grown"), kept: having("say") };
};

/** The ready line waits for no server, and a server that comes later is found. */
export const mcpComesLater: Scenario = async () => {
  const port = await freePort();
  await using daemon = await started(`  - { source: late, url: "http://127.0.0.1:${port}/mcp", retries: 0 }\n`);
  const before = await offeredNow(daemon);
  await using _server = await HttpFaults.start([], {}, port);
  const after = await offered(daemon, ["late"]);
  return { before: before.length, after: after.length > 0 };
};

/** Who the sidecar shows itself to be. */
export const mcpCredentials: Scenario = async () => {
  const basic = `Basic ${Buffer.from("me:pässword", "utf8").toString("base64")}`;
  await using bearer = await HttpFaults.start([], { FAULTS_AUTH: "Bearer s3cret" });
  await using user = await HttpFaults.start([], { FAULTS_AUTH: basic });
  await using keyed = await HttpFaults.start([], { FAULTS_AUTH: "k", FAULTS_HEADER: "x-api-key" });
  await using refusing = await HttpFaults.start([], { FAULTS_AUTH: "Bearer other" });
  const entries =
    bearer.entry("bearer", "auth: { type: bearer, token: { env: MCP_TOKEN } }") +
    user.entry("basic", "auth: { type: basic, username: me, password: { env: MCP_PASSWORD } }") +
    keyed.entry("key", "auth: { type: api_key, header: X-Api-Key, key: { env: MCP_KEY } }") +
    refusing.entry("refused", "auth: { type: bearer, token: { env: MCP_TOKEN } }");
  const secrets = { MCP_TOKEN: "s3cret", MCP_PASSWORD: "pässword", MCP_KEY: "k" };
  await using daemon = await started(entries, secrets);
  const names = await offered(daemon, ["bearer", "basic", "key"]);
  return {
    sources: [...new Set(names.map((name) => name.split(".")[0] ?? ""))].sort(),
    secret_logged: daemon.child.stderr.includes("s3cret"),
  };
};

/** A server that ignores the end of its input and SIGTERM ends with the sidecar. */
export const mcpChildrenReaped: Scenario = async (scene) => {
  await using daemon = await started(stdioEntry("stubborn", ["--stays"]) + stdioEntry("polite"));
  await offered(daemon, ["stubborn", "polite"]);
  await using caller = await callerOf(scene, daemon.address);
  const pids = await Promise.all(
    ["stubborn", "polite"].map(async (source) => {
      const reply = await caller.ask("call", { name: `${source}.seen`, args: toTree({ what: "pid" }) });
      return Number(/"pid":(\d+)/.exec(JSON.stringify(toPlain(reply)).replaceAll("\\", ""))?.[1]);
    }),
  );
  daemon.child.kill("SIGTERM");
  const { code } = await within(20_000, "the end", daemon.child.ended);
  const ended = await Promise.all(pids.map((pid) => gone(pid, 1000)));
  return { exit: code, known: pids.every((pid) => pid > 1), gone: ended };
};

function toPlain(reply: ReadonlyMap<string, unknown>): unknown {
  return Object.fromEntries(reply);
}

async function offeredNow(daemon: Daemon): Promise<readonly string[]> {
  return offered(daemon, []);
}
