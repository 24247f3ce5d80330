/** Resolves after some milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The promise's value, or a rejection that tells a hang from an answer. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} hung for ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, hang]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks again until the answer is good, and hands back the last one. */
export async function until<T>(ms: number, ask: () => Promise<T> | T, good: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (good(answer) || performance.now() > end) return answer;
    await pause(25);
  }
}
