import { at, typeOf } from "./event-log.js";
import { field, text } from "./expand.js";
import { parse, type Tree, type TreeMap, write } from "./tree.js";

/** What the event log says of one call, and where that is not what its caller was answered. */
export function toldOf(reply: TreeMap, lines: readonly Tree[], callId: string) {
  const response = parse(text(reply.get("response")) ?? "null");
  const [request, started, ended, answered] = lines;
  const attributes = field(answered, "eventAttributes");
  const inner = at(attributes, "responses", callId);
  const isShown = reply.has("model_text") && field(response, "success") !== true;
  return {
    types: lines.map(typeOf),
    status: field(ended, "status") ?? null,
    error_type: at(ended, "eventAttributes", "errorType") ?? null,
    model: at(inner, "error") ?? null,
    diagnostic: at(attributes, "error", callId) ?? null,
    result: at(inner, "result") ?? null,
    disagree: disagreements({
      request: [
        field(request, "eventId"),
        [at(attributes, "request_id"), field(answered, "upstreamEventId"), metadata(started, "toolRequestEventId")],
      ],
      execution: [field(started, "executionId"), [field(ended, "executionId")]],
      metadata: [field(started, "entityMetadata"), [field(ended, "entityMetadata")]],
      run: [field(request, "inputRunId"), [started, ended, answered].map((line) => field(line, "inputRunId"))],
      success: [field(response, "success"), [at(attributes, "success", callId), at(inner, "success")]],
      error: [field(response, "error") ?? null, [at(attributes, "error", callId) ?? null]],
      model_text: isShown ? [reply.get("model_text"), [at(inner, "error")]] : [null, []],
      kind: [at(response, "fault", "kind"), [at(inner, "fault", "kind")]],
      name: [field(response, "tool_name"), [at(inner, "tool_name"), field(started, "entityName")]],
    }),
  };
}

function metadata(line: Tree | undefined, key: string): Tree | undefined {
  return at(line, "entityMetadata", key);
}

type Claim = readonly [Tree | undefined, readonly (Tree | undefined)[]];

// Names what two of the records say differently.
function disagreements(claims: Readonly<Record<string, Claim>>): string[] {
  const textOf = (tree: Tree | undefined): string => (tree === undefined ? "nothing" : write(tree));
  return Object.entries(claims).flatMap(([name, [first, others]]) =>
    others
      .filter((other) => textOf(other) !== textOf(first))
      .map((other) => `${name}: ${textOf(first)} and ${textOf(other)}`),
  );
}
