// Calls the example tools and prints one tab-separated line per answer: tool, outcome, milliseconds, what came back.
//
// Usage: npx jiti call-a-tool.ts [ADDRESS]     the address of a sidecar that serves examples/toolspan.yaml
import { readFileSync } from "node:fs";
import { type Call, connect, modelText, type ToolResponse } from "toolspan/client";

const data = (name: string) => readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8");
const csv = data("measurements.csv");
const report = data("report.txt");
const readings = [
  { station: "Harbour", temperature: "5.90", at: new Date("2026-03-17T00:00:00Z") },
  { station: "Harbour", temperature: "5.75", at: new Date("2026-03-17T01:00:00Z") },
];

const hub = await connect(process.argv[2]);
try {
  show(await hub.call("measurements.summarise", { csv, column: "temperature_c", only: ["Harbour"] }));
  show(await hub.call("text.analyse", { text: report }));

  // What goes wrong in a tool is an answer, never an exception here.
  show(await hub.call("stations.calibration", { station: "Airfield" }));
  show(await hub.call("stations.decode_frame", { frame: "0102ff" }));
  show(await hub.call("stations.archive", { station: "Harbour", day: "2026-03-17" }, { timeout: 300 }));

  // Tools of a Python, a Java and a TypeScript process: a caller cannot tell, and the last one calls the other two.
  show(await hub.call("trends.trend", { csv_text: csv, station: "Harbour" }));
  show(await hub.call("readings.mean", { readings, scale: "KELVIN" }));
  show(await hub.call("outlook.outlook", { csv, station: "Harbour" }));
  show(await hub.call("outlook.outlook", { csv, station: "Airfield" }));

  // Answer i belongs to call i, whatever finished first.
  const batch: Call[] = [
    { name: "measurements.summarise", args: { csv, column: "wind_ms", only: ["Hillside"] } },
    { name: "measurements.summarise", args: { csv, column: "pressure" } },
    { name: "stations.archive", args: { station: "Airfield", day: "2026-03-17" }, timeout: 300 },
    { name: "stations.calibration", args: { station: "Harbour" } },
  ];
  const answers = await hub.callAll(batch, { parallelism: 4 });
  for (const [i, response] of answers.entries()) show(response, ` (batch ${i + 1}/${batch.length})`);
} finally {
  await hub.close();
}

/** A failure is told apart by its kind; what a model would read is the same text in every language. */
function show(response: ToolResponse, label = ""): void {
  const outcome = response.fault?.kind ?? "success";
  const cameBack = response.success ? modelText(response) : response.error;
  console.log([`${response.toolName}${label}`, outcome, response.executionTimeMs, cameBack].join("\t"));
}
