import type { Progress } from "../../model/call.js";

/** What a bar is drawn on: a terminal. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One line that shows how far a tool is; disposing it clears the line. */
export interface ProgressBar extends Disposable {
  show(update: Progress): void;
}

const WIDTH = 24;
const CLEAR = "\r\u001b[2K";
/** What would move the cursor is not drawn. */
const CONTROL = /\p{Cc}+/gu;

/** A bar on a terminal; undefined where the screen is none. */
export function progressBar(screen: Screen): ProgressBar | undefined {
  if (screen.isTTY !== true) return undefined;
  let fraction: number | undefined;
  let message = "";
  let drawn = false;
  return {
    show: (update) => {
      fraction = update.fraction ?? fraction;
      message = update.message ?? message;
      drawn = true;
      screen.write(CLEAR + line(fraction, message, screen.columns || 80));
    },
    [Symbol.dispose]: () => {
      if (drawn) screen.write(CLEAR);
    },
  };
}

function line(fraction: number | undefined, message: string, columns: number): string {
  const text = message.replace(CONTROL, " ");
  return [...(fraction === undefined ? text : `${bar(fraction)} ${text}`)]
    .slice(0, columns - 1)
    .join("")
    .trimEnd();
}

function bar(fraction: number): string {
  const part = Math.min(1, Math.max(0, fraction));
  const full = Math.floor(part * WIDTH);
  return `[${"█".repeat(full)}${"░".repeat(WIDTH - full)}] ${String(Math.floor(part * 100)).padStart(3)}%`;
}
