import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Farm, waysTo } from "../support/link-farm.js";

function protectedPaths(farm: Farm): Record<string, string> {
  const { home, project } = farm;
  const { config, data, state, cache } = farm.surroundings;
  return {
    "a trust record": farm.write(join(data, "trust/record.json")),
    "a launcher that is not there yet": join(data, "bin/launch"),
    "the store": farm.write(join(state, "store/events.db")),
    "a socket": join(state, "daemon/hooks.sock"),
    "a plan": join(cache, "plans/x.json"),
    "the managed policy": "/etc/snaphook/hooks.json",
    "the person's hooks": farm.write(join(config, "hooks.json")),
    "switches that are not there yet": join(config, "overrides.json"),
    "a project's hooks": farm.write(join(project, ".snaphook/hooks.json")),
    "hooks of a package that has none yet": join(project, "packages/a/.snaphook/hooks.d/x.json"),
    "a code config": join(project, "snaphook.config.ts"),
    "a script that a hook names": farm.write(join(project, "scripts/check.sh")),
    "Claude Code's settings": farm.write(join(home, ".claude/settings.json")),
    "a project's local settings": join(project, ".claude/settings.local.json"),
    "Codex's config": farm.write(join(project, ".codex/config.toml")),
    "an extension of Pi": join(home, ".pi/agent/extensions/x.ts"),
  };
}

const options = { also: ["scripts/check.sh"] };

describe("paths", () => {
  it("T9 T4 no way leads to a protected file unseen, nor do two ways after each other", () => {
    const farm = new Farm();
    const missed: string[] = [];
    let cases = 0;
    for (const [what, path] of Object.entries(protectedPaths(farm)))
      for (const [how, end] of waysTo(path, farm)) {
        cases++;
        if (farm.protect(end, { options })?.verdict === undefined) missed.push(`${what}: ${how}: ${end}`);
      }
    expect(missed).toEqual([]);
    expect(cases).toBeGreaterThan(3_500);
  });

  it("T9 what cannot be followed counts as protected", () => {
    const farm = new Farm();
    const [a, b] = [farm.fresh(), farm.fresh()];
    symlinkSync(a, b);
    symlinkSync(b, a);
    const long = Array.from({ length: 45 }).reduce<string>((to) => farm.link(to), join(farm.project, "end"));
    for (const path of [a, join(b, "x"), long, "/proc/self/fd/7", "/dev/fd/7", "x\0y", "n".repeat(300)])
      expect(farm.protect(path), path.slice(0, 60)).toMatchObject({
        verdict: "ask",
        reason: expect.stringContaining("cannot be resolved"),
      });
  });

  it("T9 a protected file that is itself a link is protected where it leads", () => {
    const farm = new Farm();
    const dotfiles = farm.write(join(farm.home, "dotfiles/claude.json"));
    mkdirSync(join(farm.home, ".claude"));
    symlinkSync(dotfiles, join(farm.home, ".claude/settings.json"));
    symlinkSync(join(farm.root, "shared"), join(farm.project, ".snaphook"));
    symlinkSync(
      join(farm.root, "not-there-yet.toml"),
      farm.write(join(farm.project, ".codex/x")).replace(/x$/, "config.toml"),
    );
    for (const path of [dotfiles, join(farm.root, "shared/hooks.json"), "../not-there-yet.toml"])
      expect(farm.protect(path), path).toMatchObject({ verdict: "ask" });
  });

  it("T9 a home that is a link is one home", () => {
    const farm = new Farm();
    const home = farm.link(farm.home);
    const data = join(home, "data/snaphook");
    for (const path of [join(farm.home, ".gemini/settings.json"), join(home, ".gemini/settings.json")])
      expect(farm.protect(path, { home, data }), path).toMatchObject({ verdict: "ask" });
    for (const path of [join(farm.home, "data/snaphook/x"), join(data, "x"), "~/data/snaphook/x"])
      expect(farm.protect(path, { home, data }), path).toMatchObject({ verdict: "deny" });
  });

  it("T9 harmless paths are left alone", () => {
    const farm = new Farm();
    const { home, project, surroundings } = farm;
    const twins = [farm.write(join(project, "one.txt")), join(project, "two.txt")] as const;
    linkSync(...twins);
    farm.write(join(surroundings.data, "trust/record.json"));
    farm.write(join(home, ".claude/settings.json"));
    const harmless = [
      "src/index.ts",
      "README.md",
      "hooks.json",
      "settings.json",
      "config.toml",
      "a new folder/with/a new file.txt",
      "src/../README.md",
      "./docs/snaphook.md",
      "docs/.snaphook.md",
      "not.snaphook/hooks.json",
      "snaphook.configuration.md",
      "snaphook/config.ts",
      ".claude/CLAUDE.md",
      ".claude/agents/reviewer.md",
      ".claude/settings.json.md",
      ".codex/AGENTS.md",
      ".github/workflows/ci.yml",
      ".vscode/launch.json",
      "codex/config.toml",
      "node_modules/.bin/tsc",
      "~/notes.md",
      "~/.claude/projects/p/memory.md",
      "~/.config/other/hooks.json",
      "~somebody/x",
      "~$draft.docx",
      "$HOMEWORK/x",
      `${surroundings.data}-old/x`,
      `${surroundings.config}2/hooks.json`,
      join(home, ".local/share/other/x"),
      "/etc/hosts",
      "/etc/snaphook.d/x",
      "/dev/null",
      "/tmp/some-file",
      "/proc/self/cwd/README.md",
      pathToFileURL(join(project, "src/a.ts")).href,
      "https://example.test/.claude",
      farm.link(join(project, "src/index.ts")),
      join(farm.link(project), "src/new.ts"),
      join(farm.link(home), "notes.md"),
      `${farm.link(project)}/../elsewhere.txt`,
      ...twins,
      "file.txt/below-a-file",
    ];
    farm.write(join(project, "file.txt"));
    const alarms = harmless.filter((path) => farm.protect(path, { options }) !== undefined);
    expect(alarms).toEqual([]);
  });
});
