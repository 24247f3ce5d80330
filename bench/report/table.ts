import type { Ratio } from "./ratios.js";
import type { Row } from "./rows.js";
import { shown } from "./spread.js";

/** Columns that line up on a terminal. */
function columns(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The rows as text: calls a second and latencies, median (min–max). */
export function rowTable(rows: readonly Row[]): string {
  const head = [
    "subject",
    "caller",
    "over",
    "bytes",
    "in flight",
    "calls/s",
    "p50 µs",
    "p99 µs",
    "server µs",
    "failed",
  ];
  return columns(
    head,
    rows.map((row) => [
      row.subject,
      row.caller,
      row.transport,
      String(row.bytes),
      row.connections === 1 ? String(row.in_flight) : `${row.connections} × ${row.in_flight}`,
      shown(row.ops_per_s),
      shown(row.p50_us),
      shown(row.p99_us),
      shown(row.server_cpu_us),
      row.failed === 0 ? "" : `${row.failed}: ${row.error ?? ""}`.slice(0, 90),
    ]),
  );
}

/** The ratios as text, with their targets. */
export function ratioTable(ratios: readonly Ratio[]): string {
  const head = ["ratio", "caller", "bytes", "in flight", "median (min–max)", "target", ""];
  return columns(
    head,
    ratios.map((ratio) => [
      ratio.name,
      ratio.caller,
      String(ratio.bytes),
      String(ratio.in_flight),
      shown(ratio),
      ratio.target ?? "",
      ratio.met === null ? "" : ratio.met ? "met" : "NOT MET",
    ]),
  );
}
