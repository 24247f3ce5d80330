import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unpack } from "./archive.js";
import { type ZipEntry, zipOf } from "./zip.test-support.js";

const root = mkdtempSync(join(tmpdir(), "archive-"));
afterAll(() => rmSync(root, { recursive: true }));

function unpacked(entries: readonly ZipEntry[] | Buffer, under = "."): Promise<string> {
  const into = mkdtempSync(join(root, "into-"));
  const file = `${into}.zip`;
  writeFileSync(file, Buffer.isBuffer(entries) ? entries : zipOf(entries));
  return unpack(file, under, into).then(() => into);
}

test("files are unpacked with their folders; what may be run may be run", async () => {
  const into = await unpacked([
    { name: "a/" },
    { name: "a/SKILL.md", data: "x".repeat(100_000) },
    { name: "a/scripts/run.sh", data: "#!/bin/sh", mode: 0o100755 },
    { name: "ø.txt", data: "ø", mode: 0 },
  ]);
  expect(readFileSync(join(into, "a/SKILL.md"), "utf8")).toHaveLength(100_000);
  expect(readFileSync(join(into, "ø.txt"), "utf8")).toBe("ø");
  expect(statSync(join(into, "a/scripts/run.sh")).mode & 0o777).toBe(0o700);
  expect(statSync(join(into, "a/SKILL.md")).mode & 0o777).toBe(0o600);
});

test("of one folder only what is below it, whatever else is there", async () => {
  const into = await unpacked(
    [
      { name: "skills/a/SKILL.md", data: "a" },
      { name: "other/link", mode: 0o120777 },
      { name: "skills2/b", data: "b" },
    ],
    "./skills/",
  );
  expect(readFileSync(join(into, "a/SKILL.md"), "utf8")).toBe("a");
  expect(existsSync(join(into, "b"))).toBe(false);
});

test.each<[string, readonly ZipEntry[], string]>([
  ["a way up", [{ name: "../evil" }], "cannot be unpacked: invalid relative path: ../evil"],
  ["a way up in the middle", [{ name: "a/../../evil" }], "invalid relative path"],
  ["an absolute path", [{ name: "/etc/evil" }], "cannot be unpacked: absolute path: /etc/evil"],
  ["a drive", [{ name: "C:/evil" }], "absolute path"],
  ["a backslash", [{ name: "a\\..\\evil" }], "invalid characters in fileName"],
  [
    "a link",
    [{ name: "link", data: "/etc/passwd", mode: 0o120777 }],
    "holds link, which is no file but a link or device.",
  ],
  ["a device", [{ name: "null", mode: 0o020666 }], "which is no file but a link or device"],
  ["an empty part", [{ name: "a//b" }], "holds a file whose path is no path"],
  ["a NUL", [{ name: "a\0b" }], "holds a file whose path is no path"],
  ["one path twice", [{ name: "a" }, { name: "a" }], "EEXIST"],
  ["a file that is a folder, too", [{ name: "a" }, { name: "a/b" }], "cannot be unpacked"],
  ["a size that is a lie", [{ name: "a", data: "x".repeat(5000), claims: 10 }], "too many bytes in the stream"],
  ["a bomb of size", [{ name: "a", claims: 0x0fff_ffff }], "holds more than 128 MiB."],
  ["a bomb of many", Array.from({ length: 4097 }, (_, i) => ({ name: `f${i}` })), "holds more than 4096 files."],
])("%s is refused", async (_, entries, message) => {
  await expect(unpacked(entries)).rejects.toThrow(message);
  expect(existsSync(join(root, "evil"))).toBe(false);
});

test("what is no zip file is refused", async () => {
  await expect(unpacked(Buffer.from("hello"))).rejects.toThrow("cannot be opened");
});
