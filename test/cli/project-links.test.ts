/** A project cannot choose, by a link, which file outside of it a command changes. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linkPreparedProgram } from "../support/prepared-install.js";
import { ProgramPlace, type Ran } from "../support/program.js";

class LinkedPlace extends ProgramPlace {
  readonly outside = join(this.home, "dotfiles");

  constructor() {
    super();
    mkdirSync(join(this.outside, "hooks.d"), { recursive: true });
    mkdirSync(this.path(".git"));
    writeFileSync(join(this.outside, "ignore"), "mine\n");
  }

  /** Makes a link of the project; relative targets stay in it. */
  link(name: string, to = this.outside): this {
    mkdirSync(this.path(name, ".."), { recursive: true });
    symlinkSync(to, this.path(name));
    return this;
  }

  /** Every file outside, with its text. */
  files(): Record<string, string> {
    const all = readdirSync(this.outside, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return Object.fromEntries(all.map((one) => [one.name, readFileSync(join(one.parentPath, one.name), "utf8")]));
  }

  /** Without a copy of the program of its own. */
  async install(args: readonly string[]): Promise<Ran> {
    if (!this.has(join(this.data, "versions"))) await linkPreparedProgram(this);
    return this.run(args);
  }

  async refuses(args: readonly string[]): Promise<void> {
    const before = this.files();
    const ran = await (args[0] === "install" ? this.install(args) : this.run(args));
    expect([args, ran.code, `${ran.stdout}${ran.stderr}`]).toEqual([
      args,
      expect.toSatisfy((code) => code !== 0),
      expect.stringMatching(/LINK_LEADS_OUT|leads out of the project/),
    ]);
    expect(this.files()).toEqual(before);
  }
}

it("T9 `init` does not write through a folder that is a link [links of init]", async () => {
  await new LinkedPlace().link(".snaphook").refuses(["init"]);
});

it("T9 `install --project` and `uninstall --project` do not, whichever part is the link [links of install]", async () => {
  await new LinkedPlace().link(".claude").refuses(["install", "--project", "claude-code"]);
  const place = new LinkedPlace().link(".codex/hooks.json", join(new LinkedPlace().outside, "not-there.json"));
  await place.refuses(["install", "--project", "codex"]);
  const other = new LinkedPlace();
  await other.install(["install", "--project", "codex"]);
  const wired = other.read(".codex/hooks.json");
  const moved = new LinkedPlace();
  writeFileSync(join(moved.outside, "hooks.json"), wired);
  await moved.link(".codex").refuses(["uninstall", "--project", "codex"]);
});

it("T9 nor is a .gitignore that is a link changed [links of git-ignore]", async () => {
  const place = new LinkedPlace();
  await place.link(".gitignore", join(place.outside, "ignore")).refuses(["install", "--project", "codex"]);
});

it("T9 nor do `add` and `remove --scope project` [links of add]", async () => {
  const place = new LinkedPlace();
  await place.link(".snaphook").refuses(["add", "protect-paths", "--scope", "project"]);
  const from = new LinkedPlace();
  await from.run(["add", "protect-paths", "--scope", "project"]);
  writeFileSync(join(place.outside, "hooks.d/protect-paths.jsonc"), from.read(".snaphook/hooks.d/protect-paths.jsonc"));
  await place.refuses(["remove", "protect-paths", "--scope", "project"]);
});

it("links that stay in the project are followed", async () => {
  const place = new LinkedPlace();
  mkdirSync(place.path("shared/hooks.d"), { recursive: true });
  place.link(".snaphook", "shared").link(".codex", "shared");
  for (const args of [["init"], ["install", "--project", "codex"], ["add", "protect-paths", "--scope", "project"]])
    expect([args, (await place.install(args)).code]).toEqual([args, 0]);
  expect([place.has("shared/hooks.jsonc"), place.has("shared/hooks.json")]).toEqual([true, true]);
});
