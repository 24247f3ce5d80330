import type { Progress } from "../../model/call.js";

/** What one notification of progress says, beside its token. */
export interface Told {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

const LEAST_STEP = 1e-6;

/** Turns what a tool tells into values that always grow, as MCP demands; undefined where there is nothing new to say. */
export function rising(): (update: Progress) => Told | undefined {
  let last = Number.NEGATIVE_INFINITY;
  return ({ fraction, message }) => {
    const isAhead = fraction !== undefined && fraction > last;
    if (!isAhead && message === undefined) return undefined;
    last = isAhead ? fraction : Math.max(0, last + LEAST_STEP);
    return {
      progress: last,
      ...(fraction !== undefined && { total: 1 }),
      ...(message !== undefined && { message }),
    };
  };
}
