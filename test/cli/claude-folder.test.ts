import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

const settings = (reason: string) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: "command", command: says("deny", reason) }] }] },
});

let place: ProgramPlace;
const folder = (name: string) => join(place.root, name);
const inFolder = (name: string) => ({ env: { CLAUDE_CONFIG_DIR: folder(name) } });

beforeEach(() => {
  place = new ProgramPlace();
  place.writeUser("hooks.json", { dialects: ["claude"], hooks: {} });
});

describe("CLAUDE_CONFIG_DIR", () => {
  it("AX-10 decides whose hooks are loaded, per call", async () => {
    for (const name of ["one", "two"]) place.write(join(folder(name), "settings.json"), settings(name));
    for (const name of ["one", "two"]) {
      const listed = await place.json<{ source: string; file?: string }[]>(["list"], inFolder(name));
      expect(JSON.stringify(listed)).toContain(join(folder(name), "settings.json"));
      expect(JSON.stringify(listed)).not.toContain(join(folder(name === "one" ? "two" : "one"), "settings.json"));
    }
    // When an event is fired too: what is found and not approved is noted.
    const input = { session_id: "s1", cwd: place.project, tool_use_id: "t1", ...bash("ls") };
    for (const name of ["one", "two", "one"]) {
      const fired = await place.json<{ notes: unknown[] }>(["fire", "PreToolUse", "--payload", "-"], {
        ...inFolder(name),
        input,
      });
      expect(fired.notes).toMatchObject([{ code: "NOT_ADMITTED" }]);
    }
    const none = await place.json<{ notes: unknown[] }>(["fire", "PreToolUse", "--payload", "-"], { input });
    expect(none.notes).toEqual([]);
  });

  it("AX-10 decides which file is wired", async () => {
    for (const name of ["one", "two"])
      expect((await place.run(["install", "claude-code"], inFolder(name))).code).toBe(0);
    for (const name of ["one", "two"]) expect(place.read(join(folder(name), "settings.json"))).toContain("launch");
    expect(place.has(join(place.home, ".claude/settings.json"))).toBe(false);
  });
});
