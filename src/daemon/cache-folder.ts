import { homedir } from "node:os";
import { join } from "node:path";

/** Where translated tool modules are kept between starts: a folder of the user's own, made when it is needed. */
export function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "toolspan", "modules");
}
