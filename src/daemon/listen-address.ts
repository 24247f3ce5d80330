import { resolve } from "node:path";
import { parseAddress } from "../client/address.js";
import type { Listen } from "./serve-options.js";

/** An address to listen at; a relative socket path is taken from `folder`, and port 0 means any free one. */
export function listenOf(text: string, folder: string): Listen {
  const relative = /^unix:(?!\/)(.+)$/.exec(text)?.[1];
  return parseAddress(relative === undefined ? text : `unix:${resolve(folder, relative)}`, 0);
}
