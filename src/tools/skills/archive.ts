// Zip files of skills, unpacked into a folder of the sidecar's own: what could leave that folder or fill the disk is refused.
import { createWriteStream } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { SkillError } from "./skill.js";

export const ARCHIVE = /\.(zip|jar)$/i;

const MOST_FILES = 4096;
const MOST_BYTES = 128 << 20;
const FILE = 0o100000;
const FOLDER = 0o040000;

/**
 * Unpacks the files below a folder of a zip file; `.` is all of them. Throws a SkillError, with the name by which the file is
 * known, where it may not be unpacked.
 */
export async function unpack(file: string, under: string, into: string, known = file): Promise<void> {
  const wrong = (reason: string): SkillError => new SkillError(`The zip file ${known} ${reason}.`);
  const zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    throw wrong(`cannot be opened: ${messageOf(error)}`);
  });
  try {
    const entries = await entriesOf(zip, prefixOf(under), wrong);
    for (const { entry, path } of entries) await write(zip, entry, join(into, path));
  } catch (error) {
    throw error instanceof SkillError ? error : wrong(`cannot be unpacked: ${messageOf(error)}`);
  } finally {
    zip.close();
  }
}

interface Found {
  readonly entry: Entry;
  readonly path: string;
}

// Everything is judged by the directory of the zip file before the first byte is written.
async function entriesOf(
  zip: ZipFile,
  prefix: string,
  wrong: (reason: string) => SkillError,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    if (!fileName.startsWith(prefix) || fileName.endsWith("/")) continue;
    const path = fileName.slice(prefix.length);
    const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
    if (kind !== 0 && kind !== FILE && kind !== FOLDER)
      throw wrong(`holds ${fileName}, which is no file but a link or device`);
    if (entry.isEncrypted()) throw wrong(`holds ${fileName}, which is encrypted`);
    if (path.includes("\0") || path.split("/").some((part) => ["", ".", ".."].includes(part))) {
      throw wrong(`holds a file whose path is no path: ${JSON.stringify(fileName)}`);
    }
    bytes += entry.uncompressedSize;
    if (bytes > MOST_BYTES) throw wrong(`holds more than ${MOST_BYTES >> 20} MiB`);
    if (found.push({ entry, path }) > MOST_FILES) throw wrong(`holds more than ${MOST_FILES} files`);
  }
  return found;
}

// What an entry says of its size is checked while it is read, and a second entry of one path is an error.
async function write(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if (((entry.externalFileAttributes >>> 16) & 0o100) !== 0) await chmod(path, 0o700);
}

function prefixOf(under: string): string {
  const parts = under.split("/").filter((part) => part !== "" && part !== ".");
  return parts.map((part) => `${part}/`).join("");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
