import { setTimeout as sleep } from "node:timers/promises";
import { ToolResponse, tool } from "toolspan";
import { z } from "zod";

const station = z.enum(["Harbour", "Hillside", "Airfield"]);
const calibrated: Readonly<Record<string, string>> = { Harbour: "2025-03-14", Hillside: "2025-09-02" };

/** A failure that the tool states itself. */
export const calibration = tool({
  name: "calibration",
  description: "The day on which a station's sensors were calibrated.",
  input: z.object({ station }),
  idempotent: true,
  run: ({ station }) =>
    calibrated[station] ??
    ToolResponse.error(`Station ${station} has no calibration certificate.`, { details: { code: "not_calibrated" } }),
});

/** A mistake that nobody foresaw: what it throws is a failure as well. */
export const decodeFrame = tool({
  name: "decode_frame",
  description: "Decodes a telemetry frame of hexadecimal digits whose last byte is the sum of the others.",
  input: z.object({ frame: z.string() }),
  run: ({ frame }) => {
    const bytes = [...Buffer.from(frame, "hex")];
    const stated = bytes.pop();
    const sum = bytes.reduce((all, byte) => (all + byte) & 0xff, 0);
    if (sum !== stated) throw new RangeError(`The frame's checksum is ${stated}, its bytes give ${sum}.`);
    return bytes;
  },
});

/** Slower than most callers wait: the signal ends it when they stop waiting. */
export const archive = tool({
  name: "archive",
  description: "Fetches a day's raw readings from the tape archive.",
  input: z.object({ station, day: z.iso.date() }),
  run: async ({ station, day }, { signal, progress, log }) => {
    for (let minute = 0; minute < 20; minute++) {
      progress({ fraction: minute / 20, message: "the tape is winding" });
      await sleep(1000, undefined, { signal });
    }
    log.info("archive read", { station, day });
    return `tape-${station}-${day}`;
  },
});
