import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { cliCaller } from "../caller.js";
import { certificate } from "../certificate.js";
import { serve } from "../daemon.js";
import { folder } from "../places.js";
import { Raw } from "../raw.js";
import { brief, raisedMessage, type Scenario, showsStack, testeeOf } from "../scenario.js";
import { toTree } from "../tree.js";

const ECHO = { name: "echo", args: toTree({ ok: 1 }) };

// A sidecar on a free TCP port, with its own folder for the token.
async function tcp(env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) {
  const runtime = folder();
  const daemon = await serve({ listen: "127.0.0.1:0", env: { XDG_RUNTIME_DIR: runtime, ...env }, more });
  const directory = join(runtime, `toolspan-${process.getuid?.() ?? ""}`);
  const file = readdirSync(directory).find((name) => name.endsWith(".token")) ?? "";
  return { daemon, runtime, file: join(directory, file), name: file };
}

/** TCP without the token, or with another one. */
export const tokenRequired: Scenario = async () => {
  const { daemon, file, name } = await tcp();
  await using _ = daemon;
  using raw = new Raw(daemon.address);
  const token = readFileSync(file, "utf8").trim();
  const status = async (authorization: string): Promise<string> => {
    const answer = await raw.call("echo", "{}", { metadata: { authorization } });
    return `${answer.status}${showsStack(answer.details) ? " with a stack" : ""}`;
  };
  const list = await raw.ask("toolspan.v1.Tools", "List");
  const greet = await raw.ask("toolspan.v1.Tools", "Greet", { hello: { protocol_min: 1, protocol_max: 1 } });
  return {
    none: await status(""),
    wrong: await status("Bearer wrong"),
    prefix: await status(`Bearer ${token.slice(0, -1)}`),
    longer: await status(`Bearer ${token}x`),
    bare: await status(token),
    right: await status(`Bearer ${token}`),
    list: list.status,
    greet: greet.status,
    mode: (statSync(file).mode & 0o777).toString(8),
    long_enough: token.length >= 32,
    file_names_address: name.replace(".token", "") === daemon.address.replace(/[^A-Za-z0-9.-]/g, "_"),
  };
};

/** Callers find the token where it is, and say clearly that a token is wrong. */
export const tokenFound: Scenario = async (scene) => {
  const { daemon, runtime, file } = await tcp();
  await using _ = daemon;
  const token = readFileSync(file, "utf8").trim();
  if (scene.language === "cli") {
    const found = await cliCaller(daemon.address, { XDG_RUNTIME_DIR: runtime }).ask("call", ECHO);
    return { found: brief(found) };
  }
  const ways: Readonly<Record<string, readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>]>> =
    {
      found: [{ XDG_RUNTIME_DIR: runtime }, {}],
      environment: [{ TOOLSPAN_TOKEN: token }, {}],
      explicit: [{}, { token }],
      wrong: [{}, { token: "wrong" }],
      none: [{}, {}],
    };
  const seen: Record<string, unknown> = {};
  for (const [way, [env, fields]] of Object.entries(ways)) {
    await using testee = testeeOf(scene, env);
    const reply = await testee.connect(daemon.address, fields);
    seen[way] = reply.has("raised") ? brief(reply) : brief(await testee.ask("call", ECHO));
    if (way === "wrong") seen["says"] = raisedMessage(reply);
  }
  await using other = testeeOf(scene, { XDG_RUNTIME_DIR: runtime });
  const local = daemon.address.replace("127.0.0.1", "localhost");
  const reply = await other.connect(local);
  seen["localhost"] = reply.has("raised") ? brief(reply) : brief(await other.ask("call", ECHO));
  return seen;
};

/** A certificate for loopback, its authority, and callers with and without it. */
export const tls: Scenario = async (scene) => {
  const { cert, key } = certificate();
  const { daemon, runtime } = await tcp({}, ["--tls-cert", cert, "--tls-key", key]);
  await using _ = daemon;
  await using testee = testeeOf(scene, { XDG_RUNTIME_DIR: runtime });
  const trusted = await testee.connect(daemon.address, { tls: { ca: cert } });
  await using other = testeeOf(scene, { XDG_RUNTIME_DIR: runtime });
  const plain = await other.connect(daemon.address, { connect_timeout_ms: 700 });
  return {
    trusted: trusted.has("raised") ? raisedMessage(trusted) : brief(await testee.ask("call", ECHO)),
    without_ca: plain.has("raised"),
  };
};
