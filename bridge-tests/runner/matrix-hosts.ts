import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stdioEntry } from "./mcp-servers.js";
import { BUILD, folder, ROOT, TESTS } from "./places.js";

/** A kind of place where tools run. */
export interface MatrixHost {
  readonly name: string;
  readonly source: string;
  readonly language: "typescript" | "python" | "java" | "mcp" | "load_skill";
  /** Tools of ours, those of an MCP server, or the one that loads skills: rows leave out one kind at a time. */
  readonly family: "tools" | "mcp" | "load_skill";
  /** What its runtime calls itself. */
  readonly runtime: RegExp;
  /** Whether it ends with the sidecar, and the sidecar with it. */
  readonly isSidecar: boolean;
  /** Its entry in toolspan.yaml. */
  readonly config: string;
  /** Why its tools call no others of the same process; null where they do. */
  readonly mute: string | null;
}

const file = (name: string): string => JSON.stringify(join(TESTS, "hosts", name));
const module = (source: string, isolation: string): string =>
  `{ file: ${file("matrix.ts")}, source: ${source}, isolation: ${isolation} }`;
const node = /^Node\.js \d+\.\d+\.\d+$/;
const jar = join(ROOT, "clients/java/toolspan-client/target/toolspan-client-0.1.0.jar");

/** Every place, with the same tools in each. */
export const HOSTS: readonly MatrixHost[] = [
  host("worker", "typescript", node, module("m_worker", "worker")),
  { ...host("inline", "typescript", node, module("m_inline", "inline")), isSidecar: true },
  host("process", "typescript", node, module("m_process", "process")),
  host(
    "python",
    "python",
    /^CPython 3\.\d+\.\d+/,
    `{ source: m_python, language: python, file: ${file("matrix.py")}, python: ${JSON.stringify(join(ROOT, ".venv/bin/python"))} }`,
  ),
  host(
    "java",
    "java",
    /\b(1[7-9]|[2-9]\d)[.+]/,
    `{ source: m_java, language: java, classes: [Matrix], class_path: ${JSON.stringify([jar, join(BUILD, "hosts")])} }`,
  ),
];

/** The sidecar's own tool, which reads skills. */
export const LOAD_SKILL: MatrixHost = {
  name: "load_skill",
  source: "skills",
  language: "load_skill",
  family: "load_skill",
  runtime: /^$/,
  isSidecar: true,
  config: "",
  mute: "it calls nothing; the tools of every place call it instead",
};

function host(name: string, language: MatrixHost["language"], runtime: RegExp, config: string): MatrixHost {
  return { name, source: `m_${name}`, language, family: "tools", runtime, isSidecar: false, config, mute: null };
}

/** A configuration with these places. */
export function matrixConfig(hosts: readonly MatrixHost[]): string {
  const list = (wanted: boolean): string =>
    hosts
      .filter(({ family, config }) => family === "tools" && config.includes("language:") === wanted)
      .map(({ config }) => `  - ${config}\n`)
      .join("");
  const [tools, processes] = [list(false), list(true)];
  return `start: 60s\n${tools && `tools:\n${tools}`}${processes && `hosts:\n${processes}`}`;
}

/** The MCP servers among these places. */
export function mcpEntries(hosts: readonly MatrixHost[]): string {
  return hosts
    .filter(({ family }) => family === "mcp")
    .map(({ config }) => `  - ${config}\n`)
    .join("");
}

/** The name of the MCP server beside the places. */
export const FAULTS = "faults";

/** What stands beside the places, for their tools to call: one skill, an MCP server that fails as it is told, and others. */
export function besideConfig(others: readonly MatrixHost[] = []): string {
  const skills = folder();
  mkdirSync(join(skills, "weather", "notes"), { recursive: true });
  writeFileSync(join(skills, "weather", "notes", "a.txt"), 'ø "quoted"');
  writeFileSync(join(skills, "weather", "SKILL.md"), "---\nname: weather\ndescription: Tells it\n---\n\nAsk.\n");
  return `skills: [${JSON.stringify(skills)}]\nmcp_servers:\n${stdioEntry(FAULTS)}${mcpEntries(others)}`;
}
