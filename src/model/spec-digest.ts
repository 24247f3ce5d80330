import { createHash } from "node:crypto";
import { fullName, type ToolSpec } from "./spec.js";
import { writeJson } from "./write-json.js";

/** Adds the digest that a later call may be checked against (C3.4). */
export function withDigest(spec: Omit<ToolSpec, "digest">): ToolSpec {
  const { injectedSchema, ...rest } = spec;
  const written = writeJson(injectedSchema === null ? rest : spec);
  if (!written.ok) throw new TypeError(`The schema of ${fullName(spec)} has no JSON form.`);
  return { ...spec, digest: createHash("sha256").update(written.text).digest("hex").slice(0, 32) };
}
