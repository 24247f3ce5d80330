// The tool `bash`, as `bash:` of the configuration says it; its allow-lists are injected like any other argument (C2.12).
import { resolve } from "node:path";
import { z } from "zod";
import type { Injections } from "../invoke/hidden.js";
import { BASH_NAME, BASH_SOURCE, type BashOptions } from "../tools/bash/options.js";
import { bytesOf, DURATION, millisecondsOf, SIZE } from "./config-units.js";

const COUNT = "a whole number above 0";
const texts = (what: string) => z.array(z.string().min(1, { error: what }), { error: `a list: ${what}` }).optional();
const count = z.int({ error: COUNT }).positive({ error: COUNT }).optional();
const duration = z.union([z.number().positive(), z.string().regex(DURATION)], { error: "a duration such as 30s" });
const size = z.union([z.int().positive(), z.string().regex(SIZE)], { error: "a size such as 64KiB" });

/** `bash:` as a person writes it. */
export const bashSchema = z.strictObject(
  {
    allowed_commands: texts("a command").meta({
      description: "Commands that may run, by name. Without this and the next, each caller injects its own lists.",
    }),
    allowed_script_dirs: texts("the path of a folder").meta({
      description: "Folders whose files may be run by their path.",
    }),
    skill_scripts: z
      .boolean({ error: "true or false" })
      .optional()
      .meta({ description: "Whether files in the folders of skills may be run, too. Default: false." }),
    folder: z.string().min(1).optional().meta({ description: "Where commands run. Default: this file's folder." }),
    env: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
      .optional()
      .meta({ description: "Environment variables beside PATH, HOME and the language." }),
    timeout: duration.optional().meta({ description: "The longest that one command may take. Default: 10m." }),
    output: size.optional().meta({ description: "Bytes of output that are kept. Default: 64KiB." }),
    memory_mb: count.meta({ description: "Megabytes of memory of one command. Default: 512." }),
    processes: count.meta({ description: "Processes of one command. Default: 64." }),
  },
  { error: "a mapping" },
);

type Entry = z.output<typeof bashSchema>;

const PASSED = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR"];
const MOST_MS = 600_000;

/** The options of an entry, with absolute paths; `env` has its variables filled in. */
export function bashOptions(
  entry: Entry,
  from: string,
  env: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>>,
): BashOptions {
  const passed = PASSED.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return {
    skillScripts: entry.skill_scripts ?? false,
    folder: resolve(from, entry.folder ?? "."),
    env: { ...Object.fromEntries(passed), ...env },
    mostMs: entry.timeout === undefined ? MOST_MS : millisecondsOf(entry.timeout),
    outputBytes: entry.output === undefined ? 64 << 10 : bytesOf(entry.output),
    memoryMb: entry.memory_mb ?? 512,
    processes: entry.processes ?? 64,
  };
}

/** What the sidecar injects into it; where one of the lists is said, no caller widens the other. */
export function bashInjections(entry: Entry, from: string): Injections {
  const { allowed_commands: commands, allowed_script_dirs: dirs } = entry;
  if (commands === undefined && dirs === undefined) return new Map();
  const lists = {
    allowed_commands: commands ?? [],
    allowed_script_dirs: (dirs ?? []).map((dir) => resolve(from, dir)),
  };
  return new Map([[`${BASH_SOURCE}.${BASH_NAME}`, lists]]);
}
