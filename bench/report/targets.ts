import type { Caller } from "../run/callers.js";
import { CALLERS, LARGE, SMALL } from "../run/plan.js";

/** A ratio, and what it should be. */
export interface Target {
  readonly name: string;
  readonly subject: string;
  /** Null compares with the ideal of the 50 ms tool. */
  readonly over: string | null;
  readonly caller: Caller;
  /** Whose peer it is compared with, where that is another's. */
  readonly overCaller?: Caller;
  readonly bytes: number;
  readonly inFlight: number;
  readonly what: "throughput" | "latency" | "server cpu";
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const MANY = 64;

/** Calls a second of a 50 ms tool with 64 in flight, if nothing else took time. */
export const WAIT_IDEAL = MANY / 0.05;

type Bounds = Readonly<Partial<Record<Caller, number>>>;

const STDIO: Bounds = { node: 3, asyncio: 8, java: 5, "java-async": 5 };
const HTTP: Bounds = { node: 50, asyncio: 50, java: 30, "java-async": 30 };
const BATCH: Bounds = { asyncio: 8, python: 12, java: 18, node: 18 };
const STDIO_LARGE: Bounds = { node: 2, asyncio: 2, java: 2, "java-async": 2 };
const SHARE: Bounds = Object.fromEntries(CALLERS.map((caller) => [caller, 0.9]));

// Futures are compared with the same peer as threads: MCP's Java client is called in its synchronous form.
const each = (bounds: Bounds, target: (caller: Caller) => Omit<Target, "caller" | "overCaller" | "what" | "atLeast">) =>
  CALLERS.filter((caller) => bounds[caller] !== undefined).map(
    (caller): Target => ({
      ...target(caller),
      caller,
      ...(caller === "java-async" && { overCaller: "java" }),
      what: "throughput",
      atLeast: bounds[caller] ?? 0,
    }),
  );

function ofIsolation(suffix: "" | "-inline"): Target[] {
  const stream = `stream${suffix}`;
  const raw = `stream-raw${suffix}`;
  const node = { caller: "node", bytes: SMALL } as const;
  const bare = (subject: string, over: string, bytes: number): Target[] => [
    {
      ...node,
      name: `${subject} / ${over}, throughput`,
      subject,
      over,
      bytes,
      inFlight: MANY,
      what: "throughput",
      atLeast: 0.6,
    },
    {
      ...node,
      name: `${subject} / ${over}, latency`,
      subject,
      over,
      bytes,
      inFlight: MANY,
      what: "latency",
      atMost: 1.5,
    },
    { ...node, name: `${subject} / ${over}, latency`, subject, over, bytes, inFlight: 1, what: "latency" },
  ];
  return [
    ...[SMALL, LARGE].flatMap((bytes) => [...bare(stream, "auto", bytes), ...bare(raw, "auto", bytes)]),
    ...CALLERS.map((caller): Target => {
      const over = caller === "java-async" ? "java" : caller;
      const name = `${stream} / raw-unary, latency`;
      return {
        name,
        subject: stream,
        over: "raw-unary",
        caller,
        overCaller: over,
        bytes: SMALL,
        inFlight: 1,
        what: "latency",
        atMost: 0.6,
      };
    }),
    ...each(STDIO, () => ({
      name: `${stream} / mcp-stdio`,
      subject: stream,
      over: "mcp-stdio",
      bytes: SMALL,
      inFlight: MANY,
    })),
    ...each(HTTP, () => ({
      name: `${stream} / mcp-http-json`,
      subject: stream,
      over: "mcp-http-json",
      bytes: SMALL,
      inFlight: MANY,
    })),
    ...each(BATCH, () => ({
      name: `call-all${suffix} / unary${suffix}`,
      subject: `call-all${suffix}`,
      over: `unary${suffix}`,
      bytes: SMALL,
      inFlight: MANY,
    })),
    ...each(STDIO_LARGE, () => ({
      name: `${stream} / mcp-stdio`,
      subject: stream,
      over: "mcp-stdio",
      bytes: LARGE,
      inFlight: MANY,
    })),
  ];
}

/** The targets that concern tools in the sidecar, for worker modules and then for inline ones. */
export const TARGETS: readonly Target[] = [
  ...ofIsolation(""),
  ...["stream", "unary", "mcp-stdio", "mcp-http-json"].flatMap((way) =>
    each(SHARE, () => ({
      name: `50 ms tool, ${way} / ideal`,
      subject: `wait-${way}`,
      over: null,
      bytes: SMALL,
      inFlight: MANY,
    })).map(
      // what others reach is shown, and is no target of ours
      ({ atLeast, ...rest }): Target => (way === "stream" && atLeast !== undefined ? { ...rest, atLeast } : rest),
    ),
  ),
  ...ofIsolation("-inline"),
];
