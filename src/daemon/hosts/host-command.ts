import { fileURLToPath } from "node:url";

/** What a host runs, as the configuration says it; paths are absolute. */
export type HostWork =
  | { readonly language: "typescript"; readonly file: string }
  | { readonly language: "python"; readonly interpreter: string; readonly target: string }
  | {
      readonly language: "java";
      readonly runtime: string;
      readonly classPath: readonly string[];
      readonly classes: readonly string[];
    };

export interface HostBounds {
  readonly source: string;
  readonly maxInFlight: number | null;
  readonly memoryMb: number | null;
}

const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));

/** The command that runs a host of one of our three languages. */
export function hostCommand(work: HostWork, bounds: HostBounds): readonly [string, ...string[]] {
  const options = ["--source", bounds.source, ...flag("--max-in-flight", bounds.maxInFlight)];
  switch (work.language) {
    case "typescript": {
      const heap = bounds.memoryMb === null ? [] : [`--max-old-space-size=${bounds.memoryMb}`];
      return [process.execPath, ...heap, MAIN, "host", work.file, ...options];
    }
    case "python":
      return [work.interpreter, "-m", "toolspan", "host", work.target, ...options];
    case "java": {
      const heap = bounds.memoryMb === null ? [] : [`-Xmx${bounds.memoryMb}m`];
      const path = work.classPath.join(":");
      return [work.runtime, ...heap, "-cp", path, "dev.toolspan.host.Main", ...work.classes, ...options];
    }
  }
}

function flag(name: string, value: number | null): string[] {
  return value === null ? [] : [name, String(value)];
}
