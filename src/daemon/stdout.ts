/**
 * Stdout carries the ready line and nothing else ever (C8.1): what a tool prints goes to stderr. The answer prints that line.
 */
export function keepStdout(): (line: object) => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return (line) => void write(`${JSON.stringify(line)}\n`);
}
