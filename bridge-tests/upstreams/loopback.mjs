// Imported before a server that would listen at every address of the machine, for as long as it is let: it listens at
// loopback, and ends with whoever started it.
import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, Number(port), "127.0.0.1", ...rest);
};
process.stdin.resume().on("end", () => process.exit(0));
