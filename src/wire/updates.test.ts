import { expect, test } from "vitest";
import { Updates } from "./updates.js";

const update = (number: bigint, message: string) => ({
  number,
  progress: { fraction: undefined, message, content: [] },
});

test("every update of a call is kept in order until there are many, then the newest", () => {
  const updates = new Updates();
  for (let i = 0; i < 100; i++) updates.add(update(1n, `step ${i}`));
  updates.add(update(2n, "other"));
  expect(updates.bytes).toBe(64 * (256 + 7) + 256 + 5);
  const taken = updates.take();
  expect(taken.map(({ progress }) => progress?.message)).toEqual([
    ...Array.from({ length: 64 }, (_, i) => `step ${36 + i}`),
    "other",
  ]);
  expect([updates.isEmpty, updates.bytes, updates.take()]).toEqual([true, 0, []]);
});
