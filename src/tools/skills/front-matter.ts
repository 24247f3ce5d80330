import { parseDocument } from "yaml";
import { SkillError, type SkillText } from "./skill.js";

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/;
const MOST = { name: 64, description: 1024, compatibility: 500 } as const;

/** Reads a SKILL.md by the reference's rules; throws a SkillError with its texts. */
export function readSkillText(text: string): SkillText {
  const found = FRONT_MATTER.exec(text);
  const fields = found === null ? {} : fieldsOf(found[1] ?? "");
  const content = text.slice(found?.[0].length ?? 0).trim();
  const name = required(fields, "name");
  const description = required(fields, "description");
  if (content === "") throw new SkillError("The SKILL.md must have a markdown content after YAML frontmatter.");
  const metadata = fields["metadata"];
  return {
    name,
    description,
    license: textOf(fields["license"]),
    compatibility: within("compatibility", textOf(fields["compatibility"])),
    metadata: isMapping(metadata) ? metadata : null,
    content,
  };
}

function fieldsOf(yaml: string): Readonly<Record<string, unknown>> {
  const document = parseDocument(yaml, { prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake !== undefined) throw invalid(mistake.message);
  const fields = toPlain(() => document.toJS({ maxAliasCount: 100 }));
  if (fields === null) return {};
  if (!isMapping(fields)) throw invalid("it is not a mapping");
  return fields;
}

function toPlain(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

function invalid(reason: string): SkillError {
  return new SkillError(`Invalid YAML frontmatter syntax: ${reason}`);
}

function required(fields: Readonly<Record<string, unknown>>, field: "name" | "description"): string {
  const value = within(field, textOf(fields[field]));
  if (value !== null && value !== "") return value;
  throw new SkillError(`The SKILL.md must have a YAML frontmatter including '${field}' field.`);
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value).trim();
}

function within(field: keyof typeof MOST, value: string | null): string | null {
  if (value === null || [...value].length <= MOST[field]) return value;
  throw new SkillError(`The ${field} of a skill may have at most ${MOST[field]} characters.`);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
