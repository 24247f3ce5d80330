// Skills inside packages: of npm, of Python, and of Java's class path.
import { execFile } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { SkillError } from "./skill.js";

const PYTHON_MS = 15_000;

/** The folder of an npm package, found as Node looks for one, but without its exports: a package of skills needs no code. */
export function npmFolder(name: string, resource: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (isFolder(found)) return within(found, resource, `The npm package ${name}`);
    if (dirname(folder) === folder) throw new SkillError(`There is no npm package ${name} above ${from}.`);
  }
}

// The package itself is not imported; those that it stands in are, as Python cannot find it otherwise.
const FIND = `
import importlib.util, sys
spec = importlib.util.find_spec(sys.argv[1])
print("\\n".join((spec and spec.submodule_search_locations) or []))
`;

/** The folder of a Python package, as an interpreter finds it. */
export async function pythonFolder(name: string, resource: string, python: string, from: string): Promise<string> {
  const run = promisify(execFile)(python, ["-c", FIND, name], { cwd: from, timeout: PYTHON_MS });
  const { stdout } = await run.catch((error: unknown) => {
    const reason = error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : String(error);
    throw new SkillError(`The Python package ${name} cannot be found: ${reason}`);
  });
  const folder = stdout.split("\n").find((line) => line !== "" && isFolder(join(line, resource)));
  if (folder === undefined) throw new SkillError(`There is no Python package ${name} with a folder ${resource}.`);
  return within(folder, resource, `The Python package ${name}`);
}

/** Where a folder stands in a class path: a folder on disk, or a jar that may hold it. */
export function classPathPlaces(classPath: readonly string[], resource: string, from: string): readonly string[] {
  const places = classPath.map((entry) => resolve(from, entry));
  const missing = places.find((place) => !existsSync(place));
  if (missing !== undefined) throw new SkillError(`There is no ${missing}, which stands in a class path of skills.`);
  return places.filter((place) => !isFolder(place) || isFolder(join(place, resource)));
}

/** A folder inside another, links out excluded. */
export function within(root: string, resource: string, owner: string): string {
  const real = realpathSync(root);
  const folder = join(real, resource);
  const inside = existsSync(folder) && (realpathSync(folder) + sep).startsWith(real + sep);
  if (!inside) throw new SkillError(`${owner} has no folder ${resource}.`);
  return folder;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
