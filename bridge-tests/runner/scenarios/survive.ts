import fc from "fast-check";
import { field, list, text } from "../expand.js";
import { givenNumber, type Scenario, type Scene } from "../scenario.js";
import { Testee } from "../testee.js";
import type { Tree, TreeMap } from "../tree.js";

const CHUNK = 250;

interface Item {
  readonly type: "message" | "result";
  readonly data: string;
}

/** TOOLSPAN_SEED repeats a run; otherwise each run has a seed of its own, which a failure prints. */
function seedOf(): number {
  const given = Number(process.env["TOOLSPAN_SEED"]);
  return Number.isSafeInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 31) + 1;
}

// TOOLSPAN_COUNT asks for more than a row does.
function countOf(scene: Scene): number {
  return Math.max(givenNumber(scene, "count", 500), Number(process.env["TOOLSPAN_COUNT"]) || 0);
}

/** Generated messages and results go through TypeScript, Java, Python and TypeScript again, by JSON and by protobuf. */
export const messagesSurvive: Scenario = async (scene) => {
  const seed = seedOf();
  const count = countOf(scene);
  const items = fc.sample(anything(), { seed, numRuns: count });
  await using typescript = new Testee("typescript");
  await using java = new Testee("java");
  await using python = new Testee("python");
  const changed: string[] = [];
  for (let at = 0; at < items.length; at += CHUNK) {
    const chunk = items.slice(at, at + CHUNK);
    const first = await all(typescript, chunk, "json", (i) => chunk[i]?.data ?? "");
    const inJava = await all(java, chunk, "wire", (i) => said(first[i], "wire"));
    const inPython = await all(python, chunk, "json", (i) => said(inJava[i], "json"));
    const last = await all(typescript, chunk, "wire", (i) => said(inPython[i], "wire"));
    for (const [i, { data }] of chunk.entries()) {
      const forms = [first, inJava, inPython, last].map((answers) => said(answers[i], "json"));
      const same = forms.every((form) => form === forms[0] && form !== "");
      if (!same)
        changed.push(
          `seed ${seed}, item ${at + i}: ${data.slice(0, 400)} became ${JSON.stringify(forms).slice(0, 1200)}`,
        );
    }
  }
  if (changed.length > 0) throw new Error(`${changed.length} of ${count} changed; the first: ${changed[0]}`);
  return { survived: items.length };
};

/** Damaged bytes and damaged JSON: an error in every language, or the same value in every language. */
export const messagesDamaged: Scenario = async (scene) => {
  const seed = seedOf();
  const count = countOf(scene);
  await using typescript = new Testee("typescript");
  await using java = new Testee("java");
  await using python = new Testee("python");
  const whole = fc.sample(anything(), { seed, numRuns: count });
  const sound = await all(typescript, whole, "json", (i) => whole[i]?.data ?? "");
  const odd: string[] = [];
  let refused = 0;
  for (const from of ["wire", "json"] as const) {
    const damaged = whole.map(({ type }, i) => {
      const bytes = from === "wire" ? Buffer.from(said(sound[i], "wire"), "hex") : Buffer.from(whole[i]?.data ?? "");
      const made = damage(
        bytes,
        fc.sample(fc.array(fc.nat(), { minLength: 9, maxLength: 9 }), { seed: seed + i, numRuns: 1 })[0] ?? [],
      );
      return { type, data: from === "wire" ? made.toString("hex") : made.toString("utf8").toWellFormed() };
    });
    const answers = await Promise.all(
      [typescript, java, python].map((one) => all(one, damaged, from, (i) => damaged[i]?.data ?? "")),
    );
    for (const [i, { data }] of damaged.entries()) {
      const forms = answers.map((answer) => (answer[i]?.has("error") ? "refused" : said(answer[i], "json")));
      if (forms[0] === "refused") refused++;
      if (new Set(forms).size > 1 || forms[0] === "") {
        const told = answers.map((answer) => said(answer[i], "error") || said(answer[i], "json").slice(0, 300));
        odd.push(`seed ${seed}, ${from} ${i}: ${data.slice(0, 900)}: ${JSON.stringify(told)}`);
      }
    }
  }
  if (odd.length > 0) throw new Error(`${odd.length} of ${2 * count} read differently; the first: ${odd[0]}`);
  return { read: 2 * count, some_refused: refused > 0, some_not: refused < 2 * count };
};

async function all(
  testee: Testee,
  items: readonly Item[],
  from: "json" | "wire",
  data: (i: number) => string,
): Promise<TreeMap[]> {
  const questions = items.map(({ type }, i) => ({ type, from, data: data(i) }));
  const reply = await testee.ask("convert_many", { items: questions });
  if (reply.has("raised")) throw new Error(`${testee.language} raised ${JSON.stringify([...reply])}`);
  return list(reply.get("items")).map((answer) => (answer instanceof Map ? answer : new Map<string, Tree>()));
}

function said(answer: TreeMap | undefined, key: string): string {
  return text(field(answer, key)) ?? "";
}

// One to three wounds: a flipped bit, a lost stretch, a repeated stretch, a foreign byte.
function damage(bytes: Buffer, numbers: readonly number[]): Buffer {
  let made = bytes;
  for (let k = 0; k < 1 + ((numbers[0] ?? 0) % 3); k++) {
    const [kind = 0, where = 0, what = 0] = numbers.slice(k * 3);
    const at = where % Math.max(1, made.length);
    const piece = made.subarray(at, at + (what % 9));
    if (kind % 4 === 0 && made.length > 0) {
      made = Buffer.from(made);
      made[at] = (made[at] ?? 0) ^ (1 << (what % 8));
    } else if (kind % 4 === 1) made = Buffer.concat([made.subarray(0, at), made.subarray(at + piece.length)]);
    else if (kind % 4 === 2) made = Buffer.concat([made.subarray(0, at), piece, made.subarray(at)]);
    else made = Buffer.concat([made.subarray(0, at), Buffer.from([what % 256]), made.subarray(at)]);
  }
  return made;
}

