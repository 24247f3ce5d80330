import type { Listener } from "./audience.js";
import { type Levels, levelOf } from "./levels.js";
import { logLine, type Told } from "./log-record.js";
import type { Bounds } from "./truncate.js";

/** What one person who follows the events wants to see. */
export interface Following extends Levels {
  readonly bounds: Bounds;
  /** Event types; none means all. */
  readonly only: ReadonlySet<string>;
}

/** Shows events to one person as they come: several at once, and only as many as are read in time. */
export class Follower implements Listener {
  readonly #following: Following;
  readonly #show: (lines: readonly string[], missed: number) => boolean;
  #lines: string[] = [];
  #missed = 0;

  /** `show` says whether there is room for more. */
  constructor(following: Following, show: (lines: readonly string[], missed: number) => boolean) {
    this.#following = following;
    this.#show = show;
  }

  tell(told: Told): void {
    const { only, bounds } = this.#following;
    const { type } = told.event;
    const level = levelOf(this.#following, type);
    if (level === "OFF" || (only.size > 0 && !only.has(type))) return;
    let text: string;
    try {
      ({ text } = logLine(told, level, bounds));
    } catch {
      this.#missed++;
      return;
    }
    if (this.#lines.length === 0) setImmediate(() => this.#flush());
    this.#lines.push(text);
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = [];
    if (this.#show(lines, this.#missed)) this.#missed = 0;
    else this.#missed += lines.length;
  }
}
