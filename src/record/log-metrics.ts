import { Counter, type Registry } from "prom-client";
import type { LogReport } from "./log-file.js";

/** Where a failure to write is told: loudly the first time, quietly after that. */
export interface Loudness {
  readonly warn: (fields: object, message: string) => void;
  readonly debug: (fields: object, message: string) => void;
}

/** Counts what the event log cuts and what it cannot write. */
export function logReport(registry: Registry, log: Loudness): LogReport {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const truncated = counter("eventLogTruncatedEvents", "Events whose log line was cut.");
  const failures = counter("eventLogWriteFailures", "Events that the log could not write.");
  let told = false;
  return {
    truncated: () => truncated.inc(),
    failed: (events, error) => {
      failures.inc(events);
      const reason = error instanceof Error ? error.message : String(error);
      if (told) log.debug({ events, reason }, "the event log could not be written");
      else log.warn({ events, reason }, "the event log could not be written; further failures are logged at debug");
      told = true;
    },
  };
}
