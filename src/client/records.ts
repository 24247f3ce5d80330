import { type ClientReadableStream, credentials } from "@grpc/grpc-js";
import { type FollowEventsResponse, type GetMetricsResponse, RecordsClient } from "../gen/toolspan/v1/records.js";
import type { Link } from "./link.js";
import { question, unanswered } from "./question.js";

/** What is seen of the events of a sidecar. */
export interface EventsOptions {
  /** Event types; all where not given. */
  readonly types?: readonly string[];
  /** Show long values whole. */
  readonly verbose?: boolean;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

/** Every metric of the sidecar, as JSON text. */
export async function readMetrics(link: Link): Promise<string> {
  await link.ready();
  const { json } = await question<GetMetricsResponse>("The metrics cannot be read", (options, done) =>
    clientOf(link).getMetrics({}, link.metadata, options, done),
  );
  return json;
}

/** What comes of following: lines of the event log, and how many were left out because they were not read in time. */
export interface Followed {
  readonly lines: readonly string[];
  readonly missed: number;
}

/** The event log as it is told, until the sidecar stops or the iteration is left; the first item has no lines. */
export async function* followEvents(link: Link, options: EventsOptions): AsyncGenerator<Followed, void, undefined> {
  await link.ready();
  const { types = [], verbose = false, signal } = options;
  const call = clientOf(link).followEvents({ types: [...types], verbose }, link.metadata);
  const cancel = (): void => call.cancel();
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  try {
    for await (const { lines, missed } of answers(call)) yield { lines, missed: Number(missed) };
  } catch (error) {
    if (!signal?.aborted) throw unanswered("The events cannot be followed", error);
  } finally {
    signal?.removeEventListener("abort", cancel);
    call.on("error", () => undefined);
    call.cancel();
  }
}

async function* answers(call: ClientReadableStream<FollowEventsResponse>): AsyncGenerator<FollowEventsResponse> {
  for await (const answer of call) yield answer;
}

function clientOf(link: Link): RecordsClient {
  return new RecordsClient("", credentials.createInsecure(), { channelOverride: link.client.getChannel() });
}
