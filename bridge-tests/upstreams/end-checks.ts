import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { gone } from "../runner/child.js";
import { until } from "../runner/wait.js";
import { followed, type Scene, START_MS } from "./scene.js";

const SOON_MS = 5000;
/** How often a call is made whose tool says that it may be repeated. */
const ATTEMPTS = 3;

/** How calls end that are cancelled or lose their server, and what follows. */
export async function checkEnds(scene: Scene): Promise<void> {
  const { server, upstream, hub, check, call, listed } = scene;
  const { tool: slow, args: long, isIdempotent } = server.slow;

  await check("a cancelled call ends", async () => {
    const canceller = new AbortController();
    let at = 0;
    const response = await followed(
      scene,
      slow,
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
    const response = await followed(scene, slow, long, async () => {
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
