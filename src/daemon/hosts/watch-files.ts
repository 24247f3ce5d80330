import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname, extname } from "node:path";

const QUIET_MS = 150;

/** Tells of changes of files, or of their neighbours of the same kind, until the answer is disposed. */
export function watchFiles(files: readonly string[], changed: () => void): Disposable {
  const folders = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(extname(file)));
  }
  let timer: NodeJS.Timeout | undefined;
  const watchers: FSWatcher[] = [];
  for (const [folder, kinds] of folders) {
    if (!existsSync(folder)) continue;
    const watcher = watch(folder, (_, name) => {
      if (name === null || !kinds.has(extname(name))) return;
      // An editor writes a file in several steps.
      clearTimeout(timer);
      timer = setTimeout(changed, QUIET_MS);
    });
    watchers.push(watcher.on("error", () => {}));
  }
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
