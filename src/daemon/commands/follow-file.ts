import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { UsageError } from "../usage-error.js";

const PAUSE_MS = 100;
const CHUNK = 256 * 1024;

/** The lines of a file, and those that are appended to it, without end; a file of the same name that takes its place is read from its start. */
export async function* followFile(path: string): AsyncGenerator<readonly string[], never, undefined> {
  let file = await opened(path);
  for (;;) {
    yield* linesOf(file, path);
    await file.close();
    file = await opened(path);
  }
}

// Ends when another file stands at the path, or this one was cut.
async function* linesOf(file: FileHandle, path: string): AsyncGenerator<readonly string[], void, undefined> {
  const { ino } = await file.stat();
  const decoder = new TextDecoder();
  const buffer = Buffer.alloc(CHUNK);
  let position = 0;
  let rest = "";
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK, position);
    if (bytesRead > 0) {
      position += bytesRead;
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield lines.filter((line) => line !== "");
      continue;
    }
    await pause(PAUSE_MS);
    const now = await stat(path).catch(() => null);
    if (now !== null && (now.ino !== ino || now.size < position)) return;
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
