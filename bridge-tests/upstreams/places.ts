import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT, TESTS } from "../runner/places.js";

/** The programs of this folder. */
export const SOURCES = join(TESTS, "upstreams");

// What scripts/upstreams installed.
const INSTALLED = join(ROOT, ".build/upstreams");
const NPM = join(INSTALLED, "npm");

/** Node programs of others, and those of this folder that import them. */
export const npm = (path: string): string => join(NPM, path);

/** The Python of the environment that has the official SDK. */
export const PYTHON = join(INSTALLED, "python/bin/python");

/** How a Java program of this folder is started. */
export function javaCommand(main: string): readonly [string, ...string[]] {
  const folder = join(INSTALLED, "java");
  const jars = existsSync(join(folder, "lib")) ? readdirSync(join(folder, "lib")) : [];
  const path = [join(folder, "classes"), ...jars.map((jar) => join(folder, "lib", jar))].join(delimiter);
  return ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", path, main];
}
