import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { launch, ready, serve } from "../daemon.js";
import { folder } from "../places.js";
import { brief, callerOf, raisedMessage, type Scenario, sdkOf, testeeOf } from "../scenario.js";
import { connected } from "../testee.js";
import { toTree } from "../tree.js";
import { within } from "../wait.js";

const ECHO = { name: "echo", args: toTree({ ok: 1 }) };

/** A crash leaves the socket file; the next sidecar replaces it. */
export const staleSocket: Scenario = async (scene) => {
  const listen = `unix:${join(folder(), "s.sock")}`;
  const first = await serve({ listen });
  first.child.kill("SIGKILL");
  await first.child.ended;
  const left = existsSync(listen.slice(5));
  await using second = await serve({ listen });
  await using caller = await callerOf(scene, second.address);
  return { file_was_left: left, answer: brief(await caller.ask("call", ECHO)) };
};

/** A file that is no socket is never removed. */
export const plainFile: Scenario = async () => {
  const path = join(folder(), "s.sock");
  mkdirSync(path);
  await using child = launch({ listen: `unix:${path}` });
  const { code } = await within(20_000, "serve on a directory", child.ended);
  return { exit_is_error: code !== 0, still_there: existsSync(path), stdout: child.stdout };
};

/** A live listener refuses the second sidecar. */
export const secondRefused: Scenario = async (scene) => {
  await using first = await serve();
  await using caller = await callerOf(scene, first.address);
  const before = brief(await caller.ask("call", ECHO));
  await using second = launch({ listen: first.address });
  const { code } = await within(20_000, "the second serve", second.ended);
  const after = brief(await caller.ask("call", ECHO));
  return {
    before,
    second_exit_is_error: code !== 0 && code !== null,
    second_stdout: second.stdout,
    says_why: second.stderr,
    after,
  };
};

/** A listener that is no sidecar is left alone too. */
export const foreignListener: Scenario = async () => {
  const path = join(folder(), "s.sock");
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await using child = launch({ listen: `unix:${path}` });
  const { code } = await within(20_000, "serve on a live socket", child.ended);
  const still = existsSync(path);
  server.close();
  return { exit_is_error: code !== 0 && code !== null, still_there: still };
};

/** Modes with the most careless umask, and what another user may do. */
export const permissions: Scenario = async () => {
  const runtime = folder();
  const child = launchDefault(runtime);
  await using daemon = await ready(child);
  const path = daemon.address.replace(/^unix:/, "");
  const mode = (statSync(path).mode & 0o777).toString(8);
  const directory = (statSync(dirname(path)).mode & 0o777).toString(8);
  return { mode, directory, name: path.slice(runtime.length), other_user: otherUser(runtime, path) };
};

// Without --listen, so that serve makes the directory itself.
function launchDefault(runtime: string): ReturnType<typeof launch> {
  return launch({ listen: "", env: { XDG_RUNTIME_DIR: runtime }, umask: "000" });
}

function otherUser(runtime: string, path: string): string {
  if (process.getuid?.() !== 0) return (statSync(path).mode & 0o077) === 0 ? "denied" : "allowed";
  chmodSync(dirname(runtime), 0o711);
  chmodSync(runtime, 0o711);
  const script = `require("net").connect(${JSON.stringify(path)}).on("connect",()=>console.log("allowed")).on("error",()=>console.log("denied")).on("close",()=>process.exit())`;
  const options = { uid: 65_534, gid: 65_534, encoding: "utf8" as const, cwd: "/", timeout: 10_000 };
  return spawnSync(process.execPath, ["-e", script], options).stdout.trim();
}

/** Both spellings of a Unix address. */
export const urlForms: Scenario = async (scene) => {
  await using daemon = await serve();
  const path = daemon.address.replace(/^unix:(\/\/)?(?=\/)/, "");
  const answers: unknown[] = [];
  for (const form of [`unix:${path}`, `unix://${path}`]) {
    await using caller = await callerOf(scene, form);
    answers.push(brief(await caller.ask("call", ECHO)));
  }
  return { answers };
};

/** The default socket, found without an address, and the address of the environment. */
export const defaultSocket: Scenario = async (scene) => {
  const runtime = folder();
  await using daemon = await ready(launchDefault(runtime));
  const answers: unknown[] = [];
  for (const env of [{ XDG_RUNTIME_DIR: runtime }, { TOOLSPAN_ADDRESS: daemon.address }]) {
    await using testee = testeeOf(scene, env);
    const raised = raisedMessage(await testee.connect(undefined));
    answers.push(raised === "" ? brief(await testee.ask("call", ECHO)) : raised);
  }
  return { answers };
};

/** A path that the system would cut silently. */
export const pathTooLong: Scenario = async (scene) => {
  const path = `/tmp/${"x".repeat(103)}`;
  if (scene.language === "sidecar") {
    await using child = launch({ listen: `unix:${path}` });
    const { code } = await within(20_000, "serve", child.ended);
    return { exit: code, says: child.stderr, stdout: child.stdout };
  }
  await using testee = testeeOf(scene);
  return { says: raisedMessage(await testee.connect(`unix:${path}`)) };
};

/** The longest path that works. */
export const longestPath: Scenario = async (scene) => {
  const directory = folder();
  const listen = `unix:${join(directory, "y".repeat(106 - directory.length))}`;
  await using daemon = await serve({ listen });
  await using testee = await connected(sdkOf(scene), daemon.address);
  return { bytes: listen.length - 5, answer: brief(await testee.ask("call", ECHO)) };
};

/** An address that is none, told with the forms that are. */
export const badAddress: Scenario = async (scene) => {
  await using testee = testeeOf(scene);
  return { says: raisedMessage(await testee.connect("nonsense")) };
};
