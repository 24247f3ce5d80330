import type { Registry } from "../invoke/registry.js";
import { SkillLibrary } from "../tools/skills/library.js";
import { LoadSkillRunner, loadSkillSpec } from "../tools/skills/load-skill.js";
import { SkillError } from "../tools/skills/skill.js";
import type { SkillSource } from "../tools/skills/sources.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";

/** Offers `load_skill` where skills are configured; rejects with a StartError where those of this machine cannot be read. */
export async function offerSkills(
  sources: readonly SkillSource[],
  registry: Registry,
  log: Log,
): Promise<SkillLibrary> {
  const library = new SkillLibrary(sources, (message) => log.warn(message));
  try {
    await library.open();
  } catch (error) {
    await library.close();
    if (!(error instanceof SkillError)) throw error;
    throw new StartError(`skills: ${error.message}`);
  }
  registry.add([loadSkillSpec], new LoadSkillRunner(library));
  return library;
}
