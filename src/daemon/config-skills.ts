// The sources of skills, as `skills:` of the configuration says them.
import { resolve } from "node:path";
import { z } from "zod";
import type { SkillSource } from "../tools/skills/sources.js";

const text = (expected: string) => z.string({ error: expected }).min(1, { error: expected });
const resource = text("the path of a folder")
  .refine((path) => !path.startsWith("/") && !path.split(/[\\/]/).includes(".."), {
    error: "the path of a folder inside",
  })
  .optional()
  .meta({ description: "The folder of skills in there. Default: all of it." });

const npm = z.strictObject({
  package: z
    .string()
    .regex(/^(@[a-z0-9-][a-z0-9._-]*\/)?[a-z0-9-][a-z0-9._-]*$/, { error: "the name of an npm package" })
    .meta({ description: "An npm package in a node_modules folder at or above this file." }),
  resource,
});
const python = z.strictObject({
  python_package: z
    .string()
    .regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/, { error: "the dotted name of a Python package" })
    .meta({ description: "A Python package." }),
  python: text("a program").optional().meta({ description: "The interpreter that has it. Default: python3." }),
  resource,
});
const java = z.strictObject({
  class_path: z
    .array(text("a path"), { error: "a list of paths" })
    .min(1, { error: "at least one path" })
    .meta({ description: "Jars and folders that hold the skills as resources." }),
  resource,
});
const web = z.strictObject({
  url: z.url({ protocol: /^https$/, error: "an https URL" }).meta({ description: "A zip file on the web." }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: "64 lower-case hexadecimal digits" })
    .optional()
    .meta({ description: "The digest that it must have." }),
  resource,
});
const local = z.strictObject({ path: text("the path of a folder or zip file"), resource });

/** One source as a person writes it. */
export const skillSourceSchema = z.union([text("the path of a folder or zip file"), local, web, npm, python, java], {
  error:
    "the path of a folder or zip file, or {path}, {url}, {package}, {python_package} or {class_path}, with {resource}",
});

/** One source with absolute paths. */
export function skillSource(entry: z.output<typeof skillSourceSchema>, from: string): SkillSource {
  if (typeof entry === "string") return { kind: "local", path: resolve(from, entry), resource: "." };
  const { resource = "." } = entry;
  if ("path" in entry) return { kind: "local", path: resolve(from, entry.path), resource };
  if ("url" in entry) return { kind: "url", url: entry.url, sha256: entry.sha256 ?? null, resource };
  if ("package" in entry) return { kind: "npm", package: entry.package, resource, from };
  if ("class_path" in entry) return { kind: "java", classPath: entry.class_path, resource, from };
  const { python_package, python = "python3" } = entry;
  // A path with a slash is meant from the configuration file's folder, a bare name from PATH.
  const program = python.includes("/") ? resolve(from, python) : python;
  return { kind: "python", package: python_package, python: program, resource, from };
}
