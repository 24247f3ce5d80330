import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { at, metricsOf, typeOf } from "./event-log.js";
import { field, list, text } from "./expand.js";
import { canonical, differences } from "./match.js";
import { toldOf } from "./told.js";
import { parse, type Tree, type TreeMap, write } from "./tree.js";
import { until } from "./wait.js";

const STEPS = 4;
const WAIT_MS = 15_000;
const COUNTED = /^numOf(Mcp)?ToolCalls(Succeeded|Failed)\{/;

/** Every call that was made on one sidecar, what its caller was answered, and whether the sidecar's records say the same (C7.3). */
export class Ledger {
  readonly #file: string;
  readonly #counts = new Map<string, number>();
  readonly #lines = new Map<string, Tree[]>();
  readonly #noted = new Set<string>();
  // Calls that may have been given up before they left their caller.
  readonly #doubtful: { readonly callId: string; readonly reply: TreeMap }[] = [];
  #calls = 0;
  #ids = 0;
  #read = 0;
  #responses = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Its lines of a configuration. */
  get config(): string {
    return `event_log: { file: ${JSON.stringify(this.#file)}, level: VERBOSE }\n`;
  }

  /** An id that no other call has. */
  id(): string {
    return `cell-${this.#ids++}`;
  }

  /** Counts a call that was answered so, under whichever id; one that was never answered counts for nothing. */
  count(response: Tree): void {
    const name = text(field(response, "tool_name"));
    if (name === undefined) return;
    this.#calls++;
    const [source = "", tool = ""] = split(name);
    const labels = `source="${source}",tool="${tool}"`;
    const kind = text(at(response, "fault", "kind"));
    const isMcp = source.startsWith("m_mcp") || source === "faults";
    this.#add(
      kind === undefined ? `numOfToolCallsSucceeded{${labels}}` : `numOfToolCallsFailed{${labels},kind="${kind}"}`,
    );
    if (isMcp) this.#add(`numOfMcpToolCalls${kind === undefined ? "Succeeded" : "Failed"}{mcp_server="${source}"}`);
  }

  /** Counts a call, and says where the log is not what its caller was answered: one request, one execution, one response. */
  async problems(callId: string, reply: TreeMap): Promise<string[]> {
    const written = text(reply.get("response"));
    if (written === undefined) return [`the call ${callId} has no response to compare with its records`];
    const response = parse(written);
    this.count(response);
    this.#noted.add(callId);
    const lines = await until(
      WAIT_MS,
      () => this.#linesOf(callId),
      (found) => found.length >= STEPS,
    );
    const told = toldOf(reply, lines, callId);
    return [
      ...differences(typesOf(response), told.types, "/record"),
      ...differences(field(response, "success") === true ? "success" : "failed", told.status, "/record/status"),
      ...categories(response, lines[2]),
      ...sameResult(field(response, "result") ?? null, told.result),
      ...told.disagree.map((one) => `record: ${one}`),
    ];
  }

  /** A call that was cancelled while it waited for others of its batch: one that never left its caller has no record. */
  doubt(callId: string, reply: TreeMap): void {
    this.#doubtful.push({ callId, reply });
  }

  /** What the records of the whole sidecar say otherwise: more or fewer calls than were made, other counts. */
  async settle(metrics: string): Promise<string[]> {
    // The log is written a moment after the answer.
    await until(
      WAIT_MS,
      () => this.#follow(),
      () => this.#responses >= this.#calls,
    );
    const sent = this.#doubtful.filter(({ callId }) => this.#lines.has(callId));
    const doubted = await Promise.all(sent.map(({ callId, reply }) => this.problems(callId, reply)));
    const found = [...(await metricsOf(metrics))].filter(([name]) => COUNTED.test(name));
    const counts = new Map(found);
    const names = [...new Set([...counts.keys(), ...this.#counts.keys()])].sort();
    return [
      ...doubted.flat(),
      ...(this.#responses === this.#calls ? [] : [`${this.#responses} response events of ${this.#calls} calls`]),
      ...[...this.#noted]
        .filter((id) => this.#lines.get(id)?.length !== STEPS)
        .map((id) => `${this.#lines.get(id)?.length ?? 0} lines of the call ${id}`),
      ...names
        .filter((name) => counts.get(name) !== this.#counts.get(name))
        .map(
          (name) => `${name} is ${counts.get(name) ?? 0}, and ${this.#counts.get(name) ?? 0} calls were answered so`,
        ),
    ];
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #linesOf(callId: string): readonly Tree[] {
    this.#follow();
    return this.#lines.get(callId) ?? [];
  }

  // Reads what has come since, so that a log of many calls is read once.
  #follow(): void {
    const lines = this.#fresh().split("\n");
    lines.pop();
    for (const line of lines.map(parse)) {
      if (typeOf(line) === "_tool_response_event") this.#responses++;
      for (const id of idsOf(line)) this.#lines.set(id, [...(this.#lines.get(id) ?? []), line]);
    }
  }

  #fresh(): string {
    const handle = openSync(this.#file, "a+");
    try {
      const size = fstatSync(handle).size;
      // A character may be cut where the file ends for now, so only whole lines are taken.
      const bytes = Buffer.alloc(size - this.#read);
      readSync(handle, bytes, 0, bytes.length, this.#read);
      const end = bytes.lastIndexOf(0x0a) + 1;
      this.#read += end;
      return bytes.toString("utf8", 0, end);
    } finally {
      closeSync(handle);
    }
  }
}

function idsOf(line: Tree): string[] {
  const ids = [
    at(line, "entityMetadata", "toolCallId"),
    ...list(at(line, "eventAttributes", "tool_calls")).map((call) => field(call, "call_id")),
  ];
  const answered = at(line, "eventAttributes", "success");
  return [...ids.filter((id) => typeof id === "string"), ...(answered instanceof Map ? answered.keys() : [])];
}

function typesOf(response: Tree): Tree[] {
  const ended = field(response, "success") === true ? "_execution_finished_event" : "_execution_failed_event";
  return ["_tool_request_event", "_execution_started_event", ended, "_tool_response_event"];
}

// A failed execution has the reference's category, and the type of its root cause, or else the kind of its fault.
function categories(response: Tree, ended: Tree | undefined): string[] {
  const fault = field(response, "fault");
  const isFailed = field(response, "success") !== true;
  const category = field(ended, "problemCategory") ?? null;
  const kind = text(field(fault, "kind")) ?? "";
  const root = text(field(list(field(fault, "causes")).at(-1) ?? fault, "type")) ?? "";
  const type = root === "" ? kind : root;
  return [
    ...differences(isFailed ? "tool_call_failed" : null, category, "/record/problemCategory"),
    ...differences(isFailed ? type : null, at(ended, "eventAttributes", "errorType") ?? null, "/record/errorType"),
  ];
}

// Somebody whose numbers cannot tell 1.0 from 1 may have told the result on.
function sameResult(answered: Tree, recorded: Tree): string[] {
  const loosely = (tree: Tree): string => canonical(parse(write(tree).replaceAll(/(?<=\d)\.0(?=[\],}]|$)/g, "")));
  if (loosely(answered) === loosely(recorded) || differences(answered, recorded).length === 0) return [];
  return [`record: result ${write(answered)} and ${write(recorded)}`];
}

function split(name: string): readonly string[] {
  if (!name.includes(".")) return ["skills", name];
  return [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
}
