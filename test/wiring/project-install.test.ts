import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let ignored: string;
beforeEach(() => {
  place = new ProgramPlace();
  ignored = place.path(".gitignore");
  mkdirSync(place.path(".git"));
});

describe("snaphook install --project", () => {
  it.each([["node_modules\n"], ["node_modules"], ["a\r\nb\r\n"], ["a\r\nb"], [undefined]])(
    "CF-20 keeps what it writes for this machine out of git, once, and takes it back (%j)",
    async (before) => {
      if (before !== undefined) writeFileSync(ignored, before);
      await place.run(["install", "claude-code", "codex", "--project"]);
      const once = readFileSync(ignored, "utf8");
      if (before?.includes("\r\n")) expect(once.replaceAll("\r\n", "")).not.toContain("\n");
      expect(once.split(/\r?\n/).filter((line) => line.startsWith("/"))).toEqual([
        "/.claude/settings.local.json",
        "/.codex/hooks.json",
      ]);
      const wired = readFileSync(place.path(".codex/hooks.json"), "utf8");
      await place.run(["install", "claude-code", "codex", "--project"]);
      expect(readFileSync(ignored, "utf8")).toBe(once);
      expect(readFileSync(place.path(".codex/hooks.json"), "utf8")).toBe(wired);
      await place.run(["uninstall", "codex", "--project"]);
      expect(readFileSync(ignored, "utf8")).not.toContain("codex");
      await place.run(["uninstall", "--project"]);
      expect(existsSync(ignored) ? readFileSync(ignored, "utf8") : undefined).toBe(before);
    },
  );

  it("leaves a folder that is no repository without a .gitignore", async () => {
    const other = new ProgramPlace();
    await other.run(["install", "codex", "--project"]);
    expect(other.has(".codex/hooks.json")).toBe(true);
    expect(other.has(".gitignore")).toBe(false);
  });

  it("writes nothing where the person's own config wires every project", async () => {
    await place.run(["install", "codex"]);
    const ran = await place.run(["install", "codex", "--project"]);
    expect(ran).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("already wired everywhere by your user config"),
    });
    expect(place.has(".codex/hooks.json")).toBe(false);
    expect(existsSync(ignored)).toBe(false);
  });

  it("is taken back when the person's own config is wired afterwards", async () => {
    writeFileSync(ignored, "node_modules\n");
    await place.run(["install", "codex", "--project"]);
    const ran = await place.run(["install", "codex"]);
    expect(ran.stdout).toContain(`${place.path(".codex/hooks.json")} removed`);
    expect(place.has(".codex/hooks.json")).toBe(false);
    expect(readFileSync(ignored, "utf8")).toBe("node_modules\n");
  });

  it("wires and unwires all the same when .gitignore cannot be changed, and says what is left to do", async () => {
    mkdirSync(ignored);
    const file = place.path(".codex/hooks.json");
    const put = await place.run(["install", "codex", "--project"]);
    expect(put).toMatchObject({ code: 1, stdout: expect.stringContaining(`${file} written`) });
    expect(put.stderr).toMatch(/\.gitignore: error FILE_UNWRITABLE: .*EISDIR/);
    expect(put.stderr).toContain(`out of git yourself: ${file}`);
    const taken = await place.run(["uninstall", "codex", "--project"]);
    expect(taken).toMatchObject({ code: 1, stdout: expect.stringContaining(`${file} removed`) });
    expect(taken.stderr).toContain(".gitignore: error FILE_UNWRITABLE");
  });

  it("says so of an agent that has no file in a project, and wires the others", async () => {
    const both = await place.run(["install", "kimi", "codex", "--project"]);
    expect(both).toMatchObject({ code: 0, stderr: expect.stringContaining("Kimi Code has no config file") });
    for (const command of ["install", "uninstall"])
      expect(await place.run([command, "kimi", "--project"])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("AGENT_NO_PLACE"),
      });
  });

  it("refuses both scopes at once", async () => {
    const ran = await place.run(["install", "codex", "--project", "--user"]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("either --user or --project") });
  });
});

describe("CF-24 whether an agent has to be wired again", () => {
  const wired = async () => {
    const agents = await place.json<{ agent: string; wired: { user: string } }[]>(["agents"]);
    return agents.find(({ agent }) => agent === "codex")?.wired.user;
  };
  const file = () => join(place.home, ".codex/hooks.json");

  it("CF-24 depends on our own entries alone", async () => {
    expect(await wired()).toBe("no");
    await place.run(["install", "codex"]);
    expect(await wired()).toBe("yes");
    const value = JSON.parse(readFileSync(file(), "utf8")) as { hooks: Record<string, object[]> };
    value.hooks["Stop"]!.push({ hooks: [{ type: "command", command: "mine" }] });
    writeFileSync(file(), JSON.stringify(value));
    expect(await wired()).toBe("yes");
    value.hooks["Stop"]!.shift();
    writeFileSync(file(), JSON.stringify(value));
    expect(await wired()).toBe("out of date");
    await place.run(["install", "codex"]);
    expect(await wired()).toBe("yes");
    expect(readFileSync(file(), "utf8")).toContain('"mine"');
  });

  describe("and the daemon, when it starts", () => {
    const FILES = [".claude/settings.local.json", ".codex/hooks.json"];
    let wired: string[];

    beforeEach(async () => {
      await place.run(["install", "claude-code", "codex", "--project"]);
      wired = FILES.map((file) => place.read(file));
    });

    /** Starts it, waits until it has seen to its files, and ends it. */
    async function restart(): Promise<string> {
      expect((await place.run(["up", "--detach"])).code).toBe(0);
      await place.run(["down"]);
      return place.read(join(place.state, "daemon/daemon.log"));
    }

    it("CF-20 writes deleted files again, byte for byte, and keeps them out of git", async () => {
      rmSync(place.path(".claude"), { recursive: true });
      rmSync(place.path(".codex/hooks.json"));
      rmSync(ignored);
      const log = await restart();
      expect(FILES.map((file) => place.read(file))).toEqual(wired);
      expect(readFileSync(ignored, "utf8")).toContain("/.claude/settings.local.json");
      expect(log).toContain(`wrote ${place.path(".codex/hooks.json")} again`);
      await place.run(["uninstall", "--project"]);
      expect(FILES.map((file) => place.has(file))).toEqual([false, false]);
    });

    it("CF-20 leaves alone what a person edited, uninstalled or turned into a link", async () => {
      writeFileSync(place.path(".claude/settings.local.json"), "{}");
      rmSync(place.path(".codex/hooks.json"));
      await place.run(["uninstall", "codex", "--project"]);
      await restart();
      expect([place.read(FILES[0]!), place.has(FILES[1]!)]).toEqual(["{}", false]);
      await place.run(["install", "codex", "--project"]);
      rmSync(place.path(".codex"), { recursive: true });
      symlinkSync(place.home, place.path(".codex"));
      await restart();
      expect(existsSync(join(place.home, "hooks.json"))).toBe(false);
    });
  });
});
