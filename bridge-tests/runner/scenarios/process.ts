import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Child, gone } from "../child.js";
import { CLI, environment, launch, ready, serve } from "../daemon.js";
import { fixture, folder } from "../places.js";
import { Raw } from "../raw.js";
import { brief, callerOf, type Scenario, sdkOf, showsStack } from "../scenario.js";
import { Testee } from "../testee.js";
import { toTree } from "../tree.js";
import { pause, until, within } from "../wait.js";

const HEALTH = "grpc.health.v1.Health";

async function health(raw: Raw): Promise<string> {
  const answer = await raw.ask(
    HEALTH,
    "Check",
    { service: "" },
    { deadlineMs: 2000, metadata: { "toolspan-protocol": "" } },
  );
  return String(answer.message?.["status"] ?? answer.status);
}

/** The ready line and nothing else on standard output, whatever tools print. */
export const readyLine: Scenario = async () => {
  await using daemon = await serve({ tools: ["life"] });
  using raw = new Raw(daemon.address);
  await raw.call("prints", "{}");
  await pause(100);
  const lines = daemon.child.stdout.split("\n");
  const { ready: word, address, pid, version, ...rest } = JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
  return {
    ready: word,
    address_is_unix: String(address).startsWith("unix:/"),
    pid_lives: typeof pid === "number" && !(await gone(pid, 0)),
    version_is_semver: /^\d+\.\d+\.\d+/.test(String(version)),
    other_keys: Object.keys(rest),
    other_lines: lines.slice(1).filter((line) => line !== ""),
    health: await health(raw),
  };
};

/** A caller that is there before the modules are. */
export const callBeforeReady: Scenario = async (scene) => {
  const path = join(folder(), "s.sock");
  await using child = launch({ listen: `unix:${path}`, tools: ["slow-start", "values"] });
  await using testee = new Testee(sdkOf(scene));
  const connecting = testee.connect(`unix:${path}`, { connect_timeout_ms: 15_000 });
  await until(
    10_000,
    () => existsSync(path),
    (there) => there,
  );
  using raw = new Raw(`unix:${path}`);
  const before = child.stdout === "" ? await health(raw) : "ready too early";
  await connecting;
  const answer = brief(await testee.ask("call", { name: "late", timeout_ms: 15_000 }));
  await ready(child);
  return { before, answer, after: await health(raw) };
};

/** Modules that cannot be served end `serve` with 2 and say why. */
export const cannotStart: Scenario = async (scene) => {
  const kind = String(scene.given.get("kind"));
  const broken = join(folder(), "broken.ts");
  writeFileSync(broken, "export const x = ;\n");
  const options: Readonly<Record<string, { tools: string[]; more?: string[]; listen?: string }>> = {
    throws: { tools: ["bad", "values"] },
    missing: { tools: ["no-such-file"] },
    syntax: { tools: [], more: ["--tools", broken] },
    "same-source": { tools: ["values"], more: ["--tools", fixture("values")] },
    "off-loopback": { tools: ["values"], listen: "0.0.0.0:0" },
    option: { tools: ["values"], more: ["--lisen", "x"] },
  };
  await using child = launch(options[kind] ?? {});
  const { code } = await within(30_000, "serve", child.ended);
  return { exit: code, says: child.stderr, stdout: child.stdout, stack: showsStack(child.stderr) };
};

/** A stream that idles for ever cannot keep the process. */
export const drainWithOpenStream: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const stream = raw.stream("toolspan.v1.Tools", "Watch");
  const ended = new Promise<string>((resolve) => {
    stream.on("status", ({ code }) => resolve(String(code)));
  });
  await new Promise<void>((resolve) => stream.once("data", () => resolve()));
  const started = performance.now();
  daemon.child.kill("SIGTERM");
  const { code } = await within(15_000, "SIGTERM with an open stream", daemon.child.ended);
  return {
    within_ms: Math.round(performance.now() - started),
    exit: code,
    status: await within(5000, "the stream's end", ended),
  };
};

/** A second signal, or the end of the grace time, forces the end. */
export const forcedEnd: Scenario = async (scene) => {
  await using daemon = await serve({ tools: ["life"] });
  using raw = new Raw(daemon.address);
  const call = raw.call("hang", "{}", { deadlineMs: 30_000 });
  await pause(400);
  daemon.child.kill("SIGTERM");
  await pause(300);
  const running = !(await gone(daemon.pid, 0));
  if (scene.given.get("second") === true) daemon.child.kill("SIGTERM");
  const { code } = await within(20_000, "the end", daemon.child.ended);
  const answer = await call;
  const stopped = existsSync(daemon.address.replace("unix:", ""));
  return {
    waited_for_the_call: running,
    exit: code,
    caller_was_told: answer.status !== "OK" || answer.message !== null,
    socket_left: stopped,
  };
};

