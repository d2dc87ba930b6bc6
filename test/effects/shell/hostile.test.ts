/** Long and deep lines: an answer, soon, and never that there is nothing. The bound only shows a hang. */
import { describe, expect, it } from "vitest";
import { analyseCommand } from "../../../src/effects/analyse.js";
import { cpuTimeOf } from "../../support/cpu-time.js";
import { WHERE } from "./read.js";

const HANG_MS = 1000;
const UNITS: readonly string[] = [
  ..."( { ` \" ' < > & | ; $ \\ * [ ? ~ # !".split(" "),
  ...'$( $(( ${ ${x:- <( >( (( [[ $[ <<a x=( x[$( "$( {a, $( {1..99} ?( f() f(){'.split(" "),
  "if a; then ",
  "while a; do ",
  "for i in a b c; do ",
  "for i in {1..99}; do ",
  "case x in x) ",
  "function f { ",
  "coproc ",
  "a|",
  "a&&",
  "a;",
  "a\n",
  "> a ",
  "sudo ",
  "env -S ",
  "xargs ",
  "find -exec ",
  "sh -c ",
  "eval eval ",
  "pwsh -c ",
  "x=$x$x;",
  "a=(${a[@]} ${a[@]} b);",
  "set -- $@ $@ a;",
  "rm -rf / ;",
  "$(a) ",
  "`a` ",
  "cat <<'E'\nx\nE\n",
  "f() { f|f& };f;",
  "git -c alias.x='!git x' x;",
  "\u0000",
  "\u{FFFC} ",
];

const cpuOf = (command: string) => cpuTimeOf(() => analyseCommand(command, WHERE));

describe("a hostile line", () => {
  it.each(UNITS)("T8 10^5 characters of %j are asked", async (unit) => {
    const command = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(analyseCommand(command, WHERE).effects).not.toEqual([]);
    expect(await cpuOf(command)).toBeLessThan(HANG_MS);
  });

  it.each(UNITS)("T8 a few thousand characters of %j are answered", async (unit) => {
    for (const length of [300, 3000, 40_000]) {
      const command = unit.repeat(Math.ceil(length / unit.length));
      expect(await cpuOf(command)).toBeLessThan(HANG_MS);
      expect(await cpuOf(`${command}a${")}".repeat(length / 4)}`)).toBeLessThan(HANG_MS);
    }
  });

  const DEEP: readonly (readonly [string, string])[] = [
    ["loops within loops", `${"for i in a b c d e f g h; do ".repeat(6)}one $i${"; done".repeat(6)}`],
    ["texts within texts", Array.from({ length: 12 }).reduce<string>((text) => `eval ${JSON.stringify(text)}`, "one")],
    [
      "functions that call two",
      `${Array.from({ length: 60 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join(";")}; f0`,
    ],
    ["values that double", `x=aaaaaaaaaa;${"x=$x$x;".repeat(40)} $x`],
    ["a long pipe", `${"cat|".repeat(900)}sh`],
    ["many files", `${"echo x > f;".repeat(900)} sh f`],
  ];
  it.each(DEEP)("T8 %s end in a question", async (_, command) => {
    expect(analyseCommand(command, WHERE).effects.some(({ kind }) => kind === "unknown")).toBe(true);
    expect(await cpuOf(command)).toBeLessThan(HANG_MS);
  });

  it("T8 what comes before the limit is still seen", () => {
    const { effects } = analyseCommand(`rm -rf /; ${"a;".repeat(1000)}`, WHERE);
    expect(effects.some(({ severity }) => severity === "destructive")).toBe(true);
  });
});
