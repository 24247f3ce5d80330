import { credentials } from "@grpc/grpc-js";
import { EventsClient, type TranslateResponse } from "../gen/toolspan/v1/events.js";
import { CannotCrossError } from "../model/cannot-cross.js";
import type { Link } from "./link.js";
import { question } from "./question.js";

/** What became of one event: its JSON text in the other dialect, or what of it cannot cross; and what changed, a line a place. */
export interface Translated {
  readonly event: string | null;
  readonly refusal: string | null;
  readonly changes: readonly string[];
}

/** Writes the JSON text of events in another dialect; answer i is that of event i. */
export async function translateAll(
  link: Link,
  events: readonly string[],
  from: string,
  to: string,
): Promise<Translated[]> {
  await link.ready();
  const client = new EventsClient("", credentials.createInsecure(), { channelOverride: link.client.getChannel() });
  const request = { from, to, events: [...events], explain: true };
  const answer = await question<TranslateResponse>("The events cannot be translated", (options, done) =>
    client.translate(request, link.metadata, options, done),
  );
  return answer.events.map(({ outcome, changes }) => ({
    event: outcome?.$case === "event" ? outcome.value : null,
    refusal: outcome?.$case === "refusal" ? outcome.value : null,
    changes,
  }));
}

/** The same for one event; throws a CannotCrossError where it cannot cross. */
export async function translateOne(link: Link, event: string, from: string, to: string): Promise<string> {
  const [answer] = await translateAll(link, [event], from, to);
  if (answer === undefined || answer.event === null) throw new CannotCrossError(answer?.refusal ?? "no answer");
  return answer.event;
}
