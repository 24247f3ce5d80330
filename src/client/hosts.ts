import { credentials } from "@grpc/grpc-js";
import { HostsClient, type ListHostsResponse } from "../gen/toolspan/v1/hosts.js";
import type { HostStatus } from "../model/host-status.js";
import { hostCodec } from "../wire/host.js";
import type { Link } from "./link.js";
import { question } from "./question.js";

/** What runs tools now: modules of the sidecar, hosts that it started, and hosts that attached by themselves. */
export async function listHosts(link: Link): Promise<readonly HostStatus[]> {
  await link.ready();
  const client = new HostsClient("", credentials.createInsecure(), { channelOverride: link.client.getChannel() });
  const { hosts } = await question<ListHostsResponse>("The hosts cannot be listed", (options, done) =>
    client.listHosts({}, link.metadata, options, done),
  );
  return hosts.map(hostCodec.fromWire);
}
