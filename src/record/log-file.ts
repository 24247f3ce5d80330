import { appendFile } from "node:fs/promises";
import type { Listener } from "./audience.js";
import { type Levels, levelOf } from "./levels.js";
import { logLine, type Told } from "./log-record.js";
import type { Bounds } from "./truncate.js";

/** What the event log writes, and where. */
export interface EventLogOptions extends Levels {
  /** Absolute. */
  readonly file: string;
  readonly bounds: Bounds;
}

/** What the event log tells of itself. */
export interface LogReport {
  readonly truncated: () => void;
  /** So many events were not written, and why. */
  readonly failed: (events: number, error: unknown) => void;
}

/** Characters that wait to be written; what comes beyond them is dropped, and counted. */
const MOST_WAITING = 64 * 1024 * 1024;

/** Appends events to a file as JSON lines; a line that cannot be written is counted and never holds a call (C7.6). */
export class EventLogFile implements Listener {
  readonly #options: EventLogOptions;
  readonly #report: LogReport;
  #waiting: string[] = [];
  #waitingLength = 0;
  #writing: Promise<void> | null = null;

  constructor(options: EventLogOptions, report: LogReport) {
    this.#options = options;
    this.#report = report;
  }

  tell(told: Told): void {
    const level = levelOf(this.#options, told.event.type);
    if (level === "OFF") return;
    try {
      const { text, truncated } = logLine(told, level, this.#options.bounds);
      if (truncated) this.#report.truncated();
      if (this.#waitingLength + text.length > MOST_WAITING) throw new Error("Too many events wait to be written.");
      this.#waiting.push(`${text}\n`);
      this.#waitingLength += text.length;
    } catch (error) {
      this.#report.failed(1, error);
      return;
    }
    this.#writing ??= this.#write();
  }

  /** Resolves when everything that was told is written or counted. */
  async close(): Promise<void> {
    await this.#writing;
  }

  // One append at a time, each with all that has come since; by name, so that a moved file is made anew.
  async #write(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      this.#waitingLength = 0;
      try {
        await appendFile(this.#options.file, lines.join(""), { mode: 0o600 });
      } catch (error) {
        this.#report.failed(lines.length, error);
      }
    }
    this.#writing = null;
  }
}
