import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sourceOf } from "../tools/module.js";
import type { Config } from "./config-schema.js";
import { type HostWork, hostCommand } from "./hosts/host-command.js";
import type { HostOptions } from "./hosts/host-options.js";

type Entry = NonNullable<Config["hosts"]>[number];
type Wrong = (key: keyof Entry | null, message: string) => void;

/** What an entry of `hosts` runs; mistakes go to `wrong`, with the key that they concern. */
export function hostOf(
  entry: Entry,
  env: Readonly<Record<string, string>>,
  folder: string,
  wrong: Wrong,
): HostOptions | undefined {
  const at = (path: string): string => resolve(folder, path);
  const existing = (key: "file" | "class_path" | "folder", path: string): string => {
    const found = at(path);
    if (!existsSync(found)) wrong(key, `expected an existing ${key === "file" ? "file" : "path"}, found ${found}`);
    return found;
  };
  const source = entry.source ?? (entry.file === undefined ? undefined : sourceOf(entry.file));
  if (source === undefined) {
    wrong(null, "expected a source, since there is no file to take its name from");
    return undefined;
  }
  const bounds = { source, maxInFlight: entry.max_in_flight ?? null, memoryMb: entry.memory_mb ?? null };
  const common = {
    source,
    folder: entry.folder === undefined ? folder : existing("folder", entry.folder),
    env,
    processes: entry.processes ?? 1,
    memoryMb: bounds.memoryMb,
  };
  if (entry.command !== undefined) {
    const [program = "", ...args] = entry.command;
    // A path with a slash is meant from the configuration file's folder, a bare name from PATH.
    const command = [program.includes("/") ? at(program) : program, ...args] as const;
    return { ...common, language: entry.language ?? "", command, files: [] };
  }
  const work = workOf(entry, existing, wrong);
  if (work === undefined) return undefined;
  const files = work.language === "java" ? work.classPath : entry.file === undefined ? [] : [at(entry.file)];
  return { ...common, language: work.language, command: hostCommand(work, bounds), files };
}

function workOf(
  entry: Entry,
  existing: (key: "file" | "class_path", path: string) => string,
  wrong: Wrong,
): HostWork | undefined {
  switch (entry.language) {
    case "typescript":
      if (entry.file === undefined) return missing(wrong, "a typescript host needs a file");
      return { language: "typescript", file: existing("file", entry.file) };
    case "python": {
      const target = entry.file === undefined ? entry.module : existing("file", entry.file);
      if (target === undefined) return missing(wrong, "a python host needs a file or a module");
      return { language: "python", interpreter: entry.python ?? "python3", target };
    }
    case "java":
      if (entry.classes === undefined) return missing(wrong, "a java host needs classes");
      return {
        language: "java",
        runtime: entry.java ?? "java",
        classPath: (entry.class_path ?? []).map((path) => existing("class_path", path)),
        classes: entry.classes,
      };
    case undefined:
      return missing(wrong, "a host needs a language or a command");
  }
}

function missing(wrong: Wrong, message: string): undefined {
  wrong(null, message);
  return undefined;
}
