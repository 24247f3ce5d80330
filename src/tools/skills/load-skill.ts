import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Job, Ran, Runner } from "../../invoke/runner.js";
import { type Payload, payload } from "../../model/payload.js";
import { ToolResponse } from "../../model/response.js";
import { withDigest } from "../../model/spec-digest.js";
import { attempt } from "../attempt.js";
import { resourceAt, resourcesOf, SKILL_FILE } from "./folder.js";
import type { SkillLibrary, Skills } from "./library.js";
import type { Skill } from "./skill.js";

/** The built-in tool by which a model reads a skill (C4.1). */
export const loadSkillSpec = withDigest({
  name: "load_skill",
  description: "Load a skill's content or a specific resource. Use this to access skill instructions and resources.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "The name of the skill." },
      path: { type: "string", description: "The path of a resource in the skill.", default: SKILL_FILE },
    },
    required: ["name"],
  },
  injectedSchema: null,
  outputSchema: null,
  type: "model_built_in",
  source: "skills",
  timeout: null,
  idempotent: true,
});

/** Runs `load_skill` in the sidecar. */
export class LoadSkillRunner implements Runner {
  readonly #library: Pick<SkillLibrary, "skills">;

  constructor(library: Pick<SkillLibrary, "skills">) {
    this.#library = library;
  }

  async run(job: Job): Promise<Ran> {
    const started = performance.now();
    const outcome = await attempt(async () => {
      const { name, path }: { name?: unknown; path?: unknown } = JSON.parse(job.argumentsText);
      return loadSkill(
        await this.#library.skills(),
        String(name),
        path === undefined || path === null ? SKILL_FILE : String(path),
      );
    });
    return { outcome, elapsedMs: performance.now() - started };
  }
}

/** What the model reads of a skill or of one of its resources. */
export function loadSkill(skills: Skills, name: string, path: string): ToolResponse<Payload | null> {
  if (skills === null) return ToolResponse.error("Skill manager not available. No skills have been registered.");
  const skill = skills.get(name);
  if (skill === undefined) {
    const names = [...skills.keys()].sort().join(", ");
    const known = names === "" ? "No skills available." : `Available skills: ${names}`;
    return ToolResponse.error(`Skill '${name}' not found. ${known}`);
  }
  if (path === SKILL_FILE) return ToolResponse.success(json(contentOf(skill)));
  const file = resourceAt(skill.folder, path);
  if (file === null) {
    const known = resourcesOf(skill.folder).join(", ");
    return ToolResponse.error(`Resource '${path}' not found in skill '${name}', Available resources: [${known}]`);
  }
  return ToolResponse.success(json(textOf(readFileSync(file))));
}

function json(text: string): Payload {
  return payload(JSON.stringify(text));
}

function contentOf({ name, content, folder }: Skill): string {
  const files = resourcesOf(folder).map((path) => `<file>${join(folder, path)}</file>`);
  return [
    `<skill_content name="${name}">`,
    `# Skill: ${name}`,
    "",
    content,
    "",
    `Base directory for this skill: ${folder}`,
    "Relative paths in this skill are relative to this base directory.",
    "<skill_files>",
    ...files,
    "</skill_files>",
    "</skill_content>",
  ].join("\n");
}

function textOf(data: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return `base64: ${data.toString("base64")}`;
  }
}
