/** What a skill's SKILL.md says. */
export interface SkillText {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The Markdown after the front matter, without white space around it. */
  readonly content: string;
}

/** A skill in its folder. */
export interface Skill extends SkillText {
  /** Absolute, without links in it. */
  readonly folder: string;
}

/** A skill that cannot be read, or a source of skills that cannot be opened. */
export class SkillError extends Error {
  override readonly name = "SkillError";
}
