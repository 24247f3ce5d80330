import { expect, test } from "vitest";
import { progressBar } from "./call-progress.js";

function screen(columns = 80) {
  const written: string[] = [];
  return { isTTY: true, columns, written, write: (text: string) => written.push(text) };
}

test("a bar shows fraction and message, keeps what an update leaves out, and is cleared", () => {
  const to = screen();
  const bar = progressBar(to);
  bar?.show({ fraction: 0.5, message: "half" });
  bar?.show({ message: "still\nhalf\u001b[31m" });
  bar?.[Symbol.dispose]();
  const half = `[${"█".repeat(12)}${"░".repeat(12)}]  50%`;
  expect(to.written).toEqual([`\r\u001b[2K${half} half`, `\r\u001b[2K${half} still half [31m`, "\r\u001b[2K"]);
});

test("a message alone is shown alone; a line never wraps; a fraction stays within its bar", () => {
  const to = screen(10);
  const bar = progressBar(to);
  bar?.show({ message: "reading many files" });
  bar?.show({ fraction: 7 });
  expect(to.written).toEqual(["\r\u001b[2Kreading m", `\r\u001b[2K[${"█".repeat(8)}`]);
});

test("nothing is drawn where there is no terminal, and nothing cleared where nothing was drawn", () => {
  expect(progressBar({ write: () => undefined })).toBeUndefined();
  const to = screen();
  progressBar(to)?.[Symbol.dispose]();
  expect(to.written).toEqual([]);
});
