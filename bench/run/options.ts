import { parseArgs } from "node:util";

export interface Options {
  readonly quick: boolean;
  readonly docs: boolean;
  readonly profile: boolean;
  readonly json: string | null;
  readonly only: readonly string[];
  readonly rounds: number | null;
}

export const HELP = `Usage: npm run bench -- [options]

Measures Toolspan beside its peers on the same work, interleaved: every round runs each subject once, in turn.

Options:
  --quick        fewer subjects and shorter rounds, under 50 seconds
  --only NAME    only subjects or callers whose name contains NAME; may be given again
  --rounds N     how many rounds count
  --json FILE    writes rows and ratios
  --docs         puts the tables and plots into docs/
  --profile      instead: says where the sidecar's processor time goes, by way of calling
  --help         shows this

All load stays on this machine: Unix sockets and loopback.
`;

/** Reads the command line; undefined asks for help. */
export function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: "boolean", default: false },
      docs: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      json: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const { quick, docs, profile, json = null, only, rounds } = values;
  const count = rounds === undefined ? null : Number(rounds);
  if (count !== null && !(Number.isInteger(count) && count > 0)) throw new RangeError("--rounds is a whole number.");
  return { quick, docs, profile, json, only, rounds: count };
}
