import { type Context, createContext, Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { attacksOn, type BuiltIn, builtInPatterns } from "./built-in-patterns.js";

const LENGTH = 100_000;
/** CPU time. A pattern that backtracks would go on for hours. */
const LIMIT_MS = 1000;

const PATTERNS = builtInPatterns();

/** The texts that the pattern could not be done with. */
function wornOut(pattern: BuiltIn): string[] {
  const context = createContext({ text: "", pattern: new RegExp(pattern.source, pattern.flags) });
  const script = new Script("pattern.lastIndex = 0; text.replace(pattern, '').length");
  return attacksOn(pattern, LENGTH).filter((text) => {
    context["text"] = text;
    return !endsInTime(script, context);
  });
}

/** A script can only be stopped after wall time, which passes without work on a busy machine. Then it is tried for longer. */
function endsInTime(script: Script, context: Context): boolean {
  for (let timeout = LIMIT_MS; ; timeout *= 2) {
    const before = process.cpuUsage();
    try {
      script.runInContext(context, { timeout });
      return true;
    } catch {
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 >= LIMIT_MS) return false;
    }
  }
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
