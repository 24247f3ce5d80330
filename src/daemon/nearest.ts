import { distance } from "fastest-levenshtein";

/** The known name that a mistyped one is nearest to, undefined where none is near. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    const steps = distance(typed.toLowerCase(), name.toLowerCase());
    if (steps < least) {
      least = steps;
      best = name;
    }
  }
  return best;
}
