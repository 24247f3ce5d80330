import { exceptionFault } from "../model/exception.js";
import { type Outcome, raised, returned } from "../model/outcome.js";

/** A value that is there now, or comes later. */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value, at once where it is there. */
export function after<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The one catch for foreign code in TypeScript: what it throws becomes a fault (C2.4). Plain code stays plain. */
export function attempt<T>(run: () => T | PromiseLike<T>): Soon<Outcome<T>> {
  try {
    const value = run();
    return isPromiseLike(value) ? settled(value) : returned(value);
  } catch (thrown) {
    return raised(exceptionFault(thrown));
  }
}

async function settled<T>(value: PromiseLike<T>): Promise<Outcome<T>> {
  try {
    return returned(await value);
  } catch (thrown) {
    return raised(exceptionFault(thrown));
  }
}

function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
