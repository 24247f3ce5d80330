import { readFileSync } from "node:fs";
import { type ChannelCredentials, type ChannelOptions, credentials } from "@grpc/grpc-js";
import { ToolsClient } from "../gen/toolspan/v1/tools.js";
import { type Address, isLocal, type TlsFiles } from "./address.js";
import { ToolspanError } from "./errors.js";

/** Makes the gRPC client of an address; nothing connects before the first request. */
export function dial(address: Address, tls: TlsFiles): ToolsClient {
  const target = address.kind === "unix" ? `unix://${address.path}` : tcpTarget(address);
  return new ToolsClient(target, credentialsOf(address, tls), channelOptions(address));
}

function tcpTarget({ host, port }: { host: string; port: number }): string {
  return host.includes(":") ? `ipv6:[${host}]:${port}` : `dns:${host}:${port}`;
}

// Off loopback always TLS; on loopback only where a certificate authority is given (C8.3).
function credentialsOf(address: Address, tls: TlsFiles): ChannelCredentials {
  if (address.kind === "unix" || (isLocal(address) && tls.ca === undefined)) return credentials.createInsecure();
  return credentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.cert));
}

function pem(file: string | undefined): Buffer | null {
  if (file === undefined) return null;
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ToolspanError(`Cannot read the TLS file ${file}.`, { cause: error });
  }
}

function channelOptions(address: Address): ChannelOptions {
  return {
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.initial_reconnect_backoff_ms": 50,
    "grpc.max_reconnect_backoff_ms": 500,
    // Which calls are repeated is ours to decide (C8.6).
    "grpc.enable_retries": 0,
    "grpc.service_config_disable_resolution": 1,
    // Two hubs of one process must not share the fate of one connection.
    "grpc.use_local_subchannel_pool": 1,
    ...(address.kind === "unix" ? { "grpc.default_authority": "localhost" } : {}),
    // A proxy is for the world outside.
    ...(isLocal(address) ? { "grpc.enable_http_proxy": 0 } : { "grpc.keepalive_time_ms": 60_000 }),
  };
}
