import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";

const GUIDES = join(ROOT, "docs/migrate");
const COMMANDS = readdirSync(join(ROOT, "src/cli/commands")).map((file) => file.replace(/\.ts$/, ""));
const BUILTINS = readdirSync(join(ROOT, "src/builtins")).map((file) => file.replace(/\.(ts|md)$/, ""));

describe("migration guides", () => {
  it.each(readdirSync(GUIDES))("AX-16 %s says where to look now, with commands and built-ins that exist", (guide) => {
    const text = readFileSync(join(GUIDES, guide), "utf8");
    const [, section = ""] = text.split("\n## Where to look now\n");
    const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| in "));
    expect(rows.filter((row) => !row.startsWith("| ---")).length).toBeGreaterThanOrEqual(5);
    const named = [...section.matchAll(/`snaphook ([a-z-]+)/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !COMMANDS.includes(name))).toEqual([]);
    const builtins = [...section.matchAll(/built-ins? ((?:`[a-z-]+`(?:, | and )?)+)/g)]
      .flatMap((match) => [...match[1]!.matchAll(/`([a-z-]+)`/g)])
      .map((match) => match[1]!);
    expect(builtins.filter((name) => !BUILTINS.includes(name))).toEqual([]);
  });
});
