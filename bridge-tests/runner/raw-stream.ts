import * as grpc from "@grpc/grpc-js";
import type { Message, Raw, RawOptions } from "./raw.js";
import { until, within } from "./wait.js";

const HELLO = { protocol_min: 1, protocol_max: 1, sdk_version: "0.1.0", language: "typescript" };
const HANG_MS = 30_000;

export interface RawStreamOptions extends RawOptions {
  /** What the first frame says; null sends no first frame. */
  readonly hello?: Message | null;
}

/** How a stream ended. */
export interface StreamEnd {
  readonly status: string;
  readonly details: string;
}

/** The shared stream without an SDK: it can say what no SDK would, and it reads unless it is paused. */
export class RawStream implements Disposable {
  readonly frames: Message[] = [];
  /** Every answer that came, under its number. */
  readonly answers = new Map<string, Message[]>();
  readonly stream: grpc.ClientDuplexStream<Message, Message>;
  readonly #end: Promise<StreamEnd>;

  constructor(raw: Raw, options: RawStreamOptions = {}) {
    this.stream = raw.both("toolspan.v1.Tools", "Stream", options);
    this.#end = new Promise((resolve) => {
      this.stream.on("status", ({ code, details }: grpc.StatusObject) => {
        resolve({ status: grpc.status[code] ?? "", details });
      });
    });
    this.stream.on("data", (frame: Message) => {
      this.frames.push(frame);
      for (const answer of listOf(frame, "answers")) {
        const number = String(answer["number"]);
        this.answers.set(number, [...(this.answers.get(number) ?? []), answer]);
      }
    });
    if (options.hello !== null) this.send({ hello: options.hello ?? HELLO });
  }

  send(frame: Message): boolean {
    return this.stream.write(frame);
  }

  /** Sends calls in one frame. */
  call(...calls: readonly Message[]): void {
    this.send({ calls });
  }

  /** The first answer to a number, in short. */
  async answer(number: number | string): Promise<unknown> {
    const got = await this.until(`an answer to ${number}`, () => this.answers.get(String(number))?.[0]);
    return briefly(got["response"] as Message | null);
  }

  /** Waits until the stream shows something. */
  async until<T>(what: string, look: () => T | undefined): Promise<T> {
    const seen = await until(HANG_MS, look, (one) => one !== undefined);
    if (seen === undefined) throw new Error(`${what} did not come within ${HANG_MS} ms`);
    return seen;
  }

  /** The progress that came for a number, in order. */
  progress(number: number): Message[] {
    return this.frames
      .flatMap((frame) => listOf(frame, "progress"))
      .filter((one) => one["number"] === String(number))
      .map((one) => one["progress"] as Message);
  }

  /** How the stream ends. */
  ended(): Promise<StreamEnd> {
    return within(HANG_MS, "the end of a stream", this.#end);
  }

  [Symbol.dispose](): void {
    this.stream.cancel();
  }
}

/** One call of a frame. */
export function streamCall(number: number | string, name: string, args: unknown = {}, more: Message = {}): Message {
  const { wants_progress, ...call } = more;
  const data = Buffer.from(typeof args === "string" ? args : JSON.stringify(args));
  return {
    number,
    wants_progress: wants_progress === true,
    call: { name, arguments: { data, media_type: "" }, ...call },
  };
}

/** What a response says in short: its result, its fault's kind, or that the call did not run. */
export function briefly(response: Message | null): unknown {
  if (response === null) return "did not run";
  const fault = response["fault"] as Message | null;
  if (fault !== null) {
    return String(fault["kind"]).replace("FAULT_KIND_", "").toLowerCase();
  }
  const result = response["result"] as { readonly data: Buffer };
  return JSON.parse(result.data.toString("utf8"));
}

/** The details of a response's fault. */
export function detailsOf(answer: Message | undefined): unknown {
  const fault = (answer?.["response"] as Message | null | undefined)?.["fault"] as Message | null | undefined;
  const details = fault?.["details"] as { readonly data: Buffer } | null | undefined;
  return details === null || details === undefined ? null : JSON.parse(details.data.toString("utf8"));
}

function listOf(frame: Message, key: string): readonly Message[] {
  const found = frame[key];
  return Array.isArray(found) ? found : [];
}
