// Zip files of skills from the web: https alone, bounded in time, size and redirects.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { safeUrl } from "../../record/safe-url.js";
import { SkillError } from "./skill.js";

const MOST_BYTES = 64 << 20;
const MOST_MS = 90_000;
const MOST_REDIRECTS = 5;

export interface Download {
  readonly url: string;
  /** The digest that the file must have, in lower-case hexadecimal; null means any. */
  readonly sha256: string | null;
}

/** Writes a file from the web to disk; throws a SkillError that says why there is none. */
export async function download({ url, sha256 }: Download, file: string, stop: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(MOST_MS)]);
  try {
    const digest = await save(await answerOf(url, signal), url, file);
    if (sha256 !== null && digest !== sha256) throw wrong(url, `has the digest ${digest}, not the one that was said`);
  } catch (error) {
    if (error instanceof SkillError) throw error;
    throw wrong(url, `cannot be read: ${reasonOf(error)}`);
  }
}

async function answerOf(url: string, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; ; redirects++) {
    if (at.protocol !== "https:") throw wrong(url, `leads to ${at.protocol}//${at.host}, which is not https`);
    if (at.username !== "" || at.password !== "") throw wrong(url, "leads to an address with credentials in it");
    const answer = await fetch(at, { redirect: "manual", signal });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    const location = answer.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) {
      throw wrong(url, `answered ${answer.status}`);
    }
    if (redirects === MOST_REDIRECTS) throw wrong(url, `redirects more than ${MOST_REDIRECTS} times`);
    at = new URL(location, at);
  }
}

async function save(answer: Response, url: string, file: string): Promise<string> {
  const tooLarge = (): SkillError => wrong(url, `has more than ${MOST_BYTES >> 20} MiB`);
  if (Number(answer.headers.get("content-length") ?? 0) > MOST_BYTES) {
    await answer.body?.cancel();
    throw tooLarge();
  }
  const hash = createHash("sha256");
  await using handle = await open(file, "wx", 0o600);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw tooLarge();
    hash.update(chunk);
    await handle.appendFile(chunk);
  }
  return hash.digest("hex");
}

function wrong(url: string, reason: string): SkillError {
  return new SkillError(`${safeUrl(url)} ${reason}.`);
}

// What fetch throws says only that it failed; the reason is its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `it took longer than ${MOST_MS / 1000} s`;
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
