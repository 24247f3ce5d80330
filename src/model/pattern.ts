import { RE2JS } from "re2js";

/** A pattern that matches in time linear in the text. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** The pattern on a linear-time engine, or undefined where that cannot run it (look-around, back-references; C3.3). */
export function linearPattern(source: string): LinearPattern | undefined {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return { test: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}
