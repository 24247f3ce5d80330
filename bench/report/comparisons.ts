import { CALLERS, LARGE, SMALL } from "../run/plan.js";
import { MANY, type Target } from "./targets.js";

/** Ratios without a target, for whoever chooses between ways and peers. */
export const COMPARISONS: readonly Target[] = [
  ...CALLERS.flatMap((caller): Target[] => {
    const overCaller = caller === "java-async" ? "java" : caller;
    const many = { subject: "stream", caller, overCaller, inFlight: MANY, what: "throughput" } as const;
    const one = { ...many, inFlight: 1, bytes: SMALL, what: "latency" } as const;
    return [
      { ...many, name: "stream / unary", over: "unary", bytes: SMALL },
      { ...many, name: "stream / mcp-http-events", over: "mcp-http-events", bytes: SMALL },
      { ...many, name: "stream / mcp-http-json", over: "mcp-http-json", bytes: LARGE },
      { ...many, name: "unary / mcp-stdio", subject: "unary", over: "mcp-stdio", bytes: SMALL },
      { ...one, name: "stream / mcp-stdio, latency", over: "mcp-stdio" },
      { ...one, name: "stream / mcp-http-json, latency", over: "mcp-http-json" },
    ];
  }),
  ...[SMALL, LARGE].flatMap((bytes) =>
    ["mcp-stdio", "mcp-http-json"].flatMap((over): Target[] => {
      const common = { subject: `through-${over}`, over, caller: "node", bytes } as const;
      return [
        { ...common, name: `through-${over} / ${over}`, inFlight: MANY, what: "throughput" },
        { ...common, name: `through-${over} / ${over}, one after another`, inFlight: 1, what: "throughput" },
      ];
    }),
  ),
  ...[SMALL, LARGE].flatMap((bytes) =>
    ["to-python-mcp-stdio", "to-python-mcp-http-json", "to-python-py4j"].flatMap((over): Target[] => {
      const common = { subject: "to-python", over, caller: "java", bytes } as const;
      return [
        { ...common, name: `to-python / ${over}`, inFlight: MANY, what: "throughput" },
        { ...common, name: `to-python / ${over}, latency`, inFlight: 1, what: "latency" },
      ];
    }),
  ),
  ...[SMALL, LARGE].flatMap((bytes) =>
    ["stream-raw", "stream-raw-inline", "stream", "unary"].map((subject): Target => {
      const name = `${subject} / auto, processor time of the server a call`;
      return { name, subject, over: "auto", caller: "node", bytes, inFlight: MANY, what: "server cpu" };
    }),
  ),
];
