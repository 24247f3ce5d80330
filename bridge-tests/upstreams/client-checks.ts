import assert from "node:assert/strict";
import { Child } from "../runner/child.js";
import { CLI, type Daemon, environment, serve } from "../runner/daemon.js";
import { folder } from "../runner/places.js";
import { within } from "../runner/wait.js";
import type { Checks } from "./checks.js";
import type { Client } from "./clients.js";
import { SOURCES } from "./places.js";

type Told = Readonly<Record<string, unknown>>;

const START_MS = 30_000;
const TOKEN = "upstreams-token";
const TOOLS = ["add", "deny", "steps", "wait", "waited"];

const INVALID = {
  kind: "invalid_arguments",
  message: "Tool add got invalid arguments: /a must be integer, not string.",
  language: "",
  type: "",
  causes: [],
  details: { path: "/a", problems: [{ path: "/a", reason: "must be integer, not string" }] },
  retryable: false,
};

// What a client sees, whichever it is: the same as every caller of the sidecar.
const STEPS: readonly { readonly step: string; readonly what: string; readonly sees: (client: Client) => Told }[] = [
  { step: "initialize", what: "connects", sees: ({ protocol }) => ({ server: "toolspan", protocol }) },
  { step: "list", what: "lists the tools", sees: () => ({ tools: TOOLS }) },
  {
    step: "call",
    what: "a call succeeds",
    sees: () => ({ isError: false, texts: ['{"sum":5}'], structured: { sum: 5 }, fault: null, result: null }),
  },
  {
    step: "failure",
    what: "a failure is an error with its fault",
    sees: () => ({
      isError: true,
      texts: ["Nobody may."],
      structured: null,
      fault: {
        kind: "tool_error",
        message: "Nobody may.",
        language: "typescript",
        type: "",
        causes: [],
        details: { code: "E7" },
        retryable: true,
      },
      result: { asked: 1 },
    }),
  },
  {
    step: "invalid",
    what: "invalid arguments are an error with their fault",
    sees: () => ({
      isError: true,
      texts: [INVALID.message],
      structured: null,
      fault: INVALID,
      result: null,
    }),
  },
  { step: "unknown", what: "an unknown tool is an error of the protocol", sees: () => ({ code: -32_602 }) },
  {
    step: "progress",
    what: "progress arrives",
    sees: () => ({
      told: [
        [0.25, 1, "step 1"],
        [0.5, 1, "step 2"],
        [0.75, 1, "step 3"],
        [1, 1, "step 4"],
      ],
      texts: ["done"],
    }),
  },
  {
    step: "cancel",
    what: "a cancelled call ends, in the tool too",
    sees: () => ({ ended: "cancelled", soon: true, waited: { begun: true, stopped: true } }),
  },
  {
    step: "leave",
    what: "a call that it leaves behind ends in the tool",
    sees: () => ({ soon: true, waited: { begun: true, stopped: true } }),
  },
];

/** Every client against `mcp serve`, over standard input and output and over Streamable HTTP. */
export async function checkClients(clients: readonly Client[], checks: Checks): Promise<void> {
  if (clients.length === 0) return;
  await using daemon = await serve({ tools: [], more: ["--tools", `${SOURCES}/tools.ts`] });
  const stdio = [CLI, "mcp", "serve", "--address", daemon.address];
  await using http = await servedOverHttp(stdio, daemon);
  for (const client of clients) {
    await checkClient(client, "stdio", stdio, checks);
    await checkClient(client, "http", [http.url, TOKEN], checks);
  }
}

async function checkClient(client: Client, way: string, to: readonly string[], checks: Checks): Promise<void> {
  const [program, ...args] = client.command;
  await using child = new Child(program, [...args, way, ...to], { cwd: folder(), env: environment() });
  const next = lines(child);
  const left = client.cannotCancel ? "cancel" : "leave";
  for (const { step, what, sees } of STEPS.filter((one) => one.step !== left)) {
    await checks.one(`${client.name}_${way}: ${what}`, async () => {
      const { step: told, ...seen } = await within(START_MS, step, next()).catch((error: unknown) => {
        // What comes next would hang as well.
        child.kill("SIGKILL");
        throw error;
      });
      assert.equal(told, step);
      assert.deepEqual(seen, sees(client));
    });
  }
  await checks.one(`${client.name}_${way}: ends`, async () => {
    assert.deepEqual(await within(START_MS, "the end", child.ended), { code: 0, signal: null });
  });
}

/** What the child says, line by line; an end without a line rejects. */
function lines(child: Child): () => Promise<Told> {
  let read = 0;
  return async () => {
    for (;;) {
      const end = child.stdout.indexOf("\n", read);
      if (end >= 0) {
        const line = child.stdout.slice(read, end);
        read = end + 1;
        return JSON.parse(line) as Told;
      }
      const more = new Promise<null>((resolve) => {
        child.onStdout = () => resolve(null);
      });
      const how = await Promise.race([more, child.ended]);
      if (how !== null && child.stdout.indexOf("\n", read) < 0) {
        throw new Error(`it ended with ${how.code ?? how.signal}: ${child.stderr.slice(-2000)}`);
      }
    }
  };
}

async function servedOverHttp(
  command: readonly string[],
  daemon: Daemon,
): Promise<{ readonly url: string } & AsyncDisposable> {
  const [program = "", ...args] = [...command, "--http", "127.0.0.1:0"];
  const child = new Child(program, args, {
    cwd: folder(),
    env: environment({ TOOLSPAN_TOKEN: TOKEN, XDG_RUNTIME_DIR: folder() }),
  });
  const { url } = await within(START_MS, `mcp serve for ${daemon.address}`, lines(child)());
  assert.ok(typeof url === "string");
  return { url, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}
