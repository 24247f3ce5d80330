import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import {
  addressText,
  defaultAddress,
  findTls,
  findToken,
  isLocal,
  parseAddress,
  tokenFile,
  userDirectory,
} from "./address.js";
import { socketFolder } from "./fake-sidecar.test-support.js";

describe("an address", () => {
  test.each([
    ["unix:/p/s.sock", { kind: "unix", path: "/p/s.sock" }],
    ["unix:///p/s.sock", { kind: "unix", path: "/p/s.sock" }],
    ["localhost:7070", { kind: "tcp", host: "localhost", port: 7070 }],
    ["10.0.0.1:65535", { kind: "tcp", host: "10.0.0.1", port: 65_535 }],
    ["[::1]:7070", { kind: "tcp", host: "::1", port: 7070 }],
  ])("%s is read, and written so that it reads back", (text, address) => {
    expect(parseAddress(text)).toEqual(address);
    expect(parseAddress(addressText(parseAddress(text)))).toEqual(address);
  });

  test.each([
    "",
    "host",
    "host:",
    "host:0",
    "host:65536",
    "host:1x",
    "::1:70",
    "[::1]",
    "unix:",
    "unix:relative.sock",
    "unix://host/s",
    "unix:/a\0b",
    "http://h:1",
    "a b:1",
  ])("%j is refused with the forms that there are", (text) => {
    expect(() => parseAddress(text)).toThrow(
      "is not an address: write unix:/path/to.sock, unix:///path/to.sock, host:port or [::1]:port.",
    );
  });

  test("has a path that the system can hold", () => {
    const longest = `/${"p".repeat(106)}`;
    expect(parseAddress(`unix:${longest}`)).toEqual({ kind: "unix", path: longest });
    expect(() => parseAddress(`unix:/${"é".repeat(54)}`)).toThrow("has 109 bytes; the system allows 107.");
  });

  test("is local where only this machine reaches it", () => {
    const local = ["unix:/s", "localhost:1", "127.0.0.1:1", "127.9.9.9:1", "[::1]:1"];
    expect(local.map((text) => isLocal(parseAddress(text)))).toEqual([true, true, true, true, true]);
    const far = ["10.0.0.1:1", "localhost.evil:1", "0.0.0.0:1"];
    expect(far.map((text) => isLocal(parseAddress(text)))).toEqual([false, false, false]);
  });
});

describe("the environment", () => {
  test("names the default address", () => {
    expect(defaultAddress({ TOOLSPAN_ADDRESS: "h:1" })).toBe("h:1");
    expect(defaultAddress({ XDG_RUNTIME_DIR: "/run/u" })).toMatch(/^unix:\/run\/u\/toolspan-\d+\/toolspan\.sock$/);
    expect(defaultAddress({ TOOLSPAN_ADDRESS: "" })).toMatch(/^unix:\/tmp\/toolspan-\d+\/toolspan\.sock$/);
  });

  test("names the token, else the sidecar's file does, under any name of loopback", () => {
    using folder = socketFolder();
    const env = { XDG_RUNTIME_DIR: folder.path };
    const at = (text: string, more = {}) => findToken(parseAddress(text), { ...env, ...more });
    expect(at("[::1]:70")).toBeUndefined();
    mkdirSync(userDirectory(env));
    writeFileSync(tokenFile("127.0.0.1", 70, env), " secret\n");
    expect([at("[::1]:70"), at("localhost:70"), at("127.0.0.1:71"), at("10.0.0.1:70")]).toEqual([
      "secret",
      "secret",
      undefined,
      undefined,
    ]);
    expect(at("10.0.0.1:70", { TOOLSPAN_TOKEN: "own" })).toBe("own");
    expect(at("unix:/s")).toBeUndefined();
    expect(tokenFile("::1", 70, env)).toBe(`${dirname(tokenFile("x", 1, env))}/__1_70.token`);
  });

  test("names TLS files, which those that are given go before", () => {
    const env = { TOOLSPAN_TLS_CA: "/ca", TOOLSPAN_TLS_CERT: "/cert", TOOLSPAN_TLS_KEY: "" };
    expect(findTls({}, env)).toEqual({ ca: "/ca", cert: "/cert" });
    expect(findTls({ ca: "/mine" }, env)).toEqual({ ca: "/mine", cert: "/cert" });
  });
});
