import { once } from "node:events";
import { status } from "@grpc/grpc-js";
import type { CallRequest } from "../gen/toolspan/v1/tools.js";
import type { ToolCall } from "../model/call.js";
import { MESSAGE_ROOM } from "../model/limits.js";
import type { Payload } from "../model/payload.js";
import type { ToolResponse } from "../model/response.js";
import { callCodec } from "../wire/call.js";
import { responseCodec } from "../wire/response.js";
import type { Link } from "./link.js";
import { type Trouble, trouble } from "./status.js";

/** A batch on its way: its end, and the way to cancel a slot of it. */
export interface BatchStream {
  /** Undefined where every slot was answered or nobody waits any more. */
  readonly ended: Promise<Trouble | undefined>;
  cancel(slot: number): Promise<void>;
  /** Nobody waits for anything any more. */
  abandon(): void;
}

const TARGET_BYTES = 1_048_576;
const CALL_ROOM = 1024;

/** Sends a batch in as many messages as its size asks for; each answer is told once, in any order (C8.5). */
export function sendBatch(
  link: Link,
  calls: readonly ToolCall[],
  parallelism: number,
  answered: (slot: number, response: ToolResponse<Payload | null>) => void,
): BatchStream {
  const stream = link.client.callAll(link.metadata);
  const open = new Set(calls.keys());
  let over = false;

  const ended = new Promise<Trouble | undefined>((resolve) => {
    stream.on("data", ({ slots }) => {
      for (const { index, response } of slots) {
        if (response === undefined || !open.delete(index)) continue;
        answered(index, responseCodec.fromWire(response));
      }
      if (open.size === 0 && !over) {
        over = true;
        stream.end();
        resolve(undefined);
      }
    });
    const broke = (problem: Trouble) => {
      resolve(over ? undefined : problem);
      over = true;
    };
    stream.on("error", (error) => broke(trouble(error)));
    // An end with status OK and open slots; an error tells more, and comes first where there is one.
    stream.on("status", ({ code }) => code === status.OK && broke({ kind: "lost", reason: "the batch ended early" }));
  });

  const send = async () => {
    let first = true;
    for (const group of groups(calls, Math.min(TARGET_BYTES, link.limits.maxMessageBytes - MESSAGE_ROOM))) {
      const head = first ? { total: calls.length, parallelism } : { total: 0, parallelism: 0 };
      first = false;
      if (over) return;
      if (!stream.write({ ...head, calls: group, cancel: [] })) await Promise.race([once(stream, "drain"), ended]);
    }
  };
  // A stream that breaks tells it by its own error.
  const sent = send().catch(() => undefined);

  return {
    ended,
    // A slot can be cancelled when its call is there.
    cancel: async (slot) => {
      await sent;
      if (!over && open.has(slot)) stream.write({ total: 0, parallelism: 0, calls: [], cancel: [slot] });
    },
    abandon: () => {
      if (over) return;
      over = true;
      stream.cancel();
    },
  };
}

function* groups(calls: readonly ToolCall[], most: number): Generator<CallRequest[]> {
  let group: CallRequest[] = [];
  let bytes = 0;
  for (const call of calls) {
    const size = CALL_ROOM + (call.args?.data.length ?? 0) + 3 * (call.name.length + call.callId.length);
    if (group.length > 0 && bytes + size > most) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(callCodec.toWire(call));
    bytes += size;
  }
  if (group.length > 0) yield group;
}
