import type { ServerUnaryCall, ServerWritableStream, sendUnaryData } from "@grpc/grpc-js";
import { status } from "@grpc/grpc-js";
import {
  type HealthCheckRequest,
  type HealthCheckResponse,
  type HealthServer,
  HealthCheckResponse_ServingStatus as Serving,
} from "../gen/grpc/health/v1/health.js";

/** The names that have a health: the whole sidecar and its service. */
const SERVICES = new Set(["", "toolspan.v1.Tools"]);

/** The standard health service; everything is serving or nothing is (C8.1, C8.2). */
export class Health {
  #serving = false;
  readonly #watchers = new Set<() => void>();

  /** Says to askers and watchers whether the sidecar takes calls. */
  set(serving: boolean): void {
    if (this.#serving === serving) return;
    this.#serving = serving;
    for (const tell of this.#watchers) tell();
  }

  readonly service: HealthServer = {
    check: (
      call: ServerUnaryCall<HealthCheckRequest, HealthCheckResponse>,
      done: sendUnaryData<HealthCheckResponse>,
    ) => {
      if (!SERVICES.has(call.request.service)) {
        return done({ code: status.NOT_FOUND, details: "There is no service of that name." });
      }
      done(null, { status: this.#of(call.request.service) });
    },

    watch: (call: ServerWritableStream<HealthCheckRequest, HealthCheckResponse>) => {
      const tell = () => void call.write({ status: this.#of(call.request.service) });
      this.#watchers.add(tell);
      call.on("cancelled", () => {
        this.#watchers.delete(tell);
        call.end();
      });
      tell();
    },
  };

  #of(service: string): Serving {
    if (!SERVICES.has(service)) return Serving.SERVICE_UNKNOWN;
    return this.#serving ? Serving.SERVING : Serving.NOT_SERVING;
  }
}
