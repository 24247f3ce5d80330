/** A number that is written as a float even when it is integral: `float(1)` is `1.0` on the wire (C1.3). */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }

  /** So that arithmetic takes it as the number that it is. */
  valueOf(): number {
    return this.value;
  }
}

/** Marks a number as a float, since TypeScript cannot tell `1.0` from `1`. */
export function float(value: number): Float {
  return new Float(value);
}

/** The JSON text of a finite float, always with a point or an exponent. */
export function floatText(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (!Number.isInteger(value)) return String(value).replace("e+", "e");
  if (Number.isSafeInteger(value)) return `${value}.0`;
  const text = value.toExponential().replace("e+", "e");
  return text;
}
