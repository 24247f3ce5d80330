import type { Fault } from "./fault.js";

/** Whether an invocation returned a `T` or raised (C2.1); it knows nothing of tools. */
export type Outcome<T> =
  | { readonly kind: "returned"; readonly value: T }
  | { readonly kind: "raised"; readonly fault: Fault };

/** The invocation returned. */
export function returned<T>(value: T): Outcome<T> {
  return { kind: "returned", value };
}

/** The invocation raised. */
export function raised(fault: Fault): Outcome<never> {
  return { kind: "raised", fault };
}
