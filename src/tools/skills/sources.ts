import { join } from "node:path";
import { safeUrl } from "../../record/safe-url.js";
import { ARCHIVE, unpack } from "./archive.js";
import { type Download, download } from "./download.js";
import { skillsIn } from "./folder.js";
import { classPathPlaces, isFolder, npmFolder, pythonFolder, within } from "./packages.js";
import { type Skill, SkillError } from "./skill.js";

/** Where skills come from. `resource` is a folder in there, `from` the folder that paths and packages are looked for from. */
export type SkillSource =
  | { readonly kind: "local"; readonly path: string; readonly resource: string }
  | ({ readonly kind: "url"; readonly resource: string } & Download)
  | { readonly kind: "npm"; readonly package: string; readonly resource: string; readonly from: string }
  | {
      readonly kind: "python";
      readonly package: string;
      readonly python: string;
      readonly resource: string;
      readonly from: string;
    }
  | { readonly kind: "java"; readonly classPath: readonly string[]; readonly resource: string; readonly from: string };

/** Reads the skills of one source; `scratch` makes an empty folder for what is unpacked. Rejects with a SkillError. */
export async function openSource(
  source: SkillSource,
  scratch: () => Promise<string>,
  stop: AbortSignal,
): Promise<readonly Skill[]> {
  const { resource } = source;
  const unpacked = async (file: string, known = file): Promise<readonly Skill[]> => {
    const into = await scratch();
    await unpack(file, resource, into, known);
    return skillsIn(into);
  };
  switch (source.kind) {
    case "local":
      if (ARCHIVE.test(source.path) && !isFolder(source.path)) return unpacked(source.path);
      return skillsIn(resource === "." ? source.path : within(source.path, resource, source.path));
    case "npm":
      return skillsIn(npmFolder(source.package, resource, source.from));
    case "python":
      return skillsIn(await pythonFolder(source.package, resource, source.python, source.from));
    case "java": {
      const skills: Skill[] = [];
      for (const place of classPathPlaces(source.classPath, resource, source.from)) {
        skills.push(...(isFolder(place) ? skillsIn(join(place, resource)) : await unpacked(place)));
      }
      if (skills.length === 0)
        throw new SkillError(`The class path ${source.classPath.join(":")} has no skills in ${resource}.`);
      return skills;
    }
    case "url": {
      const file = join(await scratch(), "skills.zip");
      await download(source, file, stop);
      return unpacked(file, safeUrl(source.url));
    }
  }
}
