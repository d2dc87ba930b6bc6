/** What `install --dry-run` and `uninstall --dry-run` show is what the command does. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

interface Shown {
  readonly agents: readonly { readonly files: readonly { readonly file: string; readonly diff: string | null }[] }[];
}

const onlyFile = async (place: ProgramPlace, args: readonly string[]) =>
  (await place.json<Shown>([...args, "--dry-run"])).agents[0]!.files[0]!;

/** The text of a file after `git apply` of the diff, in a copy. */
function applied(place: ProgramPlace, { file, diff }: { file: string; diff: string | null }): string {
  const copy = place.path("copy", file.slice(1));
  mkdirSync(dirname(copy), { recursive: true });
  if (place.has(file)) copyFileSync(file, copy);
  const patch = place.write("the.patch", `${diff}\n`);
  const git = spawnSync("git", ["apply", "--unsafe-paths", "-p1", patch], {
    cwd: place.path("copy"),
    encoding: "utf8",
  });
  expect(git).toMatchObject({ status: 0, stderr: "" });
  return place.read(copy);
}

const SETTINGS = '{\n  // mine\n  "model": "x",\n  "hooks": { "Stop": [] }\n}';

describe("a dry run", () => {
  it.each([
    ["an existing file", SETTINGS],
    ["no file", undefined],
  ])("is a unified diff that leads to what install and uninstall write: %s", async (_, settings) => {
    const place = new ProgramPlace();
    const file = place.path(place.home, ".claude/settings.json");
    if (settings !== undefined) place.write(file, settings);
    const shown = await onlyFile(place, ["install", "claude-code"]);
    expect(shown.diff).toMatch(
      settings === undefined ? /^--- \/dev\/null\n\+\+\+ \// : /^--- \/.*\n\+\+\+ \/.*\n@@ -1,/,
    );
    expect(place.read(file)).toBe(settings ?? "");
    const wanted = applied(place, shown);
    expect((await place.run(["install", "claude-code", "--dry-run"])).stdout).toContain(
      shown.diff!.split("\n").at(-2)!,
    );
    await place.run(["install", "claude-code"]);
    expect(place.read(file)).toBe(wanted);
    expect(applied(place, await onlyFile(place, ["uninstall", "claude-code"]))).toBe(settings ?? "");
  });

  it("uninstall names only what it changes", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "claude-code", "codex"]);
    const ran = await place.run(["uninstall"]);
    expect(
      ran.stdout
        .trim()
        .split("\n")
        .map((line) => line.split(":")[0]),
    ).toEqual(["Claude Code", "Codex CLI"]);
    expect((await place.run(["uninstall"])).stdout).toBe(
      "Nothing to remove: no config file has entries of Snaphook's.\n",
    );
  });
});
