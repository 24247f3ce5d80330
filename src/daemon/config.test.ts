import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { socketFolder } from "../client/fake-sidecar.test-support.js";
import { DEFAULT_LIMITS } from "../model/limits.js";
import { parseConfig } from "./config.js";
import { mistakeText } from "./config-mistakes.js";
import { configJsonSchema } from "./config-schema.js";
import { bytesOf, millisecondsOf } from "./config-units.js";
import { serveOptions } from "./serve-settings.js";
import { UsageError } from "./usage-error.js";

function mistakes(text: string, env = {}): string[] {
  const read = parseConfig(text, "/nowhere", env);
  return read.ok ? [] : mistakeText("toolspan.yaml", read.mistakes).split("\n");
}

describe("mistakes", () => {
  test("are told all at once, each with line, path, and what was expected and found", () => {
    const text = [
      "# a comment",
      "listne: unix:/x",
      'listen: [unix:/a, 12, "foo"]',
      "tools:",
      "  - file: ./a.ts",
      "    isolaton: inline",
      "    memory_mb: lots",
      '  - {source: "a b"}',
      "  - 7",
      "limits:",
      "  message: 32 Mib",
      "  call: soon",
      "tls: {cert: c}",
      "with_parent: yes",
      "log: {level: verbose}",
    ].join("\n");
    expect(mistakes(text)).toEqual([
      "toolspan.yaml:2: listne: unknown key; did you mean listen?",
      "toolspan.yaml:3: listen[1]: expected unix:/path/to.sock, host:port or [::1]:port, found 12",
      'toolspan.yaml:3: listen[2]: expected unix:/path/to.sock, host:port or [::1]:port, found "foo"',
      "toolspan.yaml:6: tools[0].isolaton: unknown key; did you mean isolation?",
      'toolspan.yaml:7: tools[0].memory_mb: expected a whole number above 0, found "lots"',
      "toolspan.yaml:8: tools[1].file: expected the path of a file, found nothing",
      'toolspan.yaml:8: tools[1].source: expected 1 to 128 letters, digits, _ or -, found "a b"',
      "toolspan.yaml:9: tools[2]: expected the path of a file, or {file, source, isolation, memory_mb, env}, found 7",
      'toolspan.yaml:11: limits.message: expected a size such as 32MiB, or a number of bytes, found "32 Mib"',
      "toolspan.yaml:12: limits.call: expected a duration such as 500ms, 5s or 10m, or a number of seconds, " +
        'found "soon"',
      "toolspan.yaml:13: tls.key: expected the path of a file, found nothing",
      'toolspan.yaml:14: with_parent: expected true or false, found "yes"',
      'toolspan.yaml:15: log.level: expected one of trace, debug, info, warn, error, silent, found "verbose"',
    ]);
  });

  test("of the machine are told too: files that are not there, variables that are not set, long paths", () => {
    const long = "p".repeat(110);
    expect(mistakes(`tools:\n  - a.ts\n  - {file: b.ts, env: {A: "\${NOT_SET}"}}\nlisten: unix:${long}`)).toEqual([
      "toolspan.yaml:2: tools[0]: expected an existing file, found /nowhere/a.ts",
      "toolspan.yaml:3: tools[1].env.A: expected the variable NOT_SET to be set, found none",
      "toolspan.yaml:3: tools[1].file: expected an existing file, found /nowhere/b.ts",
      `toolspan.yaml:4: listen: The socket path /nowhere/${long} has 119 bytes; the system allows 107.`,
    ]);
  });

  test("of YAML itself have their line", () => {
    expect(mistakes("grace: 1s\ngrace: 2s")).toEqual(["toolspan.yaml:2: Map keys must be unique"]);
    expect(mistakes("- 1")).toEqual(["toolspan.yaml:1: expected a mapping, found [1]"]);
    expect(mistakes("# nothing but this")).toEqual([]);
  });
});

describe("units", () => {
  test("of sizes and durations", () => {
    expect(["32MiB", "1.5 KiB", "7", 7].map(bytesOf)).toEqual([33_554_432, 1536, 7, 7]);
    expect(["500ms", "5s", "10m", "1.5 h", 2].map(millisecondsOf)).toEqual([500, 5000, 600_000, 5_400_000, 2000]);
  });
});

describe("what serve is told", () => {
  test("has defaults where nothing is said", () => {
    const options = serveOptions({}, { XDG_RUNTIME_DIR: "/run/u" });
    expect(options.listen).toEqual([
      { kind: "unix", path: expect.stringMatching(/^\/run\/u\/toolspan-\d+\/toolspan.sock$/) },
    ]);
    expect(options).toMatchObject({
      modules: [],
      limits: DEFAULT_LIMITS,
      graceMs: 8000,
      withParent: false,
      token: null,
    });
  });

  test("is the file, with paths of its own folder, under the command line", () => {
    using folder = socketFolder();
    const at = (name: string) => `${folder.path}/${name}`;
    for (const name of ["a.ts", "b.ts"]) writeFileSync(at(name), "");
    writeFileSync(at("token"), " secret \n");
    const lines = [
      "listen: unix:run/s.sock",
      `tools: [a.ts, {file: b.ts, source: other, isolation: inline, memory_mb: 64, env: {K: '<\${V}>', N: 3}}]`,
      "limits: {message: 1MiB, call: 30s, in_flight: 5}",
      "grace: 2s",
      "token_file: token",
      "log: {level: debug, format: json}",
    ];
    writeFileSync(at("toolspan.yaml"), lines.join("\n"));
    const flags = { config: at("toolspan.yaml"), grace: 1, tools: ["/c.ts"] };
    const plain = { isolation: "worker", memoryMb: null, env: null, source: null };
    expect(serveOptions(flags, { V: "v", TOOLSPAN_TOKEN: "other" })).toMatchObject({
      listen: [{ kind: "unix", path: at("run/s.sock") }],
      modules: [
        { ...plain, file: at("a.ts") },
        { file: at("b.ts"), source: "other", isolation: "inline", memoryMb: 64, env: { K: "<v>", N: "3" } },
        { ...plain, file: "/c.ts" },
      ],
      limits: { ...DEFAULT_LIMITS, maxMessageBytes: 1_048_576, maxCallMs: 30_000, maxInFlight: 5 },
      graceMs: 1000,
      token: "secret",
      logLevel: "debug",
    });
    expect(serveOptions({ ...flags, listen: ["127.0.0.1:0"] }, { V: "" }).listen).toEqual([
      { kind: "tcp", host: "127.0.0.1", port: 0 },
    ]);
  });

  test("must make sense", () => {
    expect(() => serveOptions({ listen: ["0.0.0.0:70"] }, {})).toThrow("needs --tls-cert and --tls-key");
    expect(() => serveOptions({ tlsCert: "/c" }, {})).toThrow("TLS needs both");
    expect(() => serveOptions({ listen: ["nonsense"] }, {})).toThrow(UsageError);
    expect(() => serveOptions({ config: "/nowhere/x.yaml" }, {})).toThrow("Cannot read /nowhere/x.yaml");
    expect(() => serveOptions({ tokenFile: "/nowhere/t" }, {})).toThrow("Cannot read the token file");
  });
});

test("docs/toolspan.schema.json is what scripts/generate-config-schema.mjs writes", () => {
  const committed = readFileSync(new URL("../../docs/toolspan.schema.json", import.meta.url), "utf8");
  expect(committed).toBe(configJsonSchema());
});
