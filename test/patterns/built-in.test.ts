import { createContext, Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { attacksOn, type BuiltIn, builtInPatterns } from "./built-in-patterns.js";

const LENGTH = 100_000;
/** What takes longer than this is stopped: a pattern that backtracks would go on for hours. */
const LIMIT_MS = 1000;

const PATTERNS = builtInPatterns();

/** The texts that the pattern could not be done with. */
function wornOut(pattern: BuiltIn): string[] {
  const context = createContext({ text: "", pattern: new RegExp(pattern.source, pattern.flags) });
  const script = new Script("pattern.lastIndex = 0; text.replace(pattern, '').length");
  return attacksOn(pattern, LENGTH).filter((text) => {
    context["text"] = text;
    try {
      script.runInContext(context, { timeout: LIMIT_MS });
      return false;
    } catch {
      return true;
    }
  });
}

describe("T13 patterns of our own", () => {
  it("are all found", () => {
    expect(PATTERNS.length).toBeGreaterThan(100);
  });

  it.each(PATTERNS.map((one) => [`/${one.source}/${one.flags} in ${one.file}`, one] as const))(
    "%s",
    (_name, pattern) => {
      expect(wornOut(pattern).map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
    },
  );
});
