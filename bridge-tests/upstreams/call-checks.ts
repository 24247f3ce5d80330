import assert from "node:assert/strict";
import type { Progress } from "toolspan/client";
import { followed, type Scene } from "./scene.js";

/** What a server's tools are, and what calls of them come to. */
export async function checkCalls(scene: Scene): Promise<void> {
  const { server, upstream, hub, check, call, listed } = scene;
  const { source } = upstream;

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
    const response = await followed(scene, tool, args, async (update) => void told.push(update));
    assert.equal(response.error, null);
    assert.deepEqual(told, server.progress.told);
  });
}
