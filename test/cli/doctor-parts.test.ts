import { describe, expect, it } from "vitest";
import type { Check, DoctorContext } from "../../src/cli/doctor/check.js";
import { tooLittle } from "../../src/cli/doctor/disk.js";
import { runChecks } from "../../src/cli/doctor/run-checks.js";
import { interpreterOf, knownProgramsIn } from "../../src/cli/doctor/script-needs.js";
import { programsIn } from "../../src/cli/doctor/shell-programs.js";

describe("programs that a line of shell starts", () => {
  it.each<[string, string[]]>([
    ["jq .", ["jq"]],
    ["cat | jq -r '.a | .b; c'", ["cat", "jq"]],
    ['FOO=1 BAR="a b" python3 -m x', ["python3"]],
    ["x=$(jq .a) && echo $x", ["jq"]],
    ["echo $(date) foo bar", ["date"]],
    ["(cd /x && make all) | tee log", ["make", "tee"]],
    ["if grep -q x; then node a.js; else exit 2; fi", ["grep", "node"]],
    ["run 2>&1 >out.txt <in.txt; next &>all.txt arg", ["run", "next"]],
    ["exec env A=1 node x.js", ["node"]],
    ["command -v jq || exit 0", []],
    ["for f in a b; do lint $f; done", ["lint"]],
    ["# jq\nrun # other", ["run"]],
    ["a \\\n  b", ["a"]],
    ['"$HOME"/bin/x y', ["$HOME/bin/x"]],
    ['"my tool" x', ["my tool"]],
    ["! test -f x || [ -n y ]", []],
    ["a & b && c || d; e", ["a", "b", "c", "d", "e"]],
    ["", []],
    ["'unclosed", ["unclosed"]],
  ])("%j", (line, programs) => {
    expect(programsIn(line)).toEqual(programs);
  });

  it.each([
    "cat <<END\nfoo\nEND",
    "f() { foo; }; f",
    "case $x in a) foo ;; esac",
    "[[ a && b ]]",
    'echo "$(x "y")"',
    "echo `date` foo",
  ])("says nothing of what it does not understand: %j", (line) => {
    expect(programsIn(line)).toEqual([]);
  });
});

describe("what a script needs", () => {
  it.each([
    ["#!/bin/sh\n", "/bin/sh"],
    ["#!/usr/bin/env node\n", "node"],
    ["#!/usr/bin/env -S deno run\n", "deno"],
    ["#! /usr/bin/python3 -u\n", "/usr/bin/python3"],
    ["echo hi\n", undefined],
  ])("%j", (text, interpreter) => {
    expect(interpreterOf(text)).toBe(interpreter);
  });

  it("well-known programs that a shell script calls without a look", () => {
    const text =
      '#!/bin/bash\n# git\ninput=$(cat)\nx=$(echo "$input" | jq .a)\nif ! node x.js; then exit 2; fi\necho python3\n';
    expect(knownProgramsIn("/x/hook", text)).toEqual(["jq", "node"]);
    expect(knownProgramsIn("/x/hook", text.replace("# git", "type -P jq || exit 1"))).toEqual(["node"]);
    expect(knownProgramsIn("/x/hook.py", "import jq\njq .\n")).toEqual([]);
    expect(knownProgramsIn("/x/hook.sh", "jq .\n")).toEqual(["jq"]);
  });
});

describe("the checks together", () => {
  const check = (name: string, run: Check["run"]): Check => ({ name, run });

  it("one that throws or rejects is a finding, and the others go on", async () => {
    const checked = await runChecks(
      [
        check("throws", () => {
          throw new Error("no such thing\n  at somewhere");
        }),
        check("rejects", () => Promise.reject("words")),
        check("fine", () => []),
      ],
      {} as DoctorContext,
    );
    expect(checked).toMatchObject([
      {
        name: "throws",
        findings: [{ code: "CHECK_FAILED", message: '"throws" could not be checked (no such thing)' }],
      },
      { name: "rejects", findings: [{ code: "CHECK_FAILED", message: '"rejects" could not be checked (words)' }] },
      { name: "fine", findings: [] },
    ]);
  });

  it("says what it still waits for", async () => {
    const said: (readonly string[])[] = [];
    let end: (findings: never[]) => void = () => {};
    const slow = check("slow", () => new Promise((done) => (end = done)));
    const heard = (names: readonly string[]) => {
      said.push(names);
      end([]);
    };
    await runChecks([slow, check("quick", () => [])], {} as DoctorContext, heard, 50);
    expect(said[0]).toEqual(["slow"]);
  });
});

it("a disk with less than 100 MB free is told with what is left", () => {
  expect(tooLittle("/x", 100_000_000)).toEqual([]);
  expect(tooLittle("/x", 42_000_000)).toMatchObject([
    { code: "DISK_LOW", file: "/x", message: "only 42 MB are free here" },
  ]);
});
