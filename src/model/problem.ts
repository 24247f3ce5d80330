import { texts } from "../gen/texts.js";

/** One thing that is wrong with a value, and where (an RFC 6901 pointer; "" is the whole value). */
export interface Problem {
  readonly path: string;
  readonly reason: string;
}

const MOST_LISTED = 50;

/** The pointer of a child, with its key escaped as RFC 6901 says. */
export function child(path: string, key: string | number): string {
  return typeof key === "number" ? `${path}/${key}` : `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Every problem in one line, so that a model can repair all of them at once. */
export function problemText(problems: readonly Problem[]): string {
  const listed = problems
    .slice(0, MOST_LISTED)
    .map((p) => texts.problem(p.path === "" ? texts.root : p.path, p.reason));
  if (problems.length > MOST_LISTED) listed.push(`and ${problems.length - MOST_LISTED} more`);
  return listed.join(texts.problem_separator);
}

/** Every problem as fields of a fault's details, beside the path of the first one. */
export function problemDetails(problems: readonly Problem[]): Record<string, unknown> {
  return { path: problems[0]?.path ?? "", problems: problems.map(({ path, reason }) => ({ path, reason })) };
}

/** A size as texts write it: "32 MiB", or bytes where it is no whole number of those. */
export function sizeText(bytes: number): string {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes} bytes`;
}
