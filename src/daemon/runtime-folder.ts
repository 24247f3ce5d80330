import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the user's own where the default socket and the tokens lie (C8.3). */
export function runtimeFolder(): string {
  return join(process.env["XDG_RUNTIME_DIR"] || "/tmp", `toolspan-${process.getuid?.() ?? 0}`);
}

/** Makes the folder, 0700; throws where another user owns it or could write in it. */
export function ensureRuntimeFolder(): string {
  const folder = runtimeFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another user or is no folder: remove it or set XDG_RUNTIME_DIR.`);
  }
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return folder;
}

/** Writes the token of a TCP address where local SDKs find it, 0600; what it returns removes the file. */
export function writeToken(host: string, port: number, token: string): Disposable {
  const name = `${host.replaceAll(/[^A-Za-z0-9.-]/g, "_")}_${port}.token`;
  const file = join(ensureRuntimeFolder(), name);
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: "wx" });
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
}
