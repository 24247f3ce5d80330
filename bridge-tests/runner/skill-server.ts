import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { certificate } from "./certificate.js";
import { pause } from "./wait.js";

/** An https server for zip files: its paths say how it behaves. */
export class SkillServer implements AsyncDisposable {
  readonly cert: string;
  readonly #server: Server;
  #flaky = 0;

  constructor(zip: Buffer) {
    const { cert, key } = certificate();
    this.cert = cert;
    this.#server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "https://localhost");
      const to = (location: string): void => void response.writeHead(302, { location }).end();
      if (pathname === "/moved.zip") return to("/good.zip");
      if (pathname === "/loop.zip") return to("/loop.zip");
      if (pathname === "/plain.zip") return to("http://localhost:1/good.zip");
      if (pathname === "/huge.zip") return void response.writeHead(200, { "content-length": 1 << 30 }).end("x");
      if (pathname === "/missing.zip") return void response.writeHead(404).end();
      if (pathname === "/text.zip") return void response.end("hello");
      if (pathname === "/flaky.zip" && this.#flaky++ === 0) return void response.writeHead(503).end();
      if (pathname === "/slow.zip") await pause(1500);
      response.end(zip);
    });
  }

  /** Starts to listen, and gives the address. */
  listen(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => {
        const address = this.#server.address();
        resolve(`https://localhost:${typeof address === "object" ? address?.port : ""}`);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
