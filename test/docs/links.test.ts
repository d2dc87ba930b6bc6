import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { readPages } from "../support/snippets.js";

const LINK = /\]\((?!https?:)([^)\s]+)\)/g;
/** Paths in the repository. Words in capitals, braces and stars stand for others. */
const NAMED = /`((?:src|test|scripts|bench|docs|examples)\/[\w./-]+)`/g;
/** Made by tests that find something. */
const LATER = ["test/fuzz/found"];

describe("links between pages", () => {
  it.each(readPages())("%s", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    const broken = [...text.matchAll(LINK)]
      .map(([, target = ""]) => target)
      .filter((target) => !leadsSomewhere(page, target));
    expect(broken).toEqual([]);
  });
});

describe("files that pages name", () => {
  it.each(readPages().filter((page) => page !== "CHANGELOG.md"))("%s", (page) => {
    const named = [...readFileSync(join(ROOT, page), "utf8").matchAll(NAMED)].map(([, path = ""]) => path);
    expect(
      named.filter((path) => !/[A-Z]{4}/.test(path) && !LATER.includes(path) && !existsSync(join(ROOT, path))),
    ).toEqual([]);
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? join(ROOT, page) : resolve(ROOT, dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || headings(file).includes(anchor);
}

/** As GitHub names them. */
function headings(file: string): string[] {
  const lines = readFileSync(file, "utf8").match(/^#+ .+$/gm) ?? [];
  return lines.map((line) =>
    line
      .replace(/^#+ /, "")
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
