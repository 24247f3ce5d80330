// What each TypeScript client does, told line by line; `call(name, args, options)` is the client's own call of a tool.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const tell = (step, seen) => process.stdout.write(`${JSON.stringify({ step, ...seen })}\n`);
const shown = ({ content, structuredContent, isError = false, _meta }) => ({
  isError,
  texts: content.map(({ text }) => text),
  structured: structuredContent ?? null,
  fault: _meta?.["dev.toolspan/fault"] ?? null,
  result: _meta?.["dev.toolspan/result"] ?? null,
});

export async function steps({ version, list, call }) {
  tell("initialize", version());
  const { tools } = await list();
  tell("list", { tools: tools.map(({ name }) => name).sort() });
  tell("call", shown(await call("add", { a: 2, b: 3 })));
  tell("failure", shown(await call("deny", {})));
  tell("invalid", shown(await call("add", { a: "x", b: 3 })));
  tell("unknown", await call("nothing", {}).then(shown, ({ code }) => ({ code })));
  const told = [];
  const onprogress = ({ progress, total, message }) => told.push([progress, total, message]);
  const done = await call("steps", { count: 4 }, { onprogress });
  tell("progress", { told, texts: shown(done).texts });
  tell("cancel", await cancelled(call));
}

async function cancelled(call) {
  const lane = randomUUID();
  const canceller = new AbortController();
  let at = 0;
  const onprogress = () => {
    at = performance.now();
    canceller.abort();
  };
  const ended = await call("wait", { lane }, { signal: canceller.signal, onprogress }).then(
    () => "answered",
    () => "cancelled",
  );
  const ms = performance.now() - at;
  let waited;
  for (let asked = 0; asked < 100; asked++) {
    waited = (await call("waited", { lane })).structuredContent;
    if (waited.stopped) break;
    await pause(50);
  }
  return { ended, soon: ms < 2000, waited };
}
