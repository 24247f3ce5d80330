import { credentials } from "@grpc/grpc-js";
import { HostsClient } from "../gen/toolspan/v1/hosts.js";
import type { HostStatus } from "../model/host-status.js";
import { hostCodec } from "../wire/host.js";
import { ToolspanError } from "./errors.js";
import type { Link } from "./link.js";
import { trouble } from "./status.js";

const LIST_WAIT = 30_000;

/** What runs tools now: modules of the sidecar, hosts that it started, and hosts that attached by themselves. */
export async function listHosts(link: Link): Promise<readonly HostStatus[]> {
  await link.ready();
  const client = new HostsClient("", credentials.createInsecure(), { channelOverride: link.client.getChannel() });
  return new Promise((resolve, reject) => {
    client.listHosts({}, link.metadata, { deadline: Date.now() + LIST_WAIT }, (error, response) => {
      if (error === null) return resolve(response.hosts.map(hostCodec.fromWire));
      const problem = trouble(error);
      const text = "reason" in problem ? problem.reason : "no answer in time";
      reject(problem.kind === "refused" ? problem.error : new ToolspanError(`The hosts cannot be listed: ${text}`));
    });
  });
}
