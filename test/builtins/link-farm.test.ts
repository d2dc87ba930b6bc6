import { existsSync, linkSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { BuiltinPlace } from "../support/builtin-place.js";

/** Another way to the same place, from an absolute path; undefined where there is none. */
type Way = (path: string, farm: Farm) => string | undefined;
type Ways = Readonly<Record<string, Way>>;

class Farm extends BuiltinPlace {
  readonly links = join(this.project, "links");
  #count = 0;

  constructor() {
    super();
    mkdirSync(this.links);
  }

  fresh(): string {
    return join(this.links, `l${this.#count++}`);
  }

  link(to: string): string {
    const at = this.fresh();
    symlinkSync(to, at);
    return at;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const renamed = (path: string, rename: (name: string) => string) => join(dirname(path), rename(basename(path)));
const inHome = (path: string, { home }: Farm, written: string) =>
  path.startsWith(`${home}/`) ? `${written}${path.slice(home.length)}` : undefined;

/** Other names that a file system may take for the same. */
const NAMES: Ways = {
  "the name as it is": (path) => path,
  "capital letters": (path) => renamed(path, (name) => name.toUpperCase()),
  "another case of a folder": (path) => path.replace(/\.(snaphook|claude|codex|local)\//, (name) => name.toUpperCase()),
  "letters taken apart": (path) => path.normalize("NFD"),
  "wide letters": (path) =>
    renamed(path, (name) => name.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))),
  "a mark nobody sees": (path) => renamed(path, (name) => name.replace(/(?<=^.)/, "\u200d")),
  "a dot at the end": (path) => `${path}.`,
};

const LINKS: Ways = {
  "no link": (path) => path,
  "a link to it": (path, farm) => farm.link(path),
  "a relative link to it": (path, farm) => farm.link(relative(farm.links, path)),
  "a chain of links": (path, farm) => farm.link(farm.link(farm.link(path))),
  "a link to its folder": (path, farm) => join(farm.link(dirname(path)), basename(path)),
  "a link to the folder above": (path, farm) =>
    join(farm.link(dirname(dirname(path))), basename(dirname(path)), basename(path)),
  "a second name of the file": (path, farm) => {
    if (!existsSync(path) || isFolder(path)) return undefined;
    const at = farm.fresh();
    linkSync(path, at);
    return at;
  },
};

const SPELLINGS: Ways = {
  "as it is": (path) => path,
  relative: (path, { project }) => relative(project, path),
  "relative with a dot": (path, { project }) => `./${relative(project, path)}`,
  "doubled slashes": (path) => path.replaceAll("/", "//"),
  "a dot in between": (path) => path.replaceAll("/", "/./"),
  "there and back": (path) => `${dirname(path)}/nothing/../${basename(path)}`,
  "a link, and back out of it": (path, farm) => {
    const folder = dirname(path);
    if (!isFolder(folder)) return undefined;
    const inner = join(folder, "inner-folder");
    mkdirSync(inner, { recursive: true });
    return `${farm.link(inner)}/../${basename(path)}`;
  },
  "a slash at the end": (path) => `${path}/`,
  "a dot folder at the end": (path) => `${path}/.`,
  "a blank at the end": (path) => `${path} `,
  "the root of a process": (path) => `/proc/self/root${path}`,
  "the root of a thread": (path) => `/proc/thread-self/root${path}`,
  "the root of a process by its number": (path) => `/proc/${process.pid}/root${path}`,
  "the folder of a process": (path, { project }) => `/proc/self/cwd/${relative(project, path)}`,
  "the home folder": (path, farm) => inHome(path, farm, "~"),
  "the home folder by name": (path, farm) => inHome(path, farm, `~${basename(farm.home)}`),
  "the home folder as a variable": (path, farm) => inHome(path, farm, "${HOME}"),
  "a file address": (path) => pathToFileURL(path).href,
};

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
      for (const [firsts, seconds] of [
        [NAMES, LINKS],
        [NAMES, SPELLINGS],
        [LINKS, SPELLINGS],
      ] as const)
        for (const [first, one] of Object.entries(firsts))
          for (const [second, other] of Object.entries(seconds)) {
            const way = one(path, farm);
            const end = way === undefined ? undefined : other(way, farm);
            if (end === undefined) continue;
            cases++;
            if (farm.protect(end, { options })?.verdict === undefined)
              missed.push(`${what}: ${first}, ${second}: ${end}`);
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
        reason: expect.stringContaining("cannot be told"),
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
