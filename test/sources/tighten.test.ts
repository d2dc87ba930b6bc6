import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openPlan } from "../../src/runtime/plan/open-plan.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { assemble, loadedAs } from "../../src/sources/compile/assemble.js";
import { keptGuards } from "../../src/sources/trust/kept-guards.js";
import { tightenGuard } from "../../src/sources/trust/restrict-project-guard.js";
import { hookSpec, sourceRef } from "../support/hook-specs.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-tighten-")));
  onTestFinished(() => removeFolder(root));
});

function write(path: string, value: object): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
}
const open = () =>
  openPlan({ cwd: join(root, "home/project"), places: findPlaces({ HOME: join(root, "home") }), mayBuild: true });

describe("failure contracts", () => {
  it.each([
    [{ onFailure: "allow" }, {}],
    [{ onTimeout: "allow" }, {}],
    [{ onFailure: "allow", onTimeout: "deny" }, { onTimeout: "deny" }],
    [{ onFailure: "ask", onTimeout: "allow" }, { onFailure: "ask" }],
    [
      { onFailure: "deny", onTimeout: "ask" },
      { onFailure: "deny", onTimeout: "ask" },
    ],
  ] as const)("T2 of a project's guard keep %j as %j", (given, kept) => {
    const spec = hookSpec({ id: "g", guard: true });
    const { hook, findings } = tightenGuard({ ...spec, ...given }, "project", "/p/hooks.json");
    expect(hook).toEqual({ ...spec, ...kept });
    const dropped = Object.entries(given).filter(([key]) => !(key in kept));
    expect(findings.map(({ code, file }) => [code, file])).toEqual(
      dropped.map(() => ["CONFIG_SCOPE", "/p/hooks.json"]),
    );
    for (const [i, [key]] of dropped.entries())
      expect(findings[i]!.message).toContain(`\`${key}: "allow"\` of the guard "g"`);
  });

  it("T2 of hooks that are no guards say nothing new, and stay", () => {
    const hook = hookSpec({ onFailure: "allow", onTimeout: "allow" });
    const kept = tightenGuard(hook, "plugin", "f");
    expect(kept).toEqual({ hook, findings: [] });
    expect(kept.hook).toBe(hook);
  });

  it("T2 of a guard without a name are told by its event", () => {
    const { findings } = tightenGuard(hookSpec({ id: "", guard: true, onFailure: "allow" }), "plugin", "f");
    expect(findings[0]!.message).toBe('`onFailure: "allow"` of a guard for PreToolUse is ignored in a plugin file');
  });

  it("T2 that fail open are dropped from a project's file, with a warning, and hold in the user's own", async () => {
    const file = { hooks: { PreToolUse: [{ guard: true, command: "true", onFailure: "allow" }] } };
    write("home/.config/snaphook/hooks.json", file);
    write("home/project/.git/x", {});
    write("home/project/.snaphook/hooks.json", file);
    const { entries, findings } = await open();
    const written = entries.filter(({ source }) => source.path !== undefined);
    expect(written.map(({ hook, source }) => [source.level, hook.onFailure])).toEqual([
      ["user", "allow"],
      ["project", undefined],
    ]);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "CONFIG_SCOPE", file: join(root, "home/project/.snaphook/hooks.json") }),
    );
  });
});

describe("ids and twins", () => {
  const user = sourceRef({ key: "user", level: "user", rank: 3500, path: "/u" });
  const project = sourceRef({ key: "project", level: "project", rank: 3000, path: "/p" });

  it("T2 a project never takes the id of an owner's hook, nor stands in for its twin, whatever the ranks", () => {
    const twin = hookSpec({ id: "twin", run: { type: "command", command: "true" } });
    const { entries } = assemble([
      loadedAs(project, [hookSpec({ id: "mine", timeoutMs: 1 }), twin]),
      loadedAs(user, [hookSpec({ id: "mine", timeoutMs: 2 }), twin]),
    ]);
    expect(entries.map(({ hook, source, alsoFrom }) => [hook.id, source.key, alsoFrom.length])).toEqual([
      ["mine", "user", 0],
      ["twin", "user", 1],
      ["mine@project", "project", 0],
    ]);
  });

  it("T2 a project's hook with its id does not make an owner's guard go away when that one's file is damaged", () => {
    const guard = { hook: hookSpec({ id: "g", guard: true }), source: user, alsoFrom: [] };
    const other = { hook: hookSpec({ id: "g" }), source: project, alsoFrom: [] };
    const damage = [{ code: "CONFIG_SYNTAX", severity: "error", message: "", fix: "", file: "/u" }] as const;
    expect(keptGuards([guard], [other], damage)).toMatchObject([{ source: user, hook: { id: "g", broken: {} } }]);
    // A copy of it that another file holds is still there.
    expect(keptGuards([guard], [{ ...other, alsoFrom: [user] }], damage)).toEqual([]);
    expect(keptGuards([guard], [guard], damage)).toEqual([]);
  });
});
