import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scriptOf } from "./script.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "script-")));
afterAll(() => rmSync(root, { recursive: true }));
const scripts = join(root, "scripts");
mkdirSync(scripts);
for (const file of [join(scripts, "run.sh"), join(root, "outside.sh")]) {
  writeFileSync(file, "#!/bin/sh\necho ran $#\n");
  chmodSync(file, 0o755);
}
symlinkSync(join(root, "outside.sh"), join(scripts, "link.sh"));

const allowed = { commands: ["echo", "printf", "cat", "true", "false", "wc", "find"], scriptDirs: [scripts] };
const of = (command: string): string => scriptOf(command, allowed, root);
const bash = (script: string): string =>
  spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", script], { cwd: root, env: { A: "x  y", HOME: "/h" } })
    .stdout.toString()
    .trimEnd();

describe("what is taken means the same to bash", () => {
  test.each([
    "echo hello",
    `echo 'single $A' "double $A \\"q\\" \\$A" un\\ quoted`,
    `echo "$A" $A \${A}b "\${A}"`,
    "echo a | cat | wc -l",
    "true && echo yes || echo no; false || echo other",
    "echo one\necho two # and a comment\n# another",
    "echo a \\\n  b",
    "echo script* s?ripts [r-t]cripts '*'",
    "echo ~ ~/x '~' a~",
    "printf '%s|' '' \"\" x",
    "echo 😀 ø日本",
    'echo {} $ a$ "$" "a\'b" \'a"b\' "\\n"',
    "echo out; cat scripts/nothing 2>/dev/null; echo err >&2; echo both &>/dev/null",
    "echo a#b",
    "echo a2>/dev/null b",
    "find . -name run.sh -exec echo {} ';'",
    "'echo' quoted; e\\cho escaped; \"ec\"ho joined",
  ])("%s", (command) => expect(bash(of(command))).toBe(bash(command)));

  test("a script below an allowed folder", () => {
    expect(bash(of("scripts/run.sh a 'b c'"))).toBe("ran 2");
    expect(bash(of(`${scripts}/run.sh`))).toBe("ran 0");
  });
});

describe("what is not taken", () => {
  test.each([
    ["rm -rf /", "Command 'rm' is not allowed."],
    ["echo a | rm b", "Command 'rm' is not allowed."],
    ["echo a && rm b", "Command 'rm' is not allowed."],
    ["true || rm b", "Command 'rm' is not allowed."],
    ["echo a; rm b", "Command 'rm' is not allowed."],
    ["echo a\nrm b", "Command 'rm' is not allowed."],
    ["echo a # b\nrm c", "Command 'rm' is not allowed."],
    ["e'c'ho$A", "expansion"],
    ["$A", "expansion"],
    ["*", "expansion"],
    ["echo $(rm b)", "Disallowed shell construct 'command_substitution' in: \"$(rm b)\""],
    ['echo "$(rm b)"', "command_substitution"],
    ["echo `rm b`", "command_substitution"],
    ['echo "`rm b`"', "command_substitution"],
    ["cat <(rm b)", "process_substitution"],
    ["echo >(rm b)", "process_substitution"],
    ["(rm b)", "subshell"],
    ["echo a; (echo b)", "subshell"],
    ["f() { rm b; }", "subshell"],
    ["{ rm b; }", "brace_expression"],
    ["echo {a,b}", "brace_expression"],
    ["echo a{1..3}", "brace_expression"],
    ["echo $((1+1))", "arithmetic_expansion"],
    ["echo $[1+1]", "arithmetic_expansion"],
    [`echo \${A:-$(rm b)}`, "expansion"],
    [`echo \${!A}`, "expansion"],
    [`echo "\${A@P}"`, "expansion"],
    ["echo $'a\\x20'", "ansi_c_string"],
    ['echo $"a"', "translated_string"],
    ["echo $?", "special_variable_name"],
    ['echo "$@"', "special_variable_name"],
    ["echo a > file", "file_redirect"],
    ["echo a >> file", "file_redirect"],
    ["echo a >/dev/nullx", "file_redirect"],
    ["echo a >/dev/null/../../etc/x", "file_redirect"],
    ["echo a >&file", "file_redirect"],
    ["echo a &> file", "file_redirect"],
    ["cat < file", "file_redirect"],
    ["cat << EOF\nrm b\nEOF", "heredoc_redirect"],
    ["cat <<< x", "heredoc_redirect"],
    ["echo a &", "background"],
    ["echo a & rm b", "background"],
    ["echo a |& cat", "pipeline"],
    ["A=b echo a", "variable_assignment"],
    ["PATH=/evil echo a", "variable_assignment"],
    ["A+=b", "variable_assignment"],
    ["a[0]=b", "expansion"],
    ["if true; then rm b; fi", "Command 'if' is not allowed."],
    ["for i in a; do rm b; done", "Command 'for' is not allowed."],
    ["! echo a", "Command '!' is not allowed."],
    ["time rm b", "Command 'time' is not allowed."],
    ["eval rm b", "Command 'eval' is not allowed."],
    ["/bin/echo a", "Command '/bin/echo' is not allowed."],
    ["outside.sh", "is not allowed"],
    ["./outside.sh", "is not allowed"],
    ["scripts/../outside.sh", "is not allowed"],
    ["scripts/link.sh", "is not allowed"],
    ["scripts/none.sh", "is not allowed"],
    ["scripts", "is not allowed"],
    ["''", "Command '' is not allowed."],
    ["", "Empty command."],
    [" \n\t# nothing", "Empty command."],
    ["echo 'open", "Command has syntax errors."],
    ['echo "open', "Command has syntax errors."],
    ["echo \\", "Command has syntax errors."],
    ["echo a |", "Command has syntax errors."],
    ["| echo a", "Command has syntax errors."],
    ["echo a && || echo b", "Command has syntax errors."],
    ["echo a\0; rm b", "Command has syntax errors."],
    ["echo a\rrm b", "Command has syntax errors."],
    ["echo a;; rm b", "case_item"],
  ])("%j", (command, message) => expect(() => of(command)).toThrow(message));
});
