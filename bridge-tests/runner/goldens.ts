import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { TESTS } from "./places.js";
import type { Row } from "./rows.js";
import { decode } from "./schema.js";
import { write } from "./tree.js";

const shape = z.record(z.string(), z.strictObject({ type: z.string(), hex: z.string(), fields: z.unknown() }));
const FILE = join(TESTS, "golden", "messages.json");

/** Bytes that were written once and are reproduced by everyone since. */
export class Goldens {
  readonly #kept: z.infer<typeof shape>;
  readonly #writing: boolean;

  constructor(writing: boolean) {
    this.#writing = writing;
    this.#kept = existsSync(FILE) ? shape.parse(JSON.parse(readFileSync(FILE, "utf8"))) : {};
  }

  /** What is wrong with the bytes of a row; nothing while goldens are written. */
  check(row: Row, type: string, bytes: Buffer): string[] {
    const hex = bytes.toString("hex");
    const kept = this.#kept[row.name];
    if (this.#writing) {
      this.#kept[row.name] = { type, hex, fields: JSON.parse(write(decode(type, bytes))) };
      return [];
    }
    if (kept === undefined) return ["no golden; write it with --write-goldens"];
    return kept.hex === hex && kept.type === type ? [] : [`golden ${kept.type} ${kept.hex}, got ${type} ${hex}`];
  }

  save(): void {
    if (!this.#writing) return;
    mkdirSync(join(TESTS, "golden"), { recursive: true });
    const sorted = Object.fromEntries(Object.entries(this.#kept).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  }
}
