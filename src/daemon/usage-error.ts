/** The person at the keyboard made a mistake: the message is for them, and the exit code is 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** How a command ended, for whoever started it. */
export const EXIT = { success: 0, toolFailed: 1, usage: 2, cannotReach: 3 } as const;
