/** Hand-written pages use conventional technical English. Generated pages take their words from the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { readPages } from "../support/snippets.js";
import { OUT_OF_USE } from "../support/word-list.js";

/** The changelog and the ledger quote titles of tests and older texts. */
const EXEMPT = ["CHANGELOG.md", "docs/requirements.md", "docs/builtins.md"];
const isGenerated = (text: string) => text.startsWith("<!-- GENERATED");

const readmes = ["src", "examples"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("README.md"))
    .map((path) => join(folder, path)),
);
const pages = [...readPages(), ...readmes].filter((page) => !EXEMPT.includes(page));

describe("words out of use", () => {
  it.each(pages)("%s", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const found = isGenerated(text)
      ? []
      : text
          .split("\n")
          .flatMap((line, i) => (OUT_OF_USE.some((words) => words.test(line)) ? [`${i + 1}: ${line}`] : []));
    expect(found).toEqual([]);
  });
});
