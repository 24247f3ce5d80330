import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { skillsIn } from "./folder.js";
import { type Skill, SkillError } from "./skill.js";

/** Where skills come from. */
export type SkillSource =
  | { readonly kind: "local"; readonly path: string }
  | { readonly kind: "npm"; readonly package: string; readonly resource: string; readonly from: string };

/** The skills of all sources by name; of two of one name the last wins, and `warn` is told. */
export function openSkills(
  sources: readonly SkillSource[],
  warn: (message: string) => void,
): ReadonlyMap<string, Skill> | null {
  if (sources.length === 0) return null;
  const skills = new Map<string, Skill>();
  for (const source of sources) {
    for (const skill of skillsIn(source.kind === "local" ? source.path : packageFolder(source))) {
      const earlier = skills.get(skill.name);
      if (earlier !== undefined) warn(`the skill ${skill.name} of ${skill.folder} replaces that of ${earlier.folder}`);
      skills.set(skill.name, skill);
    }
  }
  return skills;
}

// As Node looks for a package, but without its exports: a package of skills needs no code.
function packageFolder({ package: name, resource, from }: Extract<SkillSource, { kind: "npm" }>): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (statSync(found, { throwIfNoEntry: false })?.isDirectory() === true) return within(found, resource, name);
    if (dirname(folder) === folder) throw new SkillError(`There is no npm package ${name} above ${from}.`);
  }
}

function within(root: string, resource: string, name: string): string {
  const real = realpathSync(root);
  const folder = join(real, resource);
  const inside = existsSync(folder) && (realpathSync(folder) + sep).startsWith(real + sep);
  if (!inside) throw new SkillError(`The npm package ${name} has no folder ${resource}.`);
  return folder;
}
