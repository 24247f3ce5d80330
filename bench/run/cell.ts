import type { Reply, Way } from "../callers/protocol.js";
import type { Caller } from "./callers.js";
import type { ServerName, Transport } from "./servers.js";

/** One thing that is measured. */
export interface Cell {
  readonly subject: string;
  readonly caller: Caller;
  readonly transport: Transport;
  readonly bytes: number;
  readonly inFlight: number;
  readonly way: Way;
  readonly server: ServerName;
  readonly tool: string;
  readonly connections: number;
}

/** What a caller told, and what the server spent meanwhile. */
export interface Sample extends Reply {
  /** Microseconds of processor time a call; null where that is not known. */
  readonly server_cpu_us: number | null;
}

/** A cell with what it gave in each round; null where it gave nothing. */
export interface Measured {
  readonly cell: Cell;
  readonly rounds: readonly (Sample | null)[];
  /** What the first failure said. */
  readonly error: string | null;
  readonly failed: number;
}
