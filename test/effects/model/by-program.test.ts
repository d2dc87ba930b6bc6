import { describe, expect, it } from "vitest";
import { analyseCommand } from "../../../src/effects/analyse.js";
import { byProgram } from "../../../src/effects/model/by-program.js";

const WHERE = { cwd: "/work/shop", project: "/work/shop", home: "/home/ada", platform: "linux" };

describe("facts by the name of a program", () => {
  it("are worked out once for each name, and apart for each kind of fact", () => {
    const made: string[] = [];
    const lengthOf = byProgram((program) => {
      made.push(program);
      return { length: program.length };
    });
    const upperOf = byProgram((program) => ({ name: program.toUpperCase() }));
    for (const program of ["make", "constructor", "make", undefined, "constructor", ""]) {
      expect(lengthOf(program)).toEqual({ length: (program ?? "").length });
      expect(upperOf(program)).toEqual({ name: (program ?? "").toUpperCase() });
    }
    expect(made).toEqual(["make", "constructor", ""]);
  });

  it("are right for more names than are kept, and for long ones", () => {
    const nameOf = byProgram((program) => ({ program }));
    for (let round = 0; round < 2; round++)
      for (let at = 0; at < 5_000; at++) expect(nameOf(`tool-${at}`).program).toBe(`tool-${at}`);
    const long = "x".repeat(500);
    expect(nameOf(long)).toEqual({ program: long });
    expect(nameOf(`${long}y`)).toEqual({ program: `${long}y` });
  });

  it("do not depend on the commands before", () => {
    const commands = [
      "tar xzf a.tgz",
      "constructor -C /",
      "curl -o a b.c",
      "toString x",
      "sed -i s/a/b/ f",
      "cat .env",
    ];
    const alone = commands.map((command) => analyseCommand(command, WHERE));
    const again = [...commands].reverse().map((command) => analyseCommand(command, WHERE));
    expect(again.reverse()).toEqual(alone);
  });
});
