// Tools of a TypeScript process: they ask tools of a Python and of a Java process, and answer for both.
//
// Usage: bin/toolspan host examples/host-a-tool/typescript/outlook.ts [--address ADDRESS]
// A program that has a connection already offers them with host(hub, [outlook, watch], { source: "outlook" }).
import { setTimeout as sleep } from "node:timers/promises";
import { ToolResponse, tool } from "toolspan";
import { z } from "zod";

/** What `trends.trend` says; what else it says is left out. */
const trend = z.object({ per_hour: z.number(), next_value: z.number(), next_at: z.iso.datetime() });

export const outlook = tool({
  name: "outlook",
  description: "Where a station's temperature is heading, and whether its sensors can be trusted.",
  input: z.object({
    csv: z.string().describe("Measurements, with the columns time, station and temperature_c."),
    station: z.string().describe("Whose measurements."),
  }),
  timeout: 10_000,
  idempotent: true,
  run: async ({ csv, station }, { callAll }) => {
    const [heading, calibration] = await callAll([
      { name: "trends.trend", args: { csv_text: csv, station } }, // in Python
      { name: "readings.calibrated", args: { station } }, // in Java
    ]);
    // A failed call is an answer: returned as it is, it is this tool's own failure.
    if (!heading?.success) return heading;
    const { next_value, next_at } = trend.parse(heading.result);
    if (!calibration?.success) {
      return ToolResponse.error(`${next_value} °C at ${next_at}, but: ${calibration?.error}`, {
        result: { next_value },
      });
    }
    return { station, celsius: next_value, at: next_at, calibrated: calibration.result };
  },
});

export const watch = tool({
  name: "watch",
  description: "Waits, and tells how far it is.",
  input: z.object({ seconds: z.number().positive() }),
  timeout: 30_000,
  run: async ({ seconds }, { signal, progress }) => {
    for (let step = 0; step < 10; step++) {
      progress({ fraction: step / 10, message: `${(step * seconds) / 10} s` });
      await sleep(seconds * 100, undefined, { signal });
    }
    return `waited ${seconds} s`;
  },
});
