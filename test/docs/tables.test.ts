import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOTES } from "../../scripts/pages/notes.js";
import { COMMANDS } from "../../src/cli/_registry.js";
import { FAILURE_HINTS } from "../../src/core/decision/failure.js";
import { FINDINGS } from "../../src/core/errors.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { RecordingProbe } from "../../src/sources/discover/recording-probe.js";
import { ROOT, readSources } from "../architecture/source-tree.js";

describe("tables written by hand say what the code says", () => {
  it("OB-06 every cause of a failure is listed with its hint", () => {
    const rows = tableAfter("docs/failure-contract.md", "## Causes");
    expect(Object.fromEntries(rows.map(({ cause, hint }) => [plain(cause), hint]))).toEqual(FAILURE_HINTS);
  });

  it.each(["## Files", "## Matching and running", "## Answers"])("every dialect is listed under %s", (heading) => {
    const names = tableAfter("docs/dialects.md", heading).map(({ dialect }) => plain(dialect));
    expect(names.sort()).toEqual(Object.keys(PROFILES).sort());
  });

  it("EX-07 EX-02 default timeouts and strategies of the dialects are those of their loaders", () => {
    const timeouts = tableAfter("docs/dialects.md", "## Files");
    const strategies = tableAfter("docs/dialects.md", "## Matching and running");
    for (const [name, loader] of Object.entries(LOADERS)) {
      const hooks =
        name === "opta" ? [{ event: "tool.pre", command: "true" }] : { PreToolUse: [{ hooks: [{ command: "true" }] }] };
      const file = {
        path: "/project/hooks.json",
        text: JSON.stringify({ hooks }),
        scope: "user",
        project: "/project",
      } as const;
      const [hook] = loader.load(file, { files: new RecordingProbe(), regex: linearRegex }).hooks;
      expect(`${hook!.timeoutMs / 1000} s`, name).toBe(rowOf(timeouts, name)["default timeout"]);
      expect(hook!.strategy, name).toBe(rowOf(strategies, name)["strategy"]);
    }
  });

  it("EV-28 what a dialect can block is what its profile says", () => {
    for (const { dialect, "can block": events } of tableAfter("docs/dialects.md", "## Answers")) {
      if (events?.startsWith("see ")) continue; // the generated page says it
      expect(events?.split(", ").sort(), dialect).toEqual([...PROFILES[plain(dialect)]!.blocks].sort());
    }
  });

  it("every command is described", async () => {
    const listed = tableAfter("docs/cli.md", "## Commands").flatMap(({ command = "" }) =>
      [...command.matchAll(/`([a-z][a-z-]*)/g)].map(([, name]) => name),
    );
    const commands = await Promise.all(
      Object.entries(COMMANDS).map(async ([name, load]) => ({ name, group: (await load()).default.group })),
    );
    expect(listed.sort()).toEqual(
      commands
        .filter(({ name, group }) => group !== "Called by agents and scripts" || ["hook", "notify"].includes(name))
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("every note a decision can hold is explained, and no other", () => {
    const used = readSources().flatMap(({ text }) =>
      [...text.matchAll(/(?:note\(\s*|code: )"([A-Z_]+)"/g)].map(([, code]) => code!),
    );
    const notes = new Set(used.filter((code) => !Object.hasOwn(FINDINGS, code)));
    expect([...notes].sort()).toEqual(Object.keys(NOTES).sort());
  });
});

type Row = Readonly<Record<string, string>>;

/** The first table below a heading. */
function tableAfter(page: string, heading: string): Row[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const [, below = ""] = text.split(`\n${heading}\n`);
  const lines = below.slice(below.indexOf("\n|") + 1).split("\n");
  const table = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  const [head = [], , ...rows] = table.map((line) => line.slice(2, -2).split(/(?<!\\)\s*\|\s*/));
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name.trim(), (cells[i] ?? "").trim()])));
}

function rowOf(rows: readonly Row[], dialect: string): Row {
  return rows.find((row) => plain(row["dialect"]) === dialect) ?? {};
}

function plain(cell = ""): string {
  return cell.replaceAll("`", "");
}
