import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lives } from "../child.js";
import { type Daemon, serve } from "../daemon.js";
import { field, number } from "../expand.js";
import { folder, ROOT, TESTS } from "../places.js";
import { brief, type Scenario, type Scene, sdkOf } from "../scenario.js";
import { connected, type Testee } from "../testee.js";
import { type Tree, type TreeMap, toTree } from "../tree.js";
import { until } from "../wait.js";

const STEADY = join(TESTS, "hosts", "steady.py");

type Host = Readonly<Record<string, unknown>> & { readonly source: string };

function config(hosts: readonly Host[], more: Readonly<Record<string, unknown>> = {}): string {
  const python = join(ROOT, ".venv/bin/python");
  return JSON.stringify({
    start: "60s",
    hosts: hosts.map((host) => ({ language: "python", file: STEADY, python, ...host })),
    ...more,
  });
}

function supervised(hosts: readonly Host[], more?: Readonly<Record<string, unknown>>): Promise<Daemon> {
  return serve({ tools: [], config: config(hosts, more) });
}

function hold(testee: Testee, source: string, n: number, ms: number): Promise<TreeMap> {
  return testee.ask("call", { name: `${source}.hold`, args: toTree({ n, ms }), timeout_ms: 60_000 });
}

function call(testee: Testee, name: string, args: Readonly<Record<string, unknown>> = {}, ms = 60_000): Promise<Tree> {
  return testee.ask("call", { name, args: toTree(args), timeout_ms: ms }).then(brief);
}

function of(reply: TreeMap, key: string): number {
  return number(field(field(brief(reply), "result"), key)) ?? -1;
}

function count(replies: readonly TreeMap[], kind: string): number {
  return replies.filter((reply) => field(brief(reply), "kind") === kind).length;
}

/** A supervised host is killed in the middle of calls: they are lost, it comes back, and another host never knows. */
export const killedHost: Scenario = async (scene) => {
  await using daemon = await supervised([{ source: "doomed" }, { source: "other" }]);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const first = of(await hold(testee, "doomed", 0, 0), "pid");
  const inside = [1, 2, 3].map((n) => hold(testee, "doomed", n, 30_000));
  const beside = Array.from({ length: 20 }, (_, n) => hold(testee, "other", n, 300));
  await Promise.all(Array.from({ length: 5 }, (_, n) => hold(testee, "doomed", 10 + n, 20)));
  process.kill(first, "SIGKILL");
  const lost = await Promise.all(inside);
  const kept = await Promise.all(beside);
  const next = of(await hold(testee, "doomed", 4, 0), "pid");
  return {
    lost: lost.map(brief),
    kept: kept.filter((reply, n) => of(reply, "n") === n).length,
    another: next > 0 && next !== first,
  };
};

/** The file of a watched host changes amid calls: each is answered by the old or the new version, none is lost. */
export const reloadedHost: Scenario = async (scene) => {
  const file = join(folder(), "changing.py");
  const text = readFileSync(STEADY, "utf8");
  writeFileSync(file, text);
  await using daemon = await supervised([{ source: "changing", file }], { watch: true });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const versions: number[] = [];
  let calling = true;
  const callers = Array.from({ length: 8 }, async (_, lane) => {
    for (let n = lane; calling; n += 8) {
      const reply = await hold(testee, "changing", n, 20);
      versions.push(of(reply, "n") === n ? of(reply, "version") : -1);
    }
  });
  const saw = (version: number): Promise<boolean> =>
    until(
      50_000,
      () => versions.includes(version),
      (seen) => seen,
    );
  await saw(1);
  writeFileSync(file, text.replace("VERSION = 1", "VERSION = 2"));
  const changed = await saw(2);
  calling = false;
  await Promise.all(callers);
  const last = of(await hold(testee, "changing", 0, 0), "version");
  return { changed, last, others: versions.filter((version) => version !== 1 && version !== 2) };
};

/** Two processes of one source share its calls. */
export const sharedLoad: Scenario = async (scene) => {
  await using daemon = await supervised([{ source: "pair", processes: 2, max_in_flight: 4 }]);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const pids = async (): Promise<readonly number[]> => {
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => hold(testee, "pair", n, 100)));
    return replies.map((reply, n) => (of(reply, "n") === n ? of(reply, "pid") : -1));
  };
  const seen = await until(30_000, pids, (all) => new Set(all).size > 1);
  return { processes: new Set(seen).size, answered: seen.filter((pid) => pid > 0).length };
};

/** One host is full and its queue too: what is too much is overloaded, and another host answers meanwhile. */
export const fullHost: Scenario = async (scene) => {
  await using daemon = await supervised([{ source: "full", max_in_flight: 1 }, { source: "other" }], {
    limits: { queue_per_host: 3 },
  });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const [narrow, other] = [hold(testee, "full", 0, 0), hold(testee, "other", 0, 0)];
  await Promise.all([narrow, other]);
  let open = 12;
  const all = Array.from({ length: 12 }, (_, n) =>
    hold(testee, "full", n, 1500).finally(() => {
      open--;
    }),
  );
  const beside = await Promise.all(Array.from({ length: 10 }, (_, n) => hold(testee, "other", n, 10)));
  const meanwhile = open > 0;
  const replies = await Promise.all(all);
  return {
    ran: replies.filter((reply, n) => of(reply, "n") === n).length,
    overloaded: count(replies, "overloaded"),
    beside: beside.filter((reply, n) => of(reply, "n") === n).length,
    meanwhile,
  };
};

/** A host that blocks its event loop and is deaf to SIGTERM holds neither its caller, nor another host, nor the end. */
export const deafHost: Scenario = async (scene) => {
  await using daemon = await supervised([{ source: "deaf", env: { DEAF: "1" } }, { source: "other" }], { grace: "2s" });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const pid = of(await hold(testee, "deaf", 0, 0), "pid");
  const blocked = await call(testee, "deaf.block", { seconds: 120 }, 500);
  const behind = await call(testee, "deaf.quick", {}, 500);
  const other = await call(testee, "other.quick");
  const before = lives(pid);
  await daemon.stop();
  const { code } = await daemon.child.ended;
  return { blocked, behind, other, before, after: lives(pid), forced: code === null };
};

/** A host that grows beyond its limit loses its own calls, and comes back. */
export const grownHost: Scenario = async (scene: Scene) => {
  await using daemon = await supervised([{ source: "grown", memory_mb: 100 }, { source: "other" }]);
  await using testee = await connected(sdkOf(scene), daemon.address);
  const beside = hold(testee, "other", 1, 2000);
  const grown = await call(testee, "grown.grow");
  return { grown, beside: of(await beside, "n"), next: await call(testee, "grown.quick") };
};
