const GAP = "  ";

/** Rows of cells under each other, the last one as long as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join(GAP)
          .trimEnd()}\n`,
    )
    .join("");
}
