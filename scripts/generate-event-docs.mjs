// Writes the part of docs/events.md that shows every event in each dialect, from the snapshots of the parity area `dialects`.
// Fails where a known type of event has no snapshot, or no row in the table of attributes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { DIALECT_NAMES } from "../dist/dialects/translate.js";
import { READERS } from "../dist/model/events/read.js";

const at = (path) => new URL(`../${path}`, import.meta.url);
const START = "<!-- every event: written by scripts/generate from bridge-tests/snapshots/dialects -->";
const NAMES = ["canonical", ...DIALECT_NAMES.filter((name) => name !== "canonical")];
const WIDTH = Math.max(...NAMES.map((name) => name.length));

const text = (dialect, file) => readFileSync(at(`bridge-tests/snapshots/dialects/${dialect}/${file}`), "utf8").trim();

function shown(dialect, file) {
  const line = text(dialect, file);
  const refusal = JSON.parse(line).cannot_cross;
  return `${dialect.padEnd(WIDTH)}  ${refusal === undefined ? line : `cannot cross: ${refusal}`}`;
}

const files = readdirSync(at("bridge-tests/snapshots/dialects/canonical")).sort();
const typeOf = (file) => {
  const { type } = JSON.parse(text("canonical", file));
  return READERS.has(type) ? type : "Custom events";
};
const page = readFileSync(at("docs/events.md"), "utf8");
const start = page.indexOf(START);
if (start < 0) throw new Error("docs/events.md has no place for the events");

const lines = [...READERS.keys(), "Custom events"].flatMap((type) => {
  const found = files.filter((file) => typeOf(file) === type);
  if (found.length === 0) throw new Error(`no snapshot holds a ${type}: add one to bridge-tests/snapshots/dialects/canonical`);
  const isCustom = type === "Custom events";
  if (!isCustom && !page.slice(0, start).includes(`| \`${type}\` |`)) throw new Error(`the table of docs/events.md lacks ${type}`);
  const each = found.flatMap((file) => [
    `\`${file.replace(".json", "")}\`:`,
    "",
    "```",
    ...NAMES.map((dialect) => shown(dialect, file)),
    "```",
    "",
  ]);
  return [`### ${isCustom ? type : `\`${type}\``}`, "", ...each];
});
writeFileSync(at("docs/events.md"), `${page.slice(0, start)}${START}\n\n${lines.join("\n").trimEnd()}\n`);
