import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { connect, type Progress, type ToolResponse, type Toolspan } from "toolspan/client";
import { gone } from "../runner/child.js";
import { serve } from "../runner/daemon.js";
import { until } from "../runner/wait.js";
import type { Checks } from "./checks.js";
import type { Server } from "./servers.js";
import { overHttp, overStdio, type Upstream } from "./upstream.js";

const SOON_MS = 5000;
const START_MS = 40_000;
/** How often a call is made whose tool says that it may be repeated. */
const ATTEMPTS = 3;

/** A server's tools through a sidecar that was told of it, over standard input and output and over Streamable HTTP. */
export async function checkServer(server: Server, checks: Checks): Promise<void> {
  const stdio = overStdio(`${server.name}_stdio`, server.stdio, server.more);
  await using http = await overHttp(`${server.name}_http`, server.http, server.more);
  const upstreams = [stdio, http];
  await using daemon = await serve({
    tools: [],
    config: `mcp_servers:\n${upstreams.map(({ entry }) => entry).join("")}`,
  });
  await using hub = await connect(daemon.address);
  for (const upstream of upstreams) await checkUpstream(server, upstream, hub, checks);
}

async function checkUpstream(server: Server, upstream: Upstream, hub: Toolspan, checks: Checks): Promise<void> {
  const { source } = upstream;
  const check = (what: string, run: () => Promise<void>): Promise<void> => checks.one(`${source}: ${what}`, run);
  const call = (tool: string, args: object = {}): Promise<ToolResponse> => hub.call(`${source}.${tool}`, args);
  const names = async (): Promise<readonly string[]> =>
    (await hub.tools()).filter((spec) => spec.source === source).map(({ name }) => name);
  const listed = async (wanted: readonly string[]): Promise<void> => {
    const all = [...wanted].sort();
    const found = await until(START_MS, names, (now) => [...now].sort().join() === all.join());
    assert.deepEqual([...found].sort(), all);
  };

  await check("its tools are listed", () => listed(server.tools));

  await check(`speaks ${server.protocol}`, async () => {
    const host = (await hub.hosts()).find((one) => one.source === source);
    assert.equal(host?.state, "serving");
    assert.match(host?.runtime ?? "", new RegExp(`, MCP ${server.protocol}$`));
  });

  for (const { tool, args, result, blocks } of server.succeeds) {
    await check(`${tool} succeeds`, async () => {
      const response = await call(tool, args);
      assert.equal(response.error, null);
      assert.deepEqual({ result: response.result, blocks: response.blocks }, { result, blocks });
    });
  }

  for (const { why, over, tool, args, kind, error } of server.fails) {
    if (over !== undefined && !source.endsWith(over)) continue;
    await check(`${why} is a failure`, async () => {
      const response = await call(tool, args);
      assert.equal(response.success, false);
      assert.equal(response.fault?.kind, kind, response.error ?? "");
      assert.match(response.error ?? "", error);
    });
  }

  await check("an unknown tool is a failure", async () => {
    const response = await call("nothing-of-the-kind");
    assert.equal(response.success, false);
    assert.equal(response.fault?.kind, "unknown_tool");
  });

  await check("progress arrives", async () => {
    const told: Progress[] = [];
    const { tool, args } = server.progress;
    const response = await followed(hub, `${source}.${tool}`, args, async (update) => void told.push(update));
    assert.equal(response.error, null);
    assert.deepEqual(told, server.progress.told);
  });

  const { tool: slow, args: long, isIdempotent } = server.slow;

  await check("a cancelled call ends", async () => {
    const canceller = new AbortController();
    let at = 0;
    const response = await followed(
      hub,
      `${source}.${slow}`,
      long,
      async () => {
        at ||= performance.now();
        canceller.abort();
      },
      canceller.signal,
    );
    assert.ok(at > 0, "it was cancelled before it told progress");
    assert.ok(performance.now() - at < SOON_MS, "it took long");
    assert.equal(response.fault?.kind, "cancelled");
  });

  if (server.cancelled !== undefined) {
    const { tool, result } = server.cancelled;
    await check("a cancelled call is cancelled in the server", async () => {
      const asked = await until(
        SOON_MS,
        () => call(tool),
        (answer) => isDeepStrictEqual(answer.result, result),
      );
      assert.deepEqual({ error: asked.error, result: asked.result }, { error: null, result });
    });
  }

  if (server.grows !== undefined) {
    const { tool, adds } = server.grows;
    await check("a tool that it adds is listed", async () => {
      assert.equal((await call(tool)).error, null);
      await listed([...server.tools, adds]);
      assert.equal((await call(adds)).error, null);
    });
  }

  await check("killed in a call: the host is lost", async () => {
    const killed = new Set<number>();
    const response = await followed(hub, `${source}.${slow}`, long, async () => {
      const pid = await upstream.pid(hub);
      if (pid === 0 || killed.has(pid)) return;
      killed.add(pid);
      process.kill(pid, "SIGKILL");
    });
    assert.equal(response.fault?.kind, "host_lost", response.error ?? "it succeeded");
    assert.equal(response.fault?.details["effect"], "unknown");
    // Only who is started again by the sidecar can be killed again.
    const isRestarted = (await upstream.pid(hub)) !== 0 || killed.size > 1;
    assert.equal(killed.size, isIdempotent && isRestarted ? ATTEMPTS : 1);
    for (const pid of killed) assert.ok(await gone(pid, SOON_MS), `${pid} lives`);
  });

  await check("it serves again", async () => {
    await upstream.restart();
    const [first] = server.succeeds;
    assert.ok(first !== undefined);
    const response = await until(
      START_MS,
      () => call(first.tool, first.args),
      ({ success }) => success,
    );
    assert.deepEqual({ error: response.error, result: response.result }, { error: null, result: first.result });
    await listed(server.tools);
  });
}

/** The response of a call whose progress is followed. */
async function followed(
  hub: Toolspan,
  name: string,
  args: object,
  told: (update: Progress) => Promise<void>,
  signal?: AbortSignal,
): Promise<ToolResponse> {
  for await (const item of hub.stream(name, args as Record<string, unknown>, signal === undefined ? {} : { signal })) {
    if ("success" in item) return item;
    await told(item);
  }
  throw new Error("the call ended without a response");
}
