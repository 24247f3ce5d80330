import { createRequire } from "node:module";

const manifest: unknown = createRequire(import.meta.url)("../../package.json");

/** The version of this package. */
export const SDK_VERSION = versionOf(manifest);

function versionOf(json: unknown): string {
  const version = typeof json === "object" && json !== null && "version" in json ? json.version : undefined;
  return typeof version === "string" ? version : "0.0.0";
}
