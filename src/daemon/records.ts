import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { Audience } from "../record/audience.js";
import type { Following } from "../record/follower.js";
import { countHandled } from "../record/handled.js";
import { EventLogFile } from "../record/log-file.js";
import { logReport } from "../record/log-metrics.js";
import { ToolMetrics } from "../record/metrics.js";
import { Recorder } from "../record/recorder.js";
import { DEFAULT_BOUNDS } from "../record/truncate.js";
import { StartError } from "./listen.js";
import type { Log } from "./log.js";
import type { ServeOptions } from "./serve-options.js";

/** What the sidecar tells of its calls, opened. */
export interface Records {
  readonly recorder: Recorder;
  readonly audience: Audience;
  /** What is shown to somebody who follows, as the event log would write it. */
  readonly shown: Omit<Following, "only">;
  /** Told of every RPC that was answered. */
  readonly handled: (path: string, code: string) => void;
  /** Every metric, as JSON text. */
  readonly metrics: () => Promise<string>;
  /** Serves metrics over HTTP where that is asked for; the answer is the URL. Throws StartError where it cannot. */
  readonly listen: () => Promise<string | null>;
  /** Writes what is left to write, and stops serving. */
  readonly close: () => Promise<void>;
}

/** Opens metrics, and the event log where there is one. */
export function openRecords({ eventLog, metrics: address }: ServeOptions, log: Log): Records {
  const registry = new Registry();
  const audience = new Audience();
  const report = logReport(registry, {
    warn: (fields, message) => log.warn(fields, message),
    debug: (fields, message) => log.debug(fields, message),
  });
  const file = eventLog === null ? null : new EventLogFile(eventLog, report);
  const isSilent =
    eventLog === null || [eventLog.level, ...Object.values(eventLog.types)].every((one) => one === "OFF");
  if (file !== null && !isSilent) audience.add(file);
  let server: Server | undefined;
  return {
    recorder: new Recorder({
      metrics: new ToolMetrics(registry),
      audience,
      failed: (error) => report.failed(1, error),
    }),
    audience,
    shown: {
      level: "STANDARD",
      types: {},
      bounds: DEFAULT_BOUNDS,
      ...eventLog,
      ...(isSilent && { level: "STANDARD", types: {} }),
    },
    handled: countHandled(registry),
    metrics: async () => JSON.stringify(await registry.getMetricsAsJSON()),
    listen: async () => {
      if (address === null) return null;
      server = createServer((request, response) => {
        if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
          response.writeHead(404).end();
          return;
        }
        registry.metrics().then(
          (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        );
      });
      return await listening(server, address);
    },
    close: async () => {
      server?.close();
      server?.closeAllConnections();
      await file?.close();
    },
  };
}

function listening(server: Server, { host, port }: NonNullable<ServeOptions["metrics"]>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new StartError(`Cannot serve metrics: ${error.message}`)));
    server.listen(port, host, () => {
      const { address, family, port: bound } = server.address() as AddressInfo;
      resolve(`http://${family === "IPv6" ? `[${address}]` : address}:${bound}/metrics`);
    });
  });
}
