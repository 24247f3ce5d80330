/** Plain text. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export const MEDIA_TYPES = ["image", "audio", "video", "document"] as const;

/** An image, sound, film or document (C5.1). */
export interface MediaBlock {
  readonly type: (typeof MEDIA_TYPES)[number];
  /** An IANA media type, never empty. */
  readonly mediaType: string;
  readonly source: { readonly type: "base64"; readonly data: string } | { readonly type: "url"; readonly url: string };
  readonly name?: string;
  /** Bytes. */
  readonly sizeBytes?: number | bigint;
  /** Lower-case hexadecimal. */
  readonly sha256?: string;
}

/** What a tool may show a model beside its result. */
export type ContentBlock = TextBlock | MediaBlock;
