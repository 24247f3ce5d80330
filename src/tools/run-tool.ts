import { texts } from "../gen/texts.js";
import type { Ran } from "../invoke/runner.js";
import { isContentBlock } from "../model/content-block.js";
import { fault } from "../model/fault.js";
import { Float } from "../model/float.js";
import { returned } from "../model/outcome.js";
import { isPayload, madeOfText, OCTET_STREAM, type Payload, payload } from "../model/payload.js";
import { type Problem, problemDetails, problemText } from "../model/problem.js";
import { isTooDeep, MAX_DEPTH, readJsonText } from "../model/read-json.js";
import { isToolResponse, plainSuccess, ToolResponse, unreadResult } from "../model/response.js";
import { writeJson } from "../model/write-json.js";
import { after, attempt, type Soon } from "./attempt.js";
import type { ToolContext, ToolDefinition } from "./tool.js";
import { deliver } from "./zod-deliver.js";

/**
 * Runs a TypeScript tool on argument text: zod reads it, the tool runs behind the one catch, its result is written. A tool
 * that is not asynchronous is answered without a turn of the event loop.
 */
export function runTool(tool: ToolDefinition, calledAs: string, text: string, context: ToolContext): Soon<Ran> {
  const started = performance.now();
  const ran = (outcome: Ran["outcome"]): Ran => ({ outcome, elapsedMs: performance.now() - started });
  const read = readJsonText(text);
  if (!read.ok) return ran(returned(invalid("arguments", calledAs, [read.problem])));
  return after(
    attempt(() => deliver(tool.delivered, read.value)),
    (delivered) => {
      if (delivered.kind === "raised") return ran(delivered);
      const { value } = delivered;
      if (!value.ok) return ran(returned(invalid("arguments", calledAs, value.problems)));
      return after(
        attempt(() => tool.run(value.value, context)),
        (outcome) => {
          const elapsedMs = performance.now() - started;
          if (outcome.kind === "raised") return { outcome, elapsedMs };
          // Writing the result may run foreign getters, so it stands behind the catch as well.
          return after(
            attempt(() => respond(tool, calledAs, outcome.value)),
            (written) => ({ outcome: written, elapsedMs }),
          );
        },
      );
    },
  );
}

function respond(tool: ToolDefinition, calledAs: string, value: unknown): Soon<ToolResponse<Payload | null>> {
  const answer = isToolResponse(value) ? value : plainSuccess(value);
  if (!answer.success || tool.output === null || isWrittenAsIs(answer.result)) return written(calledAs, answer);
  return after(deliver(tool.output, answer.result), (checked) =>
    checked.ok
      ? written(calledAs, { ...answer, result: checked.value })
      : invalid("result", calledAs, checked.problems),
  );
}

function written(calledAs: string, answer: ToolResponse): ToolResponse<Payload | null> {
  // What another tool answered goes on as the bytes it came with (C1.2).
  const result = unreadResult(answer) ?? answer.result;
  const encoded = encode(result);
  if (!encoded.ok) return invalid("result", calledAs, encoded.problems);
  const strange = answer.blocks.findIndex((block) => !isContentBlock(block));
  if (strange >= 0) {
    return invalid("result", calledAs, [{ path: `/blocks/${strange}`, reason: "is no content block" }]);
  }
  if (answer.success) return { ...answer, result: encoded.value };
  const reason = answer.fault ?? fault("tool_error", answer.error ?? "");
  const details = writeJson(reason.details);
  if (!details.ok) return invalid("result", calledAs, details.problems);
  const language = reason.kind === "tool_error" && reason.language === "" ? "typescript" : reason.language;
  return { ...answer, result: result === null ? null : encoded.value, fault: { ...reason, language } };
}

type Encoded =
  | { readonly ok: true; readonly value: Payload }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function encode(value: unknown): Encoded {
  if (isPayload(value)) {
    if (value.mediaType === "" && isTooDeep(madeOfText(value) ?? Buffer.from(value.data).toString("utf8"))) {
      return { ok: false, problems: [{ path: "", reason: texts.too_deep(MAX_DEPTH) }] };
    }
    return { ok: true, value };
  }
  if (value instanceof Uint8Array) return { ok: true, value: payload(value, OCTET_STREAM) };
  if (value instanceof ArrayBuffer) return { ok: true, value: payload(new Uint8Array(value), OCTET_STREAM) };
  const written = writeJson(value);
  return written.ok ? { ok: true, value: payload(written.text) } : written;
}

// What already is in its wire form is not zod's to read; the sidecar checks it against the exported schema.
function isWrittenAsIs(value: unknown, depth = 1): boolean {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  if (isPayload(value) || value instanceof Float) return true;
  if (ArrayBuffer.isView(value) || value instanceof Date) return false;
  return Object.values(value).some((item) => isWrittenAsIs(item, depth + 1));
}

/** A failure that lists every problem of the arguments or of the result (C1.4, C3.3). */
export function invalid(
  what: "arguments" | "result",
  calledAs: string,
  problems: readonly Problem[],
): ToolResponse<null> {
  const text = problemText(problems);
  const message = what === "arguments" ? texts.invalid_arguments(calledAs, text) : texts.invalid_result(calledAs, text);
  const details = problemDetails(problems);
  return {
    ...ToolResponse.error(message),
    fault: fault(what === "arguments" ? "invalid_arguments" : "invalid_result", message, { details }),
  };
}
