import { type Logger, pino } from "pino";
import type { ServeOptions } from "./serve-options.js";

/** The sidecar's log, on stderr only (C8.1). */
export type Log = Logger;

/** JSON lines for machines, or one readable line each. */
export function createLog({ logLevel, logFormat }: Pick<ServeOptions, "logLevel" | "logFormat">): Log {
  // Whoever read the log may be gone first; a process that then logs its own failure to log would never end.
  process.stderr.on("error", () => {});
  const options = { level: logLevel, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  if (logFormat === "json") return pino({ ...options, formatters: { level: (level) => ({ level }) } }, stderr);
  return pino(
    { ...options, formatters: { level: (level) => ({ level }) } },
    { write: (line) => stderr.write(readable(line)) },
  );
}

const stderr = { write: (line: string): void => void process.stderr.write(line) };

function readable(line: string): string {
  const { level, time, msg, ...fields }: Record<string, unknown> = JSON.parse(line);
  const shown = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(msg ?? "")}${shown.join("")}\n`;
}
