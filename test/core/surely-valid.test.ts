import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRegex } from "../../src/core/match/parse.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

/** What the parser made of a pattern, and whether it asked the engine. */
function read(source: string): { pattern: ReturnType<typeof parseRegex>; asked: boolean } {
  let asked = false;
  const pattern = parseRegex(source, {
    compile(text) {
      asked = true;
      return linearRegex.compile(text);
    },
  });
  return { pattern, asked };
}

describe("patterns that are valid by the look of them", () => {
  it.each(["^mcp__server1__(read|write)_.+$", "(Edit|Write)File", "notebook.*cell", "^file\\.\\w+$"])(
    "takes %s without compiling it",
    (source) => {
      expect(read(source)).toEqual({ pattern: { kind: "regex", source }, asked: false });
    },
  );

  it.each(["a**", "(a", "a)", "[z-a]", "*a", "(?=a)b", "a{2,1}", "\\q"])("asks the engine about %s", (source) => {
    expect(read(source).asked).toBe(true);
  });

  it("never takes one that the engine would refuse", () => {
    const part = fc.constantFrom(
      ..."ab_9 :,/@=.-*+?|()^$[]{}\\",
      "\\d",
      "\\w",
      "\\s",
      "\\.",
      ".*",
      "(a|b)",
      "(?:",
      "(?=",
    );
    const source = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    let taken = 0;
    fc.assert(
      fc.property(source, (text) => {
        const { pattern, asked } = read(text);
        if (asked || "invalid" in pattern || pattern.kind !== "regex") return;
        taken++;
        linearRegex.compile(text);
      }),
      { numRuns: 20_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