/** A sidecar whose parent is killed ends, and takes its socket with it. */
export const parentDies: Scenario = async () => {
  const path = join(folder(), "s.sock");
  const script = '"$0" serve --listen "$1" --tools "$2" --with-parent & wait';
  await using parent = new Child("sh", ["-c", script, CLI, `unix:${path}`, fixture("values")], {
    cwd: folder(),
    env: environment(),
  });
  await until(
    20_000,
    () => parent.stdout,
    (line) => line.includes("\n"),
  );
  const { pid } = JSON.parse(parent.stdout.split("\n")[0] || "{}") as { pid: number };
  parent.kill("SIGKILL");
  const ended = await gone(pid, 8000);
  if (!ended) process.kill(pid, "SIGKILL");
  return { ended, socket_left: existsSync(path) };
};

/** What the command line answers by its exit code. */
export const cliExit: Scenario = async () => {
  await using daemon = await serve({ tools: ["values"] });
  const at = ["--address", daemon.address];
  const nowhere = ["--address", `unix:${join(folder(), "none.sock")}`];
  const run = async (...args: string[]): Promise<{ exit: number | null; stdout: string; stderr: string }> => {
    await using child = new Child(CLI, args, { cwd: folder(), env: environment() });
    child.process.stdin?.end();
    const { code } = await within(30_000, args.join(" "), child.ended);
    return { exit: code, stdout: child.stdout, stderr: child.stderr };
  };
  const failed = await run("call", ...at, "answer", '{"error":"no"}');
  const usage = await run("call");
  const option = await run("call", ...at, "--adress", "x", "echo");
  const reach = await run("call", ...nowhere, "echo", "{}");
  const mistyped = await run("call", ...at, "ecoh", "{}");
  const version = await run("--version");
  const tools = await run("tools", ...at);
  return {
    success: (await run("call", ...at, "echo", "{}")).exit,
    failed: failed.exit,
    usage: usage.exit,
    option: option.exit,
    option_suggests: option.stderr,
    reach: reach.exit,
    reach_says: reach.stderr,
    mistyped: mistyped.exit,
    mistyped_suggests: mistyped.stderr,
    version: version.stdout.trim(),
    tools: tools.exit,
    tools_names_echo: tools.stdout.includes("echo"),
    stack: [usage, option, reach, mistyped, failed].some(({ stderr }) => showsStack(stderr)),
  };
};

/** Two sidecars side by side do not see each other. */
export const sideBySide: Scenario = async (scene) => {
  await using first = await serve({ tools: ["left"] });
  await using second = await serve({ tools: ["right"] });
  await using one = await callerOf(scene, first.address);
  await using two = await callerOf(scene, second.address);
  const twin = { name: "twin", args: toTree({}) };
  return { first: brief(await one.ask("call", twin)), second: brief(await two.ask("call", twin)) };
};

/** Health and reflection, the well-known types among it. */
export const reflection: Scenario = async () => {
  await using daemon = await serve();
  using raw = new Raw(daemon.address);
  const stream = raw.both("grpc.reflection.v1.ServerReflection", "ServerReflectionInfo", {
    metadata: { "toolspan-protocol": "" },
  });
  const answers: Record<string, unknown>[] = [];
  const done = new Promise<void>((resolve) => {
    stream.on("data", (answer: Record<string, unknown>) => {
      if (answers.push(answer) === 3) resolve();
    });
    stream.on("end", resolve);
    stream.on("error", () => resolve());
  });
  stream.write({ list_services: "" });
  stream.write({ file_containing_symbol: "toolspan.v1.Tools" });
  stream.write({ file_by_filename: "google/protobuf/struct.proto" });
  await within(10_000, "reflection", done);
  stream.end();
  const listed = answers[0]?.["list_services_response"] as { service?: { name: string }[] } | undefined;
  const files = (answer: Record<string, unknown> | undefined): number => {
    const found = answer?.["file_descriptor_response"] as { file_descriptor_proto?: unknown[] } | undefined;
    return found?.file_descriptor_proto?.length ?? 0;
  };
  return {
    services: (listed?.service ?? []).map(({ name }) => name).sort(),
    tools_file: files(answers[1]) > 0,
    well_known_file: files(answers[2]) > 0,
  };
};
