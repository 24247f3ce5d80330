import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { linearPattern } from "../model/pattern.js";
import { child, type Problem } from "../model/problem.js";
import type { JsonSchema } from "../model/spec.js";

/** Checks plain JSON values (numbers as doubles, so that a large integer is an integer; C1.3) against one schema. */
export interface SchemaCheck {
  check(value: unknown): readonly ErrorObject[];
  /** The top-level properties that must be there. */
  readonly required: ReadonlySet<string>;
}

// The validator tells patterns apart by their text; one that no linear-time engine runs is left to the tool's side (C3.3).
const regExp = (pattern: string) => {
  const linear = linearPattern(pattern);
  return { test: (text: string) => linear?.test(text) ?? true, toString: () => JSON.stringify(pattern) };
};

/** Compiles a schema; patterns cannot be made to hang, formats are annotations. */
export function schemaCheck(schema: JsonSchema): SchemaCheck {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateFormats: false,
    addUsedSchema: false,
    validateSchema: false,
    meta: false,
    verbose: true,
    code: { regExp: Object.assign(regExp, { code: "" }) },
  });
  const validate: ValidateFunction = ajv.compile(schema);
  const required: unknown = schema["required"];
  return {
    check: (value) => (validate(value) ? [] : [...(validate.errors ?? [])]),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
  };
}

const SUMMARIES = new Set(["anyOf", "oneOf", "if", "allOf"]);

/** The problems behind a validator's errors; a summary of branches is left out where its branches are listed. */
export function problemsOf(errors: readonly ErrorObject[]): Problem[] {
  const details = errors.filter((error) => !SUMMARIES.has(error.keyword));
  const listed = (details.length > 0 ? details : errors).map(problemOf);
  const seen = new Set<string>();
  return listed.filter((p) => {
    const key = `${p.path}\n${p.reason}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function problemOf(error: ErrorObject): Problem {
  const { instancePath: path, params, data } = error;
  switch (error.keyword) {
    case "required":
      return { path: child(path, String(params["missingProperty"])), reason: "is required" };
    case "additionalProperties":
      return { path: child(path, String(params["additionalProperty"])), reason: "is not allowed" };
    case "unevaluatedProperties":
      return { path: child(path, String(params["unevaluatedProperty"])), reason: "is not allowed" };
    case "type":
      return { path, reason: `must be ${[params["type"]].flat().join(" or ")}, not ${typeOf(data)}` };
    case "enum":
      return { path, reason: `must be one of ${JSON.stringify(params["allowedValues"]).slice(1, -1)}` };
    case "const":
      return { path, reason: `must be ${JSON.stringify(params["allowedValue"])}` };
    default:
      return { path, reason: error.message ?? `breaks ${error.keyword}` };
  }
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}
