/** What a person has to look at again: hooks and files that differ from the newest approval. */
import { mkdtempSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { sha256 } from "../../src/disk/digest.js";
import type { SourceReview } from "../../src/sources/trust/approvals.js";
import { changesOf } from "../../src/sources/trust/changes.js";
import { TrustStore } from "../../src/sources/trust/trust-store.js";
import { hookSpec } from "../support/hook-specs.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
let trust: TrustStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "snaphook-changes-"));
  onTestFinished(() => removeFolder(root));
  trust = new TrustStore(join(root, "data"));
});

const FACTS = { name: "/p/f", path: "/p/f", scope: "project", dialect: "native" } as const;
const at = (name: string) => join(root, name);
const covered = (name: string, text: string) => ({ path: at(name), sha256: sha256(text) });
const hook = (id: string, more: Partial<HookSpec> = {}) => {
  const spec = hookSpec({ id, run: { type: "command", command: "true" }, ...more });
  return { hook: spec, token: `token-${spec.timeoutMs}`, files: [] };
};

function approve(hooks: SourceReview["hooks"], files: Readonly<Record<string, string>> = {}): void {
  const texts = Object.values(files).map((text) => [sha256(text), Buffer.from(text)] as const);
  const list = Object.entries(files).map(([name, text]) => covered(name, text));
  trust.allow(FACTS, { digest: String(Math.random()), hooks, files: list }, new Map(texts));
}
function changes(hooks: SourceReview["hooks"], files: SourceReview["files"] = []) {
  const record = trust.recordOf(FACTS.name);
  return changesOf(
    { facts: FACTS, hooks, files, digest: "", missing: [], tools: [], notCovered: [], ...(record && { record }) },
    trust,
  );
}
const shown = (lines: readonly { sign: string; text: string }[] | undefined) =>
  lines?.map(({ sign, text }) => `${sign}${text}`);

describe("changes since an approval", () => {
  it("are none where there never was one, or nothing changed", () => {
    expect(changes([hook("a")])).toEqual([]);
    approve([hook("a")], { f: "1\n" });
    expect(changes([hook("a")], [covered("f", "1\n")])).toEqual([]);
  });

  it("are hooks that came, went, or say something else, line by line", () => {
    approve([hook("a"), hook("b")]);
    const [a, b, c] = changes([hook("a", { timeoutMs: 5 }), hook("c")]);
    expect(a).toMatchObject({ what: "a", how: "changed" });
    expect(shown(a!.lines)).toContain('-  "timeoutMs": 1000');
    expect(shown(a!.lines)).toContain('+  "timeoutMs": 5');
    expect([b, c]).toEqual([
      { what: "b", how: "removed" },
      { what: "c", how: "added" },
    ]);
  });

  it("are told of a hook without a name by its token: another one is another hook", () => {
    approve([hook("")]);
    expect(changes([hook("", { timeoutMs: 5 })])).toEqual([
      { what: "token-1000", how: "removed" },
      { what: "token-5", how: "added" },
    ]);
  });

  it("count from the newest approval", () => {
    approve([hook("a")]);
    approve([hook("b")]);
    expect(changes([hook("b")])).toEqual([]);
  });

  it("are files that came, went, or hold something else, line by line", () => {
    approve([], { f: "one\ntwo\n", gone: "x" });
    writeFileSync(at("f"), "one\n2\n");
    const [f, ...others] = changes([], [covered("f", "one\n2\n"), covered("new", "y")]);
    expect([f!.what, f!.how, shown(f!.lines)]).toEqual([at("f"), "changed", [" one", "-two", "+2", " "]]);
    expect(others).toEqual([
      { what: at("gone"), how: "removed" },
      { what: at("new"), how: "added" },
    ]);
  });

  it("of a file that is no text, was not kept, or went away meanwhile are told without lines", () => {
    approve([], { f: "text" });
    const told = [{ what: at("f"), how: "changed" }];
    writeFileSync(at("f"), "a\0b");
    expect(changes([], [covered("f", "a\0b")])).toStrictEqual(told);
    unlinkSync(at("f"));
    expect(changes([], [covered("f", "a\0b")])).toStrictEqual(told);
    approve([], { f: "a\0b" });
    writeFileSync(at("f"), "text");
    expect(changes([], [covered("f", "text")])).toStrictEqual(told);
    approve([], { f: "x".repeat(256 * 1024 + 1) });
    expect(changes([], [covered("f", "text")])).toStrictEqual(told);
  });
});
