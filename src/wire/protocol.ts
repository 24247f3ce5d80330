/** The protocol levels within toolspan.v1 that this version speaks (C8.4). */
export const PROTOCOL = { min: 1, max: 1 } as const;

export const METADATA = {
  protocol: "toolspan-protocol",
  sdk: "toolspan-sdk",
  language: "toolspan-language",
  token: "authorization",
} as const;

/** The range that metadata states as "1" or "1-2"; undefined where it is no range. */
export function protocolRange(text: string): { readonly min: number; readonly max: number } | undefined {
  const match = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const min = Number(match[1]);
  return { min, max: match[2] === undefined ? min : Number(match[2]) };
}
