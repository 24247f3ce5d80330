import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { spec } from "../model/spec.test-support.js";
import { toolTable } from "./commands/tool-table.js";
import { nearest } from "./nearest.js";
import { program } from "./program.js";

async function usage(...words: string[]): Promise<{ readonly said: string; readonly code: number | undefined }> {
  let said = "";
  const root = await program(words);
  for (const command of [root, ...root.commands, ...root.commands.flatMap((c) => c.commands)]) {
    command.configureOutput({ writeErr: (text) => (said += text), writeOut: (text) => (said += text) });
  }
  const error: unknown = await root.parseAsync(words, { from: "user" }).catch((thrown: unknown) => thrown);
  return { said, code: error instanceof CommanderError ? error.exitCode : undefined };
}

describe("mistakes at the command line", () => {
  test.each([
    [["call", "x", "--adress", "y"], "Did you mean --address?"],
    [["serv"], "Did you mean serve?"],
    [["call"], "missing required argument 'name'"],
    [["call", "x", "--timeout", "soon"], "It is a number of seconds"],
    [["call", "x", "{}", "more"], "too many arguments"],
    [["serve", "--log-level", "loud"], "Allowed choices are trace, debug"],
  ])("%j says %j", async (words, text) => {
    const { said, code } = await usage(...words);
    expect(said).toContain(text);
    expect(code).not.toBe(0);
  });
});

test.each([["--help"], ["serve", "--help"], ["tools", "--help"], ["call", "--help"], ["config", "--help"]])(
  "%s %s teaches by example",
  async (...words) => {
    const { said, code } = await usage(...words);
    expect(said).toContain("Examples:\n  $ toolspan");
    expect(code).toBe(0);
  },
);

test("the nearest name is suggested where one is near", () => {
  const known = ["weather", "a.weather", "echo"];
  expect([nearest("wether", known), nearest("Echo", known), nearest("zzz", known), nearest("x", [])]).toEqual([
    "weather",
    "echo",
    undefined,
    undefined,
  ]);
});

test("the table of tools fits the terminal", () => {
  const tools = [{ ...spec("weather"), description: `${"long ".repeat(20)}\nmore`, timeout: 1500 }, spec("b")];
  expect(toolTable(tools, 60)).toBe(
    [
      "TOOL       TYPE      TIMEOUT  DESCRIPTION",
      "s.weather  function  1500 ms  long long long long long long…",
      "s.b        function  -",
      "",
    ].join("\n"),
  );
});
