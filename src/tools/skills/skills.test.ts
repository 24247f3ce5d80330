import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { skillsIn } from "./folder.js";
import { readSkillText } from "./front-matter.js";
import { loadSkill } from "./load-skill.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "skills-")));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, "weather");
mkdirSync(join(folder, "notes"), { recursive: true });
writeFileSync(join(folder, "SKILL.md"), "---\nname: weather\ndescription: Tells it\n---\n\n# Ask\n");
writeFileSync(join(folder, "notes", "a.txt"), "ø");
writeFileSync(join(folder, "b.bin"), Buffer.from([255, 0]));
writeFileSync(join(root, "secret"), "s");
symlinkSync(join(root, "secret"), join(folder, "out"));
const skills = new Map(skillsIn(root).map((skill) => [skill.name, skill]));

test("the three failures keep the reference's texts", () => {
  const error = (name: string, path: string) => loadSkill(skills, name, path).error;
  expect(loadSkill(null, "x", "SKILL.md")).toMatchObject({
    success: false,
    error: "Skill manager not available. No skills have been registered.",
  });
  expect(error("x", "SKILL.md")).toBe("Skill 'x' not found. Available skills: weather");
  expect(loadSkill(new Map(), "x", "SKILL.md").error).toBe("Skill 'x' not found. No skills available.");
  for (const path of ["c", "../secret", join(root, "secret"), "out", "notes/../../secret", "", "notes"]) {
    expect(error("weather", path)).toBe(
      `Resource '${path}' not found in skill 'weather', Available resources: [SKILL.md, b.bin, notes/a.txt]`,
    );
  }
});

test("a skill and its resources are read", () => {
  const read = (path: string) =>
    JSON.parse(Buffer.from(loadSkill(skills, "weather", path).result?.data ?? []).toString());
  expect(read("notes/a.txt")).toBe("ø");
  expect(read("b.bin")).toBe("base64: /wA=");
  expect(read("SKILL.md")).toBe(
    `<skill_content name="weather">\n# Skill: weather\n\n# Ask\n\nBase directory for this skill: ${folder}\n` +
      "Relative paths in this skill are relative to this base directory.\n<skill_files>\n" +
      `<file>${folder}/SKILL.md</file>\n<file>${folder}/b.bin</file>\n<file>${folder}/notes/a.txt</file>\n` +
      "</skill_files>\n</skill_content>",
  );
});

test.each([
  ["# x", "The SKILL.md must have a YAML frontmatter including 'name' field."],
  ["---\nname: a\n---\nx", "The SKILL.md must have a YAML frontmatter including 'description' field."],
  ["---\nname: a\ndescription: b\n---\n", "The SKILL.md must have a markdown content after YAML frontmatter."],
  ["---\nname: [\n---\nx", "Invalid YAML frontmatter syntax: "],
])("%j is refused", (text, message) => {
  expect(() => readSkillText(text)).toThrow(message);
});
