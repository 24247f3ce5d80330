import { Double } from "./double.js";
import { field, list, map, text } from "./expand.js";
import { Goldens } from "./goldens.js";
import { differences } from "./match.js";
import type { Report, Result } from "./report.js";
import { checkResponse } from "./response.js";
import type { Row } from "./rows.js";
import { decode, encode, throughTypescript } from "./schema.js";
import { commandOf } from "./step.js";
import { connected, isSdk, type Language, type Testee } from "./testee.js";
import type { Tree } from "./tree.js";

type Seen = Pick<Result, "problems" | "alike" | "models">;
type Check = (row: Row, testee: Testee, double: Double, goldens: Goldens) => Promise<Seen>;

const none = { alike: "", models: "" };

// What each kind of wire row does with one client.
const CHECKS: Readonly<Record<string, Check>> = {
  // The double answers with the bytes of the golden; the client must read them as the row says.
  response: async (row, testee, double, goldens) => {
    const described = row.body.get("message") ?? null;
    const bytes = encode("ToolResponse", described);
    double.response = bytes;
    const name = text(field(described, "tool_name")) ?? "t";
    const reply = await testee.ask("call", { name, args: null });
    const shown = checkResponse(reply, name, row.body.get("expect") ?? null, testee.language);
    return { ...shown, problems: [...goldens.check(row, "ToolResponse", bytes), ...shown.problems] };
  },
  // The client sends a call; its bytes must be the golden's.
  request: async (row, testee, double, goldens) => {
    double.calls.length = 0;
    double.response = encode("ToolResponse", new Map<string, Tree>([["success", true]]));
    await testee.ask("call", commandOf(row.body));
    return sent(row, double.calls[0]?.bytes, "CallRequest", goldens);
  },
  batch: async (row, testee, double, goldens) => {
    double.batches.length = 0;
    double.response = encode("ToolResponse", new Map<string, Tree>([["success", true]]));
    const calls = list(row.body.get("batch")).map((call) => commandOf(map(call)));
    await testee.ask("call_all", { calls, parallelism: row.body.get("parallelism") });
    return sent(row, double.batches[0]?.bytes, "CallAllRequest", goldens);
  },
  greet: async (row, testee, double) => {
    const own = testee.language.replace("-aio", "");
    const greet = double.greets.find(({ metadata }) => metadata["toolspan-language"] === own);
    if (greet === undefined) return { problems: [`no Greet said that its language is ${own}`], ...none };
    const { "toolspan-protocol": protocol, "toolspan-sdk": sdk } = greet.metadata;
    const hello = map(field(decode("GreetRequest", greet.bytes), "hello"));
    const seen = new Map<string, Tree>([
      ["metadata_protocol", protocol ?? null],
      ["metadata_sdk", sdk ?? null],
      ...hello,
    ]);
    const language = seen.get("language") === own;
    seen.delete("language");
    seen.delete("capabilities");
    return {
      problems: [
        ...differences(row.body.get("expect") ?? null, seen),
        ...(language ? [] : ["another language in hello"]),
      ],
      ...none,
    };
  },
  list: async (row, testee, double, goldens) => {
    const bytes = encode("ListResponse", row.body.get("message") ?? null);
    double.list = bytes;
    const specs = (await testee.ask("tools")).get("specs") ?? null;
    return {
      problems: [...goldens.check(row, "ListResponse", bytes), ...differences(row.body.get("expect") ?? null, specs)],
      ...none,
    };
  },
};

function sent(row: Row, bytes: Buffer | undefined, type: string, goldens: Goldens): Seen {
  if (bytes === undefined) return { problems: ["nothing was sent"], ...none };
  const problems = differences(row.body.get("expect") ?? null, decode(type, bytes));
  return { problems: [...problems, ...goldens.check(row, type, bytes)], alike: bytes.toString("hex"), models: "" };
}

/** Rows about bytes: what clients send, what they make of an answer, and that two readers of the schema agree. */
export async function runWire(
  rows: readonly Row[],
  languages: readonly Language[],
  report: Report,
  writing: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const goldens = new Goldens(writing);
  await using double = await new Double().start();
  for (const language of languages) {
    const own = rows.filter((row) => row.languages.includes(language));
    if (own.length === 0) continue;
    if (language === "sidecar") await runRows(own, language, report, (row) => codec(row, goldens));
    else if (isSdk(language)) {
      await using testee = await connected(language, double.address, { transport: "unary" });
      await runRows(own, language, report, async (row) => {
        const check = CHECKS[String(row.body.get("wire"))];
        if (check === undefined) throw new Error(`wire ${String(row.body.get("wire"))}`);
        return check(row, testee, double, goldens);
      });
    }
  }
  goldens.save();
}

async function runRows(
  rows: readonly Row[],
  language: Language,
  report: Report,
  run: (row: Row) => Promise<Seen>,
): Promise<void> {
  for (const row of rows) {
    const started = performance.now();
    const seen = await run(row).catch((error: unknown) => ({ problems: [String(error)], ...none }));
    report.add({ row, language, ...seen, ms: performance.now() - started });
  }
}

// The bytes of protobufjs, through the generated TypeScript and back, and the golden.
async function codec(row: Row, goldens: Goldens): Promise<Seen> {
  const type = String(row.body.get("type"));
  const bytes = encode(type, row.body.get("message") ?? null);
  const again = await throughTypescript(type, bytes);
  const problems = goldens.check(row, type, bytes);
  if (!again.equals(bytes))
    problems.push(`ts-proto writes ${again.toString("hex")}, protobufjs ${bytes.toString("hex")}`);
  problems.push(...differences(row.body.get("expect") ?? row.body.get("message") ?? null, decode(type, bytes)));
  return { problems, ...none };
}
