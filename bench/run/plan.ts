import type { Way } from "../callers/protocol.js";
import type { Caller } from "./callers.js";
import type { Cell } from "./cell.js";
import type { ServerName, Transport } from "./servers.js";

export const SMALL = 200;
export const LARGE = 65_536;
export const CALLERS = ["node", "python", "asyncio", "java", "java-async"] as const satisfies readonly Caller[];

/** Callers that have an official MCP client of their own kind. */
export const MCP_CALLERS = ["node", "asyncio", "java"] as const satisfies readonly Caller[];

interface Subject {
  readonly subject: string;
  readonly way: Way;
  readonly server: ServerName;
  readonly tool: string;
  readonly transports: readonly Transport[];
  readonly callers: readonly Caller[];
  readonly inFlight: readonly number[];
}

const ONE_AND_MANY = [1, 64] as const;
const UNARY_CALLERS = CALLERS.filter((caller) => caller !== "java-async");

function ours(way: Way, isolation: "worker" | "inline", callers: readonly Caller[]): Subject {
  const subject = isolation === "worker" ? way : `${way}-${isolation}`;
  const inFlight = way === "call-all" ? [64] : ONE_AND_MANY;
  return { subject, way, server: "sidecar", tool: `${isolation}.echo`, transports: ["unix", "tcp"], callers, inFlight };
}

const peer = (
  subject: string,
  way: Way,
  server: ServerName,
  transport: Transport,
  callers: readonly Caller[],
): Subject => ({
  subject,
  way,
  server,
  tool: "echo",
  transports: [transport],
  callers,
  inFlight: ONE_AND_MANY,
});

const SUBJECTS: readonly Subject[] = [
  ...(["worker", "inline"] as const).flatMap((isolation) => [
    ours("stream", isolation, CALLERS),
    ours("unary", isolation, UNARY_CALLERS),
    ours("call-all", isolation, UNARY_CALLERS),
    ours("stream-raw", isolation, ["node"]),
  ]),
  peer("raw-unary", "raw-unary", "bare", "unix", UNARY_CALLERS),
  peer("auto", "stream-raw", "bare", "unix", ["node"]),
  peer("mcp-stdio", "mcp-stdio", "mcp-stdio", "stdio", MCP_CALLERS),
  peer("mcp-http-json", "mcp-http", "mcp-json", "http", MCP_CALLERS),
  // From Java to Python.
  { ...peer("to-python", "stream", "python-host", "unix", ["java", "java-async"]), tool: "python.echo" },
  peer("to-python-mcp-stdio", "mcp-stdio", "mcp-python-stdio", "stdio", ["java"]),
  peer("to-python-mcp-http-json", "mcp-http", "mcp-python-json", "http", ["java"]),
  peer("to-python-py4j", "py4j", "py4j", "tcp", ["java"]),
  // A tool of an MCP server behind the sidecar.
  { ...peer("through-mcp-stdio", "stream-mcp", "mcp-through", "unix", ["node"]), tool: "stdio.echo" },
  { ...peer("through-mcp-http-json", "stream-mcp", "mcp-through", "unix", ["node"]), tool: "http.echo" },
  peer("mcp-http-events", "mcp-http", "mcp-events", "http", MCP_CALLERS),
];

/** Every subject from every caller; the quick plan leaves out TCP, event streams, and most of the inline and large cells. */
export function echoCells(quick: boolean): Cell[] {
  const cells = SUBJECTS.flatMap((subject) =>
    subject.callers.flatMap((caller) =>
      subject.transports.flatMap((transport) =>
        [SMALL, LARGE].flatMap((bytes) =>
          subject.inFlight.map(
            (inFlight): Cell => ({ ...pick(subject), caller, transport, bytes, inFlight, connections: 1 }),
          ),
        ),
      ),
    ),
  );
  return inOrder(quick ? cells.filter(isQuick) : cells);
}

// What is compared stands side by side, so that a machine that slows down for a moment slows both.
function inOrder(cells: readonly Cell[]): Cell[] {
  const place = ({ caller, bytes, inFlight }: Cell) => [CALLERS.indexOf(caller), bytes, inFlight] as const;
  return cells.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    return left.map((value, i) => value - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  });
}

function pick({ subject, way, server, tool }: Subject): Pick<Cell, "subject" | "way" | "server" | "tool"> {
  return { subject, way, server, tool };
}

function isQuick({ subject, caller, transport, bytes, inFlight }: Cell): boolean {
  if (subject.startsWith("through-")) return bytes === SMALL && inFlight === 64;
  if (subject.startsWith("to-python")) return caller === "java" && bytes === SMALL;
  if (transport === "tcp" || subject === "mcp-http-events") return false;
  if (subject.endsWith("-inline")) return caller === "node" && bytes === SMALL && subject !== "call-all-inline";
  if (bytes === LARGE) return inFlight === 64 && ["stream", "auto", "mcp-stdio"].includes(subject);
  if (inFlight === 1) return ["stream", "stream-raw", "auto", "raw-unary"].includes(subject);
  return subject !== "raw-unary";
}

/** A tool that waits 50 milliseconds, 64 at once. */
export function waitCells(quick: boolean): Cell[] {
  const cell = (
    subject: string,
    way: Way,
    server: ServerName,
    transport: Transport,
    tool: string,
    caller: Caller,
  ): Cell => ({
    subject: `wait-${subject}`,
    way,
    server,
    transport,
    tool,
    caller,
    bytes: SMALL,
    inFlight: 64,
    connections: 1,
  });
  const own = CALLERS.map((caller) => cell("stream", "stream", "sidecar", "unix", "worker.wait", caller));
  if (quick) return own;
  return [
    ...own,
    ...UNARY_CALLERS.map((caller) => cell("unary", "unary", "sidecar", "unix", "worker.wait", caller)),
    ...MCP_CALLERS.map((caller) => cell("mcp-stdio", "mcp-stdio", "mcp-stdio", "stdio", "wait", caller)),
    ...MCP_CALLERS.map((caller) => cell("mcp-http-json", "mcp-http", "mcp-json", "http", "wait", caller)),
  ];
}
