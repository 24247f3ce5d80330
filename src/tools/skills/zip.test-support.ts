// A zip file, entry by entry, with what no honest program would write.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly data?: string | Uint8Array;
  /** A Unix mode; a regular file where not given. */
  readonly mode?: number;
  /** What the entry claims of its size. */
  readonly claims?: number;
}

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data = "", mode = 0o100644, claims } of entries) {
    const raw = Buffer.from(data);
    const packed = deflateRawSync(raw);
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    for (const [value, at] of [
      [20, 0],
      [0x0800, 2],
      [8, 4],
      [path.length, 22],
    ] as const)
      facts.writeUInt16LE(value, at);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claims ?? raw.length, 18);
    files.push(signed(0x04034b50), facts, path, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(signed(0x02014b50), Buffer.from([20, 3]), facts, rest, path);
    offset += 4 + facts.length + path.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(entries.length, at);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, signed(0x06054b50), end]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
