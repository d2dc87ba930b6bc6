import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { readPages } from "../support/snippets.js";

/** Pages below `docs/` that a page links to. */
function linkedFrom(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), "utf8");
  return new Set([...text.matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, path = ""]) => posix.join(dirname(page), path)));
}

/** Only for people who work on Snaphook; not part of the package. */
const NOT_SHIPPED = "docs/requirements.md";

describe("the index of the documentation", () => {
  it("lists every page", () => {
    const linked = linkedFrom("docs/README.md");
    const pages = readPages().filter((page) => page.startsWith("docs/") && !/^docs\/decisions\/\d/.test(page));
    const missing = pages.filter((page) => ![NOT_SHIPPED, "docs/README.md"].includes(page) && !linked.has(page));
    expect(missing).toEqual([]);
  });

  it("leads to every decision record", () => {
    const linked = linkedFrom("docs/decisions/README.md");
    const records = readdirSync(join(ROOT, "docs/decisions")).filter((name) => /^\d/.test(name));
    expect(records.filter((name) => !linked.has(`docs/decisions/${name}`))).toEqual([]);
  });

  it("is linked from the README", () => {
    expect(linkedFrom("README.md")).toContain("docs/README.md");
  });
});

describe("the glossary", () => {
  const rows = readFileSync(join(ROOT, "docs/glossary.md"), "utf8").match(/^\| (?!term|---).+/gm) ?? [];
  const terms = rows.map((row) => row.split(" | ")[0]!.slice(2));

  it("explains the terms that every page uses, in alphabetical order", () => {
    const needed = [
      "admission",
      "approval",
      "delivery",
      "dialect",
      "effect",
      "enforce",
      "failure contract",
      "guard",
      "level",
    ];
    const more = ["observe", "observer", "owner", "plan", "record", "severity", "source", "stage", "verdict"];
    expect([...needed, ...more].filter((term) => !terms.includes(term))).toEqual([]);
    expect(terms).toEqual([...terms].sort((one, other) => one.localeCompare(other, "en")));
  });

  it.each(["README.md", "ARCHITECTURE.md", "docs/README.md"])("is linked from %s", (page) => {
    expect(linkedFrom(page)).toContain("docs/glossary.md");
  });
});
