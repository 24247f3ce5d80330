import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CannotCrossError } from "../model/cannot-cross.js";
import { DIALECT_NAMES, translate } from "./translate.js";

const SNAPSHOTS = new URL("../../bridge-tests/snapshots/dialects/", import.meta.url);
const NOT_CANONICAL = DIALECT_NAMES.filter((name) => name !== "canonical");

// `vitest -u` writes them anew.
describe.each(readdirSync(new URL("canonical/", SNAPSHOTS)))("%s", (file) => {
  const golden = readFileSync(new URL(`canonical/${file}`, SNAPSHOTS), "utf8");

  test("the canonical form stays as it is", () => {
    expect(`${translate(golden, "canonical", "canonical")}\n`).toBe(golden);
  });

  test.each(NOT_CANONICAL)("in %s", async (to) => {
    const made = translatedOrRefused(golden, to);
    await expect(made).toMatchFileSnapshot(new URL(`${to}/${file}`, SNAPSHOTS).pathname);
  });
});

function translatedOrRefused(text: string, to: string): string {
  try {
    return `${translate(text, "canonical", to)}\n`;
  } catch (error) {
    if (error instanceof CannotCrossError) return `${JSON.stringify({ cannot_cross: error.message })}\n`;
    throw error;
  }
}
