import type { Registry } from "../invoke/registry.js";
import { LoadSkillRunner, loadSkillSpec } from "../tools/skills/load-skill.js";
import { SkillError } from "../tools/skills/skill.js";
import { openSkills, type SkillSource } from "../tools/skills/sources.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";

/** Offers `load_skill` where skills are configured; throws a StartError where they cannot be read. */
export function offerSkills(sources: readonly SkillSource[] | null, registry: Registry, log: Log): void {
  if (sources === null) return;
  try {
    const skills = openSkills(sources, (message) => log.warn(message));
    registry.add([loadSkillSpec], new LoadSkillRunner(skills));
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    throw new StartError(`skills: ${error.message}`);
  }
}
