import type { WatchResponse } from "../gen/toolspan/v1/tools.js";
import type { ToolSpec } from "../model/spec.js";
import { specCodec } from "../wire/spec.js";
import type { Asking } from "./ask.js";
import { CannotReachError } from "./errors.js";
import { trouble } from "./status.js";
import { Aborted, within } from "./wait.js";

const PAUSE = 200;

/** The lists of a sidecar and of those that follow it; ends when the connection is closed. */
export async function* watch(
  { link, catalog }: Pick<Asking, "link" | "catalog">,
  closing: AbortSignal,
): AsyncGenerator<readonly ToolSpec[], void, undefined> {
  while (!closing.aborted) {
    try {
      await link.ready(link.patience, closing);
      for await (const response of follow(link, closing)) {
        yield catalog.keep(response.tools.map(specCodec.fromWire));
      }
    } catch (error) {
      if (closing.aborted || error instanceof Aborted) return;
      // Somebody who watches wants the next sidecar too, however long it takes to come.
      if (error instanceof CannotReachError) continue;
      const problem = trouble(error);
      if (problem.kind === "refused") throw problem.error;
      if (problem.kind === "broken") throw error;
      if (problem.kind === "unsent") link.forget();
    }
    await within(undefined, PAUSE, closing).catch(() => undefined);
  }
}

// Leaving the loop, however it is left, cancels the stream.
async function* follow(link: Asking["link"], closing: AbortSignal): AsyncGenerator<WatchResponse, void, undefined> {
  const stream = link.client.watch({}, link.metadata);
  const cancel = () => stream.cancel();
  closing.addEventListener("abort", cancel, { once: true });
  try {
    for await (const response of stream) yield response;
  } finally {
    closing.removeEventListener("abort", cancel);
    stream.on("error", () => undefined);
    stream.cancel();
  }
}
