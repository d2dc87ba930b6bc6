import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Links } from "../../src/builtins/_shared/paths/follow-links.js";
import { PathRules } from "../../src/builtins/_shared/paths/path-rules.js";
import { ProtectedPaths } from "../../src/builtins/_shared/paths/protected-paths.js";
import { Farm } from "../support/link-farm.js";

describe("folders that one judgement leaves to the next", () => {
  it("T4 a link is followed that was made after its folder was looked at", () => {
    const { home, project } = new Farm();
    const dotfiles = join(home, "dotfiles");
    mkdirSync(join(home, ".agent"));
    mkdirSync(dotfiles);
    writeFileSync(join(home, ".agent/settings.json"), "{}");
    writeFileSync(join(dotfiles, "settings.json"), "{}");
    const rules = new PathRules([
      { path: join(home, ".agent/settings.json"), what: "settings" },
      { path: join(home, ".agent/hooks.json"), what: "hooks" },
      { path: ".agent/local.json", anywhere: true, what: "local settings" },
    ]);
    const found = (path: string) => {
      const places = { home, cwd: project, folders: [project] };
      // What has just changed is not kept.
      const paths = new ProtectedPaths(rules, places, new Links(project), Date.now() + 60_000);
      const rule = paths.find(path);
      return typeof rule === "object" ? rule.what : rule;
    };
    for (let judgement = 0; judgement < 2; judgement++) {
      expect(found(join(home, ".agent/settings.json"))).toBe("settings");
      expect(found(join(dotfiles, "settings.json"))).toBeUndefined();
      expect(found(join(dotfiles, "hooks.json"))).toBeUndefined();
      expect(found(join(dotfiles, "local.json"))).toBeUndefined();
    }
    rmSync(join(home, ".agent/settings.json"));
    symlinkSync(join(dotfiles, "settings.json"), join(home, ".agent/settings.json"));
    symlinkSync(join(dotfiles, "hooks.json"), join(home, ".agent/hooks.json"));
    symlinkSync(dotfiles, join(project, ".agent"));
    expect(found(join(dotfiles, "settings.json"))).toBe("settings");
    expect(found(join(dotfiles, "hooks.json"))).toBe("hooks");
    expect(found(join(dotfiles, "local.json"))).toBe("local settings");
  });
});
