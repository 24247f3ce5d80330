import type { ToolCall } from "../model/call.js";
import { Line, type LineOwner } from "./line.js";
import type { Link } from "./link.js";
import type { Transport } from "./transport.js";
import { unaryTransport } from "./unary.js";

/**
 * All calls of a connection share a stream; one with large arguments is a request of its own (C8.5). Calls that tools of this
 * process make share another one, on which they wait for no place, since an ancestor may hold the last (C3.8).
 */
export function streamTransport(link: Link): Transport {
  const unary = unaryTransport(link);
  const lines = new Set<Line>();
  const current = new Map<"outer" | "nested", Line>();
  let closed = false;
  /** The greeting of a sidecar that knows no streams. */
  let streamless = 0;

  const retire = (line: Line): void => {
    for (const [kind, one] of current) if (one === line) current.delete(kind);
  };

  const owner: LineOwner = {
    retired: retire,
    ended: (line, open, ending) => {
      lines.delete(line);
      retire(line);
      if (ending.unimplemented) streamless = link.greetings;
      for (const { call, until, signal, progress, number, resolve } of open) {
        if (ending.unimplemented) void unary.send(call, until, signal, progress).then(resolve);
        else resolve(number === 0n ? ending.unsent : ending.sent);
      }
    },
  };

  const open = (kind: "outer" | "nested"): Line => {
    const line = new Line(link, owner, kind === "outer");
    lines.add(line);
    return line;
  };

  return {
    send: (call, until, signal, progress) => {
      if (closed || signal?.aborted) return Promise.resolve({ kind: "aborted" });
      const kind = call.depth === 0 ? "outer" : "nested";
      if (streamless === link.greetings) return unary.send(call, until, signal, progress);
      if (isLarge(call, link.limits.maxStreamArgumentsBytes)) {
        if (progress === undefined) return unary.send(call, until, signal, progress);
        // A stream of its own tells progress, and ends when it is idle.
        return open(kind).send(call, until, signal, progress);
      }
      const line = current.get(kind) ?? open(kind);
      current.set(kind, line);
      return line.send(call, until, signal, progress);
    },
    close: () => {
      closed = true;
      unary.close();
      for (const line of [...lines]) line.close();
    },
  };
}

function isLarge({ args, injected }: ToolCall, most: number): boolean {
  return (args?.data.length ?? 0) + (injected?.data.length ?? 0) > most;
}
