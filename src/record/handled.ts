import { Counter, type Registry } from "prom-client";

/** Counts answered RPCs by status, under the usual name: a tool that failed is an RPC that is OK (C2.6). */
export function countHandled(registry: Registry): (path: string, code: string) => void {
  const counter = new Counter({
    name: "grpc_server_handled_total",
    help: "RPCs that were answered, by their status.",
    labelNames: ["grpc_service", "grpc_method", "grpc_code"],
    registers: [registry],
  });
  return (path, code) => {
    const [, service = "", method = ""] = path.split("/");
    counter.inc({ grpc_service: service, grpc_method: method, grpc_code: code });
  };
}
