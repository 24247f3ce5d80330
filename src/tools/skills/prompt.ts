// The prompt by which a model learns what skills there are, byte for byte as Flink Agents has it (C4.1).
import type { Skills } from "./library.js";
import { SkillError } from "./skill.js";

const HEAD = `## Available Skills

<usage>
Skills provide specialized capabilities and domain knowledge. Use them when they match your current task.

Load a skill with \`load_skill(name="<skill-name>")\` to get its full instructions.
Individual resources (scripts, references, assets) can be loaded with a \`path\` argument.

The loaded content includes the skill's base directory and the absolute paths of its resources.
</usage>

<available_skills>
`;
const TAIL = "\n</available_skills>\n";

/** The prompt of the named skills in their order, of all where none is named; an empty text where there are no skills. */
export function skillsPrompt(skills: Skills, names: readonly string[]): string {
  if (skills === null || skills.size === 0) return "";
  const listed = (names.length === 0 ? [...skills.keys()] : names).map((name) => {
    const skill = skills.get(name);
    if (skill !== undefined)
      return `\n<skill>\n<name>${name}</name>\n<description>${skill.description}</description>\n</skill>\n`;
    throw new SkillError(`Skill ${name} not found, available skill names are: [${[...skills.keys()].join(", ")}]`);
  });
  return HEAD + listed.join("") + TAIL;
}
