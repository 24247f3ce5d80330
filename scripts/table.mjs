// Prints tab-separated lines from standard input as a table; cells that are longer than the widths given as arguments are cut.
import { readFileSync } from "node:fs";

const widths = process.argv.slice(2).map(Number);
const rows = readFileSync(0, "utf8").trimEnd().split("\n").map((line) => line.split("\t").map(fit));
const columns = rows[0].map((_, i) => Math.max(...rows.map((row) => [...(row[i] ?? "")].length)));
const print = (row) => console.log(columns.map((width, i) => pad(row[i] ?? "", width)).join("  ").trimEnd());

const [head, ...body] = rows;
print(head);
print(columns.map((width) => "─".repeat(width)));
body.forEach(print);

function fit(cell, i) {
  const points = [...cell];
  const width = widths[i] || Infinity;
  return points.length > width ? `${points.slice(0, width - 1).join("")}…` : cell;
}

function pad(cell, width) {
  return cell + " ".repeat(width - [...cell].length);
}
