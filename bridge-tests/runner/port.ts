import { connect, createServer } from "node:net";
import { until } from "./wait.js";

/** A port of loopback that nothing listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Whether something listens at a port of loopback within some milliseconds. */
export function listens(port: number, ms: number): Promise<boolean> {
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      const end = (answer: boolean): void => {
        socket.destroy();
        resolve(answer);
      };
      socket.once("connect", () => end(true)).once("error", () => end(false));
    });
  return until(ms, ask, (answer) => answer);
}
