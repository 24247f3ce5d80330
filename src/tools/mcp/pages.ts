/** One page of a list. */
export interface Page {
  readonly items: readonly unknown[];
  /** Undefined ends the list; an empty text is a cursor (C4.4). */
  readonly next: string | undefined;
}

const MOST_PAGES = 1000;

/** Every page of a list, in order; a cursor that does not advance ends it with a warning (C4.4). */
export async function allPages(
  ask: (cursor: string | undefined) => Promise<Page>,
  warn: (message: string) => void,
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items: more, next } = await ask(cursor);
    for (const item of more) items.push(item);
    if (next === undefined) return items;
    if (seen.has(next)) {
      warn(`the list repeats its cursor ${JSON.stringify(next)}: it ends after ${page + 1} pages`);
      return items;
    }
    seen.add(next);
    cursor = next;
  }
  warn(`the list ends after ${MOST_PAGES} pages, though there are more`);
  return items;
}
