import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expand, field } from "./expand.js";
import { Goldens } from "./goldens.js";
import { differences } from "./match.js";
import { TESTS } from "./places.js";
import type { Report, Result } from "./report.js";
import type { Row } from "./rows.js";
import { encode } from "./schema.js";
import { type Language, SDKS, Testee } from "./testee.js";
import { parse, type Tree, type TreeMap, write } from "./tree.js";

type Seen = Pick<Result, "problems" | "alike" | "models">;

const SCHEMA = { message: "ChatMessage", result: "ChatResult", event: "Event" } as const;

/** Rows about messages, results and events: what a client makes of their JSON and protobuf forms, and that all make the same. */
export async function runConvert(
  rows: readonly Row[],
  languages: readonly Language[],
  report: Report,
  writing: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const goldens = new Goldens(writing);
  for (const language of SDKS.filter((one) => languages.includes(one))) {
    await using testee = new Testee(language);
    for (const row of rows.filter((one) => one.languages.includes(language))) {
      const started = performance.now();
      const seen = await check(row, testee, goldens).catch((error: unknown) => failed(error));
      report.add({ row, language, ...seen, ms: performance.now() - started });
    }
  }
  goldens.save();
}

async function check(row: Row, testee: Testee, goldens: Goldens): Promise<Seen> {
  const type = String(row.body.get("convert"));
  const wanted = row.body.get("expect") ?? new Map<string, Tree>();
  const given = source(row, type);
  const reply = await convert(testee, type, given.from, given.data, row);
  const problems = expected(reply, given.json, wanted);
  if (reply.has("made")) problems.push(...madeAnew(reply, wanted));
  if (problems.length === 0 && !reply.has("error") && reply.has("wire")) {
    problems.push(...(await throughBoth(testee, type, reply)));
    const bytes = Buffer.from(String(reply.get("wire")), "hex");
    const name = SCHEMA[type as keyof typeof SCHEMA];
    // Maps of protobuf have no order, so only rows without two details have a golden.
    if (row.body.get("golden") === true) problems.push(...goldens.check(row, name, bytes));
  }
  const alike = ["json", "text", "string", "tool_calls", "typed", "made", "error", "path"].map((key) =>
    write(reply.get(key) ?? null),
  );
  return { problems, alike: alike.join("\n"), models: "" };
}

interface Given {
  readonly from: "json" | "wire";
  readonly data: string;
  /** What must come out where the row does not say it. */
  readonly json: string | null;
}

function source(row: Row, type: string): Given {
  const { body } = row;
  if (body.has("given_hex")) return { from: "wire", data: String(body.get("given_hex")), json: null };
  if (body.has("given_wire")) {
    const bytes = encode(SCHEMA[type as keyof typeof SCHEMA], body.get("given_wire") ?? null);
    return { from: "wire", data: bytes.toString("hex"), json: null };
  }
  if (body.has("given_text")) return { from: "json", data: String(expand(body.get("given_text") ?? "")), json: null };
  const json = write(
    body.has("given_snapshot") ? snapshot(String(body.get("given_snapshot"))) : expand(body.get("given") ?? null),
  );
  return { from: "json", data: json, json };
}

// A golden of area dialects.
function snapshot(name: string): Tree {
  return parse(readFileSync(join(TESTS, "snapshots/dialects/canonical", `${name}.json`), "utf8"));
}

function convert(testee: Testee, type: string, from: string, data: string, row?: Row): Promise<TreeMap> {
  const id = row?.body.get("call_id");
  return testee.ask("convert", { type, from, data, ...(id === undefined ? {} : { call_id: id }) });
}

// The canonical text is compared as text: key order, nulls and number kinds are part of it.
function expected(reply: TreeMap, given: string | null, wanted: Tree): string[] {
  const error = field(wanted, "error");
  if (error === undefined && reply.has("error")) return [`refused: ${write(reply.get("error") ?? null)}`];
  const json = field(wanted, "json");
  const canonical = json === undefined ? given : write(expand(json));
  const problems = [...(wanted instanceof Map ? wanted : new Map<string, Tree>())]
    .filter(([key]) => key !== "json" && key !== "attributes")
    .flatMap(([key, value]) => differences(value, reply.get(key), `/${key}`));
  if (error === undefined && canonical !== null && reply.get("json") !== canonical) {
    problems.push(`json: expected ${canonical}, got ${String(reply.get("json"))}`);
  }
  return problems;
}

// An event of nothing but what was typed has the known attributes; a row names those that differ from what it gives.
function madeAnew(reply: TreeMap, wanted: Tree): string[] {
  const made = field(parse(String(reply.get("made"))), "attributes") ?? null;
  const whole = field(parse(String(reply.get("json"))), "attributes") ?? null;
  return differences(field(wanted, "attributes") ?? whole, made, "/attributes");
}

// What it wrote, it reads again as the same, in both forms.
async function throughBoth(testee: Testee, type: string, reply: TreeMap): Promise<string[]> {
  const [json, wire] = [String(reply.get("json")), String(reply.get("wire"))];
  const [fromWire, fromJson] = [await convert(testee, type, "wire", wire), await convert(testee, type, "json", json)];
  return [
    ...(fromWire.get("json") === json ? [] : [`from protobuf: ${write(fromWire)} instead of ${json}`]),
    ...(fromJson.get("json") === json ? [] : [`from JSON again: ${write(fromJson)} instead of ${json}`]),
  ];
}

function failed(error: unknown): Seen {
  return { problems: [error instanceof Error ? error.message : String(error)], alike: "", models: "" };
}