// Everything below makes JSON text, so that what no JavaScript value can say (1.0, 2^64) can be generated, too.

const string = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom("", "__proto__", "constructor", "\u2028", "\u0000", "𝒳", "a/b~c", '"\\'),
  );

const quoted = (): fc.Arbitrary<string> => string().map((one) => JSON.stringify(one.toWellFormed()));

const number = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
    fc.integer({ min: -100, max: 100 }).map(String),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((one) => (Number.isInteger(one) ? `${one.toExponential()}` : String(one)))
      .map((one) => (/[.e]/.test(one) ? one : `${one}.0`)),
    fc.constantFrom("0", "-0.0", "1.0", "1e20", "1E2", "9007199254740993", "5e-324", "100.50"),
  );

const { json } = fc.letrec<{ json: string; list: string; map: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    number(),
    quoted(),
    fc.constantFrom("true", "false", "null"),
    tie("list"),
    tie("map"),
  ),
  list: fc.array(tie("json"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
  map: mapOf(tie("json")),
}));

function mapOf(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(quoted(), values), { maxLength: 4, selector: ([key]) => JSON.parse(key) as string })
    .map((entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(",")}}`);
}

const metadata = (): fc.Arbitrary<string> => mapOf(json);
const nonEmpty = (): fc.Arbitrary<string> => quoted().filter((one) => one !== '""');

const textBlock = (): fc.Arbitrary<string> => quoted().map((one) => `{"type":"text","text":${one}}`);

const mediaBlock = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom("image", "audio", "video", "document"),
      nonEmpty(),
      fc.oneof(
        nonEmpty().map((one) => `{"type":"base64","data":${one}}`),
        nonEmpty().map((one) => `{"type":"url","url":${one}}`),
      ),
      fc.option(quoted()),
      fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })),
      fc.option(quoted()),
    )
    .map(([type, media, source, name, size, sha]) => {
      const more = `${name === null ? "" : `,"name":${name}`}${size === null ? "" : `,"size_bytes":${size}`}${sha === null ? "" : `,"sha256":${sha}`}`;
      return `{"type":"${type}","media_type":${media},"source":${source}${more}}`;
    });

const content = (): fc.Arbitrary<string> => fc.oneof(textBlock(), mediaBlock());

const reasoning = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.option(quoted(), { nil: "null" }), metadata())
    .map(([said, more]) => `{"type":"reasoning","text":${said},"metadata":${more}}`);

const toolCall = (): fc.Arbitrary<string> =>
  fc
    .tuple(fc.uuid(), nonEmpty(), metadata(), metadata())
    .map(
      ([id, name, input, more]) =>
        `{"type":"tool_call","call_id":"${id}","name":${name},"input":${input},"metadata":${more}}`,
    );

const toolResult = (): fc.Arbitrary<string> =>
  fc
    .tuple(nonEmpty(), fc.array(content(), { maxLength: 3 }), fc.boolean(), metadata())
    .map(
      ([id, blocks, isError, more]) =>
        `{"type":"tool_result","call_id":${id},"blocks":[${blocks.join(",")}],"is_error":${isError},"metadata":${more}}`,
    );

function messageOf(role: string, blocks: fc.Arbitrary<string>, maxLength: number, minLength = 0): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(blocks, { minLength, maxLength }), metadata())
    .map(([made, more]) => `{"role":"${role}","blocks":[${made.join(",")}],"metadata":${more}}`);
}

const assistant = (): fc.Arbitrary<string> =>
  messageOf("assistant", fc.oneof(textBlock(), mediaBlock(), reasoning(), toolCall()), 6);

const message = (): fc.Arbitrary<string> =>
  fc.oneof(
    messageOf("system", textBlock(), 3),
    messageOf("user", content(), 4),
    assistant(),
    messageOf("tool", toolResult(), 1, 1),
  );

const count = (): fc.Arbitrary<string> =>
  fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String), { nil: "null" });

// One detail at most: protobuf keeps no order among the entries of a map.
const details = (): fc.Arbitrary<string> =>
  fc
    .option(fc.tuple(quoted(), fc.bigInt({ min: 0n, max: 2n ** 40n })), { nil: undefined })
    .map((one) => (one === undefined ? "{}" : `{${one[0]}:${one[1]}}`));

const usage = (): fc.Arbitrary<string> =>
  fc
    .tuple(count(), count(), details(), details())
    .map(
      ([prompt, completion, a, b]) =>
        `{"prompt_tokens":${prompt},"completion_tokens":${completion},"prompt_token_details":${a},"completion_token_details":${b}}`,
    );

const nullable = (one: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.option(one, { nil: "null" });

const result = (): fc.Arbitrary<string> =>
  fc
    .tuple(assistant(), nullable(quoted()), nullable(quoted()), nullable(usage()), nullable(quoted()), metadata())
    .map(
      ([said, model, id, used, finish, more]) =>
        `{"message":${said},"model":${model},"response_id":${id},"usage":${used},"finish_reason":${finish},"metadata":${more}}`,
    );

function anything(): fc.Arbitrary<Item> {
  return fc.oneof(
    message().map((data): Item => ({ type: "message", data })),
    result().map((data): Item => ({ type: "result", data })),
  );
}
