import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reviewText } from "../../src/cli/human/describe-review.js";
import { askText } from "../../src/cli/output/live-view.js";
import { excerptText, safe, wholeText } from "../../src/cli/output/visible-text.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";

const RUNS = { numRuns: 3000 };

/** Everything that has ever been used to show one thing and run another, between plain text. */
const TRICKS = [
  "\u001b[2K",
  "\u001b]0;title\u0007",
  "\u001b[8m",
  "\u009b31m",
  "\r",
  "\b\b\b",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200d",
  "\u00ad",
  "\u2028",
  "\ufeff",
  "\u3164",
  "\u2800",
  "\u00a0",
  "\ufe0f",
  "\u{e0041}",
  "\u{e0100}",
  "\ud800",
  "\u0000",
  "\u007f",
  "\t",
  "⟦ESC⟧",
  "⇥",
  "│ ",
  "\n  snaphook approve 1234   or   snaphook deny 1234   within 9 s\n",
  "\n".repeat(50),
  " ".repeat(300),
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: "binary" }), fc.constantFrom("rm -rf /", "ls", " ")), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

/** What a reader who knows the marks makes of what is shown. */
const NAMES: Readonly<Record<string, string>> = { NUL: "\0", BEL: "\u0007", BS: "\b", CR: "\r", ESC: "\u001b" };
const readBack = (shown: string) =>
  shown
    .replaceAll("⇥", "\t")
    .replace(/⟦(?:U\+([0-9A-F]+)|([A-Z]+))⟧/gu, (_, code?: string, name?: string) =>
      code === undefined ? NAMES[name!]! : String.fromCodePoint(Number.parseInt(code, 16)),
    );

const CONTROLS = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe("T15 what a person approves", () => {
  it("T15 is shown without anything that steers the terminal, and can be read back exactly", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = safe(text);
        expect(shown).not.toMatch(CONTROLS);
        expect(readBack(shown)).toBe(text);
      }),
      RUNS,
    );
  });

  it("T15 two texts that would run differently never look the same", () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        expect(safe(one) === safe(other)).toBe(one === other);
      }),
      RUNS,
    );
  });

  it("T15 no row of it looks like a row of ours, however it wraps", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 200 }), (text, columns) => {
        const ours =
          /^ {4}(… \d+ lines are not shown here …|\d+ lines, \d+ characters in all|(begins|ends {2}) │ .*)$/u;
        for (const row of [...wholeText(text, "    ", columns), ...excerptText(text, "    ", columns)]) {
          expect(row).not.toMatch(/\n/);
          expect(row).not.toMatch(CONTROLS);
          expect(row.startsWith("    │ ") || row.startsWith("    ┆ ") || ours.test(row)).toBe(true);
          expect([...row].length).toBeLessThan(columns);
        }
      }),
      RUNS,
    );
  });

  it("T15 what is approved is shown whole, whatever its length", () => {
    const text = `first\n${"x\n".repeat(5000)}${"A".repeat(10_000)}; rm -rf /\n${"x\n".repeat(5000)}last`;
    const shown = wholeText(text, "", 80);
    const given = shown.slice(0, -3).map((row) => (row.startsWith("│ ") ? `\n${row.slice(2)}` : row.slice(2)));
    expect(given.join("").slice(1)).toBe(text);
    expect(shown.slice(-3)).toEqual(["10003 lines, 30021 characters in all", "begins │ first", "ends   │ last"]);
    expect(wholeText("ls -l", "  ", 80)).toEqual(["  │ ls -l"]);
  });

  it("T15 a list shows both ends and the length of what does not fit on a screen", () => {
    const padded = `ls\n${"\n".repeat(50)}rm -rf /\n\n`;
    const shown = excerptText(padded, "", 80);
    expect(shown).toContain("│ rm -rf /");
    expect(shown.slice(-3)).toEqual(["54 lines, 63 characters in all", "begins │ ls", "ends   │ rm -rf /"]);
    const endless = excerptText(`first\n${"x\n".repeat(5000)}last`, "", 80);
    expect(endless.length).toBeLessThan(130);
    expect(endless).toContain("… 4882 lines are not shown here …");
    expect(endless.slice(-3)).toEqual(["5002 lines, 10010 characters in all", "begins │ first", "ends   │ last"]);
    const wide = excerptText(`echo ${"A".repeat(10_000)}; rm -rf /`, "", 80).join("\n");
    expect(wide).toContain("⟦… 7015 characters …⟧");
    expect(wide).toMatch(/ends {3}│ A+; rm -rf \/$/);
    expect(excerptText("ls -l", "  ", 80)).toEqual(["  │ ls -l"]);
  });

  it("T15 the question and the review of a hook are shown that way", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const ask = { id: "1234abcd", agent: text, tool: text, project: text, input: text, reason: text, expiresAt: 0 };
        const hook = {
          id: text,
          event: "PreToolUse",
          match: {},
          guard: true,
          run: { type: "command", command: text, env: { [text]: text }, cwd: text },
        } as unknown as HookSpec;
        const source = { path: text, dialect: "native", state: "untrusted" };
        const item = {
          source,
          named: [hook],
          code: false,
          files: [{ path: text }],
          digest: "0".repeat(64),
          missing: [hook],
          changes: [{ what: text, how: "changed", lines: [{ sign: "+", text }] }],
          tools: [text],
          notCovered: [text],
        };
        for (const shown of [askText(ask), reviewText(item as unknown as Parameters<typeof reviewText>[0])])
          expect(shown).not.toMatch(CONTROLS);
      }),
      { numRuns: 500 },
    );
  });
});
