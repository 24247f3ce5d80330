/** A wait that the caller's signal ended. */
export class Aborted extends Error {
  override name = "Aborted";
}

/** The value of a promise, undefined where it takes longer, `Aborted` where the signal comes first. */
export function within<T>(promise: Promise<T> | undefined, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new Aborted());
    const timer = setTimeout(() => settle(() => resolve(undefined)), Math.min(Math.max(0, ms), 2 ** 31 - 1));
    const abort = () => settle(() => reject(new Aborted()));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      end();
    };
    signal?.addEventListener("abort", abort, { once: true });
    promise?.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
