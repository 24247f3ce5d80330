import { exceptionFault } from "../model/exception.js";
import { type Outcome, raised, returned } from "../model/outcome.js";

/** The one catch for foreign code in TypeScript: what it throws becomes a fault (C2.4). */
export async function attempt<T>(run: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return returned(await run());
  } catch (thrown) {
    return raised(exceptionFault(thrown));
  }
}
