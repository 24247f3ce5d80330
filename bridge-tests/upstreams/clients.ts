import { join } from "node:path";
import { javaCommand, npm, PYTHON, SOURCES } from "./places.js";

/** A program on an official client that does and tells the same steps as every other one. */
export interface Client {
  readonly name: string;
  /** The way follows: stdio COMMAND…, or http URL TOKEN. */
  readonly command: readonly [string, ...string[]];
  /** The revision that both agree on. */
  readonly protocol: string;
  /** Its SDK has no way to cancel a call. */
  readonly cannotCancel?: true;
}

const node = (file: string, ...args: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  npm(file),
  ...args,
];

const python = (mode: string): readonly [string, ...string[]] => [PYTHON, join(SOURCES, "clients/python_sdk.py"), mode];

export const CLIENTS: readonly Client[] = [
  { name: "client_typescript_v1", command: node("v1.mjs"), protocol: "2025-11-25" },
  { name: "client_typescript", command: node("split.mjs", "legacy"), protocol: "2025-11-25" },
  { name: "client_typescript_newer", command: node("split.mjs", "auto"), protocol: "2026-07-28" },
  { name: "client_python", command: python("legacy"), protocol: "2025-11-25" },
  { name: "client_python_newer", command: python("auto"), protocol: "2026-07-28" },
  { name: "client_java", command: javaCommand("SdkClient"), protocol: "2025-11-25", cannotCancel: true },
];
