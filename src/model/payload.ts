/** The media type of bytes that are the whole result (C1.6). */
export const OCTET_STREAM = "application/octet-stream";

/** A value between two languages: UTF-8 JSON text when `mediaType` is empty, opaque bytes otherwise (C1.1). */
export interface Payload {
  readonly data: Uint8Array;
  readonly mediaType: string;
}

// A class, so that a look-alike object stays ordinary data (C2.3), and so that text is encoded only where bytes are asked for.
class Made implements Payload {
  readonly mediaType: string;
  readonly #text: string | null;
  #data: Uint8Array | null;

  constructor(data: string | Uint8Array, mediaType: string) {
    this.mediaType = mediaType;
    this.#text = typeof data === "string" ? data : null;
    this.#data = typeof data === "string" ? null : data;
  }

  get data(): Uint8Array {
    this.#data ??= Buffer.from(this.#text ?? "", "utf8");
    return this.#data;
  }

  static textOf(value: Payload): string | null {
    return #text in value ? value.#text : null;
  }

  static is(value: object): value is Payload {
    return #text in value;
  }
}

/** Makes a payload that a tool may return unchanged: `payload(text)` is JSON text, `payload(bytes, "image/png")` is opaque. */
export function payload(data: string | Uint8Array, mediaType = ""): Payload {
  return new Made(data, mediaType);
}

/** Whether a value was made by `payload`. */
export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && Made.is(value);
}

/** The text that a payload was made of, or null where it was made of bytes. */
export function madeOfText(value: Payload): string | null {
  return Made.textOf(value);
}

/** The payload of JSON null. */
export const NULL_PAYLOAD: Payload = payload("null");
