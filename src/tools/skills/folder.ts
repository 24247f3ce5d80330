import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { readSkillText } from "./front-matter.js";
import { type Skill, SkillError } from "./skill.js";

export const SKILL_FILE = "SKILL.md";

/** The skills of a folder: itself where it holds a SKILL.md, else each folder in it that does. */
export function skillsIn(folder: string): readonly Skill[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new SkillError(`There is no folder of skills at ${folder}.`);
  }
  const root = realpathSync(folder);
  if (existsSync(join(root, SKILL_FILE))) return [skillAt(root)];
  return readdirSync(root)
    .sort()
    .map((name) => join(root, name))
    .filter((path) => lstatSync(path).isDirectory() && existsSync(join(path, SKILL_FILE)))
    .map(skillAt);
}

function skillAt(folder: string): Skill {
  const file = resourceAt(folder, SKILL_FILE);
  if (file === null) throw new SkillError(`${join(folder, SKILL_FILE)}: it is no file of that folder.`);
  try {
    return { ...readSkillText(readFileSync(file, "utf8")), folder };
  } catch (error) {
    if (error instanceof SkillError) throw new SkillError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The file of a resource, or null where the folder holds none by that path: `..`, absolute paths and links out are none. */
export function resourceAt(folder: string, path: string): string | null {
  if (path === "" || path.includes("\0") || isAbsolute(path) || path.split(/[\\/]/).includes("..")) return null;
  const file = resolve(folder, path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const real = realpathSync(file);
  return real.startsWith(folder + sep) ? real : null;
}

/** The paths of all resources in order, relative to the folder; links are followed to files inside it alone. */
export function resourcesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => resourceAt(folder, path) !== null)
    .sort();
}
