import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Daemon, serve } from "../daemon.js";
import { logLines } from "../event-log.js";
import { field, list, map, text } from "../expand.js";
import { folder } from "../places.js";
import { callerOf, type Scenario, sdkOf } from "../scenario.js";
import { connected } from "../testee.js";
import { parse, type Tree, type TreeMap, toTree, write } from "../tree.js";
import { until } from "../wait.js";

function started(root: string, bash: object, more: object = {}): Promise<Daemon> {
  const file = join(root, "toolspan.yaml");
  writeFileSync(file, JSON.stringify({ bash, ...more }));
  return serve({ tools: [], more: ["--config", file] });
}

function script(root: string, path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  chmodSync(join(root, path), 0o755);
}

function said(reply: TreeMap, root: string): Tree {
  const response = parse((text(reply.get("response")) ?? "null").replaceAll(root, "$ROOT"));
  const isSuccess = field(response, "success") === true;
  const model = text(reply.get("model_text"))?.replaceAll(root, "$ROOT") ?? null;
  const details = field(field(response, "fault"), "details");
  const code = field(details, "exit_code");
  return toTree({ success: isSuccess, model, ...(code === undefined ? {} : { exit_code: code }) });
}

/** Runs commands in a folder that the row describes, with the lists that it says. */
export const bashCommands: Scenario = async (scene) => {
  const root = folder();
  for (const [path, content] of map(scene.given.get("files"))) script(root, path, text(content) ?? "");
  for (const [path, target] of map(scene.given.get("links"))) symlinkSync(text(target) ?? "", join(root, path));
  const bash = JSON.parse(write(scene.given.get("bash") ?? new Map()));
  const log = join(root, "e.jsonl");
  const skills = list(scene.given.get("skills")).map((path) => text(path));
  const more = { event_log: { file: log, level: "VERBOSE" }, ...(skills.length > 0 && { skills }) };
  await using daemon = await started(root, bash, more);
  await using caller = await callerOf(scene, daemon.address);
  const told: Tree[] = [];
  for (const call of list(scene.given.get("calls"))) {
    const { injected, ...args } = Object.fromEntries(call as TreeMap);
    const injecting = injected === undefined ? {} : { injected: parse(write(injected).replaceAll("$ROOT", root)) };
    told.push(said(await caller.ask("call", { name: "bash", args: toTree(args), ...injecting }), root));
  }
  const specs = list((await caller.ask("tools", {})).get("specs"));
  const spec = specs.find((one) => field(one, "name") === "bash");
  return {
    calls: told,
    visible: [...map(field(field(spec, "input_schema"), "properties")).keys()].sort(),
    leaked: logLines(log).some((line) => /allowed_commands|allowed_script_dirs|never-told/.test(write(line))),
  };
};

// The command lines of processes that sleep for this long, and are no zombies.
function sleepers(seconds: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return line.endsWith(`sleep ${seconds}`) ? [line] : [];
      } catch {
        return [];
      }
    });
}

/** However a command ends, nothing that it started is left: not in the background, not in a session of its own. */
export const bashLeavesNothing: Scenario = async (scene) => {
  const root = folder();
  const seconds = String(100_000 + Math.floor(Math.random() * 800_000));
  const strays = `setsid sleep ${seconds} &\n(sleep ${seconds} &)\nenv -i setsid sleep ${seconds} &\nsleep 0.4\n`;
  script(root, "s/stay.sh", `#!/bin/bash\n${strays}sleep ${seconds}\n`);
  script(root, "s/leave.sh", `#!/bin/bash\n${strays}echo left\n`);
  await using daemon = await started(
    root,
    { allowed_commands: ["sleep"], allowed_script_dirs: ["s"] },
    { grace: "1s" },
  );
  await using testee = await connected(sdkOf(scene), daemon.address);
  const ask = (args: object, more: object = {}): Promise<TreeMap> =>
    testee.ask("call", { name: "bash", args: toTree(args), ...more });
  const left = (): Promise<number> =>
    until(
      3000,
      () => sleepers(seconds).length,
      (count) => count === 0,
    );
  const answer = async (asked: Promise<TreeMap>): Promise<Tree> => toTree([said(await asked, root), await left()]);
  const ran = async (): Promise<boolean> =>
    (await until(
      5000,
      () => sleepers(seconds).length,
      (count) => count >= 4,
    )) >= 4;
  const timed = ask({ command: "s/stay.sh", timeout: 2 });
  const strayed = await ran();
  const told = {
    strayed,
    timed_out: await answer(timed),
    left_behind: await answer(ask({ command: "s/leave.sh" })),
    budget: await answer(ask({ command: "s/stay.sh" }, { timeout_ms: 1500 })),
    cancelled: await answer(ask({ command: "s/stay.sh" }, { cancel_after_ms: 1500 })),
  };
  const last = ask({ command: "s/stay.sh" });
  const again = await ran();
  const stopping = performance.now();
  await daemon.stop();
  await last;
  return { ...told, again, stopped: [await left(), performance.now() - stopping < 11_000] };
};

/** Output, memory and processes are bounded, and the sidecar serves on. */
export const bashBounds: Scenario = async (scene) => {
  const root = folder();
  script(root, "s/much.sh", "#!/bin/bash\nprintf 'é%.0s' {1..3000}\necho err >&2\n");
  script(
    root,
    "s/endless.sh",
    "#!/bin/bash\nwhile true; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done\n",
  );
  script(root, "s/memory.sh", "#!/bin/bash\nx=$(head -c 200000000 /dev/zero | tr '\\0' x)\nwc -c <<< \"$x\"\n");
  script(root, "s/many.sh", "#!/bin/bash\nfor i in {1..60}; do sleep 30 & done\nwait\n");
  const bounds = { output: 1001, memory_mb: 64, processes: 20, timeout: "20s" };
  await using daemon = await started(root, { allowed_commands: ["echo"], allowed_script_dirs: ["s"], ...bounds });
  await using caller = await callerOf(scene, daemon.address);
  const run = async (command: string): Promise<Tree> =>
    said(await caller.ask("call", { name: "bash", args: toTree({ command, timeout: 15 }) }), root);
  const much = text(field(await run("s/much.sh"), "model")) ?? "";
  const memory = await run("s/memory.sh");
  return {
    much: [much.startsWith("éé"), much.includes("�"), much.endsWith("é\n[cut after 1001 bytes]"), much.length],
    endless: await run("s/endless.sh"),
    memory: [field(memory, "success") ?? null, /200000000/.test(text(field(memory, "model")) ?? "")],
    many: await run("s/many.sh"),
    after: await run("echo fine"),
  };
};
