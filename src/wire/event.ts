import type * as wire from "../gen/toolspan/v1/event.js";
import type { Event } from "../model/event.js";
import { checkExtra } from "../model/events/event.js";
import type { Codec } from "./codec.js";
import { mapToWire, unread } from "./message.js";

/** Events of any type; their attributes and unknown fields travel as JSON text (decision 0012). */
export const eventCodec: Codec<Event, wire.Event> = {
  toWire: (event) => {
    checkExtra(event);
    return {
      id: event.id.toWellFormed(),
      type: event.type.toWellFormed(),
      attributes: mapToWire(event.attributes, "/attributes"),
      upstreamEventId: event.upstreamEventId?.toWellFormed(),
      upstreamActionName: event.upstreamActionName?.toWellFormed(),
      extra: mapToWire(event.extra, "/extra"),
    };
  },
  fromWire: ({ id, type, attributes, upstreamEventId, upstreamActionName, extra }) => {
    const event = {
      id,
      type,
      attributes: unread(attributes).read("/attributes"),
      upstreamEventId: upstreamEventId ?? null,
      upstreamActionName: upstreamActionName ?? null,
      extra: unread(extra).read("/extra"),
    };
    checkExtra(event);
    return event;
  },
};
