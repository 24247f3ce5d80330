import { type Cause, type Fault, fault } from "./fault.js";
import { writeJson } from "./write-json.js";

const LANGUAGE = "typescript";
const MOST_CAUSES = 16;

/** The one door from anything thrown to a fault of kind `exception` (C2.4). */
export function exceptionFault(thrown: unknown): Fault {
  const { type, message } = describe(thrown);
  return fault("exception", message, { language: LANGUAGE, type, causes: causesOf(thrown) });
}

function causesOf(thrown: unknown): Cause[] {
  const causes: Cause[] = [];
  const seen = new Set<unknown>([thrown]);
  let next = causeOf(thrown);
  while (next !== undefined && next !== null && !seen.has(next) && causes.length < MOST_CAUSES) {
    seen.add(next);
    causes.push({ language: LANGUAGE, ...describe(next) });
    next = causeOf(next);
  }
  return causes;
}

function causeOf(thrown: unknown): unknown {
  try {
    return thrown instanceof Error ? thrown.cause : undefined;
  } catch {
    return undefined;
  }
}

// Foreign getters may throw too, so every read of a thrown value stands behind this catch.
function describe(thrown: unknown): { type: string; message: string } {
  try {
    if (thrown instanceof Error) {
      const type = typeName(thrown);
      return { type, message: String(thrown.message) === "" ? type : String(thrown.message) };
    }
    return { type: typeName(thrown), message: textOf(thrown) };
  } catch {
    return { type: "Error", message: "Error" };
  }
}

function typeName(thrown: unknown): string {
  if (thrown instanceof Error) {
    const own = String(thrown.name);
    return own === "Error" || own === "" ? thrown.constructor?.name || "Error" : own;
  }
  if (typeof thrown !== "object" || thrown === null) return thrown === null ? "null" : typeof thrown;
  return Object.getPrototypeOf(thrown)?.constructor?.name || "Object";
}

function textOf(thrown: unknown): string {
  if (thrown === undefined) return "undefined";
  const written = typeof thrown === "string" ? { ok: true as const, text: thrown } : writeJson(thrown);
  return written.ok && written.text !== "" ? written.text : String(thrown) || typeName(thrown);
}
