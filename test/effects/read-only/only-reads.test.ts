import { describe, expect, it } from "vitest";
import { onlyReads } from "../../../src/effects/read-only/only-reads.js";
import { DOES_NOT_READ_ONLY, READS } from "../../support/reading-commands.js";

const where = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };
const reads = (command: string) => onlyReads(command, where);

/** Ways to write the same that change nothing. */
const REWRITES: readonly ((command: string) => string)[] = [
  (command) => `{ ${command}\n}`,
  (command) => `( ${command}\n)`,
  (command) => `true; ${command}`,
  (command) => `${command}\necho done`,
];

/** What makes any of them more than a reader. */
const SPOILERS: readonly ((command: string) => string)[] = [
  (command) => `{ ${command}\n} > out.txt`,
  (command) => `{ ${command}\n} &`,
  (command) => `${command}\ntouch out.txt`,
  (command) => `touch out.txt; ${command}`,
  (command) => `PATH=/tmp/x; ${command}`,
  (command) => `export X=1; ${command}`,
  (command) => `f() { ${command}\n}; f`,
  (command) => `alias ls=rm; ${command}`,
  (command) => `{ ${command}\n} | tee out.txt`,
  (command) => `{ ${command}\n} | bash`,
  (command) => `sudo true; ${command}`,
  (command) => `echo $(touch out.txt); ${command}`,
  (command) => `cat <(touch out.txt); ${command}`,
];

describe("only reads", () => {
  it("T8 SE-13 what only reads is known", () => {
    expect(READS.filter((command) => !reads(command))).toEqual([]);
  });

  it("T8 what writes, runs, sends or cannot be told is not", () => {
    expect(DOES_NOT_READ_ONLY.filter(reads)).toEqual([]);
  });

  it("T8 it stays known in a group, a subshell and a list", () => {
    const changed = READS.flatMap((command) => REWRITES.map((rewrite) => rewrite(command)));
    expect(changed.filter((command) => !reads(command))).toEqual([]);
  });

  it("T8 a side channel anywhere in the line ends it", () => {
    const spoiled = READS.flatMap((command) => SPOILERS.map((spoil) => spoil(command)));
    expect(spoiled.length).toBeGreaterThan(1000);
    expect(spoiled.filter(reads)).toEqual([]);
  });

  it("T8 two that only read do so behind each other and in a pipe, and not when one of them does not", () => {
    const [, second] = READS;
    const line = READS.filter((command) => !command.includes("\n") && !command.endsWith(";"));
    for (const glue of [" && ", " || ", "; ", " | "]) {
      expect(line.filter((command) => !reads(`${command}${glue}${second}`))).toEqual([]);
      expect(line.filter((command) => reads(`${command}${glue}rm -r src`))).toEqual([]);
    }
  });

  it("T8 limits end in no opinion", () => {
    expect(reads(`echo ${"a ".repeat(50_000)}`)).toBe(false);
    expect(reads(`${"echo $(".repeat(200)}ls${")".repeat(200)}`)).toBe(false);
    expect(reads(`${"nice ".repeat(50)}ls`)).toBe(false);
    for (const hostile of ["/*".repeat(4000), "'".repeat(9000), "[".repeat(9000), "a/".repeat(4000)])
      for (const program of ["psql -c", "sed", "awk", "curl", "grep"]) reads(`${program} "${hostile}"`);
  });

  it("T8 what a person trusts beside is let through by its words, and nothing else with it", () => {
    const trusted = [["make", "lint"]];
    const also = (command: string) => onlyReads(command, where, trusted);
    expect(["make lint", "make lint -s | tail -3", "cd src && make lint"].filter((one) => !also(one))).toEqual([]);
    expect(
      ["make", "make linting", "make -C x lint", "make lint > out.txt", "make lint; rm x", "X=1 make lint"].filter(
        also,
      ),
    ).toEqual([]);
  });
});
