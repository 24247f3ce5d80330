import assert from "node:assert/strict";
import { connect, type ToolResponse, type Toolspan } from "toolspan/client";
import { serve } from "../runner/daemon.js";
import { until } from "../runner/wait.js";
import { checkCalls } from "./call-checks.js";
import type { Checks } from "./checks.js";
import { checkEnds } from "./end-checks.js";
import { type Scene, START_MS } from "./scene.js";
import type { Server } from "./server.js";
import { overHttp, overStdio, type Upstream } from "./upstream.js";

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
  for (const upstream of upstreams) {
    const scene = sceneOf(server, upstream, hub, checks);
    await checkCalls(scene);
    await checkEnds(scene);
  }
}

function sceneOf(server: Server, upstream: Upstream, hub: Toolspan, checks: Checks): Scene {
  const { source } = upstream;
  const names = async (): Promise<readonly string[]> =>
    (await hub.tools()).filter((spec) => spec.source === source).map(({ name }) => name);
  return {
    server,
    upstream,
    hub,
    check: (what, run) => checks.one(`${source}: ${what}`, run),
    call: (tool, args = {}): Promise<ToolResponse> => hub.call(`${source}.${tool}`, args),
    listed: async (wanted) => {
      const all = [...wanted].sort();
      const found = await until(START_MS, names, (now) => [...now].sort().join() === all.join());
      assert.deepEqual([...found].sort(), all);
    },
  };
}
