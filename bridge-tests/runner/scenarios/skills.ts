import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serve } from "../daemon.js";
import { field, list, text } from "../expand.js";
import { folder, ROOT } from "../places.js";
import { brief, callerOf, type Scenario } from "../scenario.js";
import { SkillServer } from "../skill-server.js";
import { parse, type Tree, type TreeMap, toTree, write } from "../tree.js";
import { until } from "../wait.js";

const PYTHON = join(ROOT, ".venv/bin/python");

function skill(name: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}\n---\n\nDo ${name}.\n`;
}

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function zipped(into: string, files: Readonly<Record<string, string>>): string {
  const from = folder();
  writeFiles(from, files);
  const names = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))];
  const made = spawnSync(PYTHON, ["-m", "zipfile", "-c", into, ...names.map((name) => join(from, name))]);
  if (made.status !== 0) throw new Error(`zipfile: ${made.stderr}`);
  return into;
}

/** Loads skills and resources from a folder that the row describes, and asks for prompts. */
export const loadedSkills: Scenario = async (scene) => {
  const root = folder();
  for (const [path, content] of scene.given.get("files") as TreeMap) writeFiles(root, { [path]: text(content) ?? "" });
  writeFileSync(join(root, "secret"), "NEVER-READ");
  for (const link of list(scene.given.get("links"))) symlinkSync(join(root, "secret"), join(root, text(link) ?? ""));
  const skills = list(scene.given.get("sources")).map((source) => join(root, text(source) ?? ""));
  await using daemon = await serve({ tools: [], config: JSON.stringify({ skills }) });
  await using caller = await callerOf(scene, daemon.address);
  const told: Tree[] = [];
  for (const args of list(scene.given.get("calls"))) {
    const reply = await caller.ask("call", { name: "load_skill", args });
    const { success, result, error } = Object.fromEntries(parse(text(reply.get("response")) ?? "null") as TreeMap);
    const shown = (tree: Tree): Tree => parse(write(tree ?? null).replaceAll(root, "$ROOT"));
    const model = text(reply.get("model_text"))?.replaceAll(root, "$ROOT");
    told.push(toTree({ success, text: shown(success === true ? (result ?? null) : (error ?? null)), model }));
  }
  const prompts: Tree[] = [];
  for (const names of list(scene.given.get("prompts"))) {
    const reply = await caller.ask("skills_prompt", { names });
    prompts.push(reply.get("raised") ?? reply.get("prompt") ?? null);
  }
  return { calls: told, prompts };
};

/** One skill from each kind of source, and the web's refusals, none of which keeps the sidecar from being ready. */
export const skillSources: Scenario = async (scene) => {
  const root = folder();
  writeFiles(root, {
    "local/a-local/SKILL.md": skill("a-local"),
    "node_modules/@acme/skills/inside/a-npm/SKILL.md": skill("a-npm"),
    "python/acme_skills/__init__.py": "raise RuntimeError('a package of skills is not imported')",
    "python/acme_skills/data/a-python/SKILL.md": skill("a-python"),
    "classes/skills/a-class/SKILL.md": skill("a-class"),
  });
  zipped(join(root, "local.zip"), { "a-zip/SKILL.md": skill("a-zip"), "a-zip/more.txt": "more" });
  zipped(join(root, "acme.jar"), { "skills/a-jar/SKILL.md": skill("a-jar"), "other/x.txt": "x" });
  const zip = readFileSync(zipped(join(root, "web.zip"), { "a-web/SKILL.md": skill("a-web") }));
  const flaky = readFileSync(zipped(join(root, "more.zip"), { "a-flaky/SKILL.md": skill("a-flaky") }));
  await using server = new SkillServer(zip);
  await using other = new SkillServer(flaky);
  const [at, otherAt] = [await server.listen(), await other.listen()];
  const sha256 = createHash("sha256").update(zip).digest("hex");
  const bad = ["loop", "plain", "huge", "missing", "text"];
  const skills = [
    "local",
    "local.zip",
    { package: "@acme/skills", resource: "inside" },
    { python_package: "acme_skills", python: PYTHON, resource: "data" },
    { class_path: ["classes", "acme.jar"], resource: "skills" },
    { url: `${at}/moved.zip?secret=NEVER-LOGGED`, sha256 },
    { url: `${at}/slow.zip`, sha256: sha256.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    { url: `${otherAt}/flaky.zip` },
    ...bad.map((name) => ({ url: `${at}/${name}.zip` })),
  ];
  const file = join(root, "toolspan.yaml");
  writeFileSync(file, JSON.stringify({ skills }));
  const env = { NODE_EXTRA_CA_CERTS: `${join(root, "ca.pem")}`, PYTHONPATH: join(root, "python") };
  writeFileSync(env.NODE_EXTRA_CA_CERTS, readFileSync(server.cert, "utf8") + readFileSync(other.cert, "utf8"));
  await using daemon = await serve({ tools: [], more: ["--config", file], env });
  await using caller = await callerOf(scene, daemon.address);
  const load = async (name: string, path?: string): Promise<Tree> =>
    brief(await caller.ask("call", { name: "load_skill", args: toTree({ name, ...(path && { path }) }) }));
  const kinds = ["local", "zip", "npm", "python", "class", "jar", "web"];
  const found: Record<string, boolean> = {};
  for (const kind of kinds) {
    found[kind] = (text(field(await load(`a-${kind}`), "result")) ?? "").includes(`Do a-${kind}.`);
  }
  const again = await until(
    10_000,
    () => load("a-flaky"),
    (answer) => field(answer, "result") !== undefined,
  );
  const folderOf = /Base directory for this skill: (.*)/.exec(text(field(await load("a-web"), "result")) ?? "")?.[1];
  const warned = daemon.child.stderr;
  await daemon.stop();
  return {
    found,
    again: field(again, "result") !== undefined,
    refused: bad.filter((name) => warned.includes(`/${name}.zip`)),
    digest: warned.includes("not the one that was said"),
    reasons: [
      "redirects more than 5 times",
      "which is not https",
      "has more than 64 MiB",
      "answered 404",
      "cannot be opened",
    ].filter((reason) => !warned.includes(reason)),
    leaked: warned.includes("NEVER-LOGGED"),
    swept: folderOf !== undefined && spawnSync("test", ["-e", folderOf]).status === 1,
  };
};
