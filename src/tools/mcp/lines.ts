/** Cuts a stream of bytes into lines; only a line feed ends one, since JSON text may hold every other separator. */
export class Lines {
  readonly #most: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  /** `most` is how many bytes an unfinished line may have. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The lines that are complete now, or null where one is too long. */
  add(chunk: Buffer): readonly string[] | null {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      lines.push(this.#end(chunk.subarray(from, end)));
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    return this.#bytes > this.#most ? null : lines;
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  #end(last: Buffer): string {
    const line = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#bytes = 0;
    return line.toString("utf8");
  }
}
