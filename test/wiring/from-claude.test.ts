import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

let place: ProgramPlace;
let settings: string;
beforeEach(() => {
  place = new ProgramPlace();
  settings = place.write(join(place.home, ".claude/settings.json"), {
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: says("deny", "from claude") }] }] },
  });
});

const told = async (agent: string) =>
  (await place.run(["hook", agent, "PreToolUse"], { input: { session_id: "s", cwd: place.project, ...bash("ls") } }))
    .stdout;

describe("snaphook install --from claude", () => {
  it("brings the hooks in Claude Code's settings to another agent once they are approved", async () => {
    const ran = await place.run(["install", "codex", "--from", "claude"]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`snaphook trust ${settings}`) });
    expect(ran.stdout).toContain("1 hook of Claude Code's settings");
    expect(await told("codex")).toBe("");
    const { hash } = await place.json<{ hash: string }>(["trust", settings, "--dialect", "claude"]);
    await place.run(["trust", settings, "--dialect", "claude", "--hash", hash]);
    expect(await told("codex")).toContain("from claude");
    expect(await told("claude-code"), "Claude Code runs it itself").toBe("{}");
  });

  it("keeps the person's hooks file and says which hooks run where", async () => {
    place.writeUser("hooks.jsonc", '{\n  // mine\n  "version": 1,\n  "hooks": {}\n}\n');
    await place.run(["install", "codex", "--from", "claude"]);
    await place.run(["install", "codex", "--from", "claude"]);
    expect(place.read(join(place.user, "hooks.jsonc"))).toMatch(/\/\/ mine[\s\S]*"dialects": \[\s*"claude"\s*\]/);
    const [hook] = await place.list(["--agent", "claude"]);
    expect(hook?.notMountable).toContain("runs it itself");
    const [other] = await place.list(["--agent", "codex"]);
    expect(other?.notMountable).toBeNull();
  });

  it("says what to add to a file it cannot edit, and refuses other systems", async () => {
    place.writeUser("hooks.yaml", "version: 1\n");
    const ran = await place.run(["install", "codex", "--from", "claude"]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('add "claude" to its list') });
    expect(place.read(join(place.user, "hooks.yaml"))).toBe("version: 1\n");
    expect((await place.run(["install", "codex", "--from", "opta"])).code).toBe(2);
  });

  it("--json prints one value", async () => {
    const done = await place.json<{ agents: object[]; from: object }>(["install", "codex", "--from", "claude"]);
    expect(done.agents).toEqual([expect.objectContaining({ agent: "codex" })]);
    expect(done.from).toMatchObject({ system: "claude", hooks: 1, toApprove: [settings] });
  });

  it("wires the agents all the same when the hooks file cannot be read, and names it", async () => {
    const file = join(place.user, "hooks.json");
    mkdirSync(file);
    const ran = await place.run(["install", "codex", "--from", "claude"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/hooks\.json: error AGENT_CONFIG_UNREADABLE: .*EISDIR.*add "claude"/);
    expect(ran.stdout).toContain(".codex/hooks.json written");
  });

  it("keeps a byte order mark and a link of the person's hooks file", async () => {
    const target = place.writeUser("elsewhere/mine.json", '\uFEFF{ "version": 1 }');
    symlinkSync(target, join(place.user, "hooks.json"));
    expect((await place.run(["install", "codex", "--from", "claude"])).code).toBe(0);
    expect(place.read(target)).toMatch(/^\uFEFF\{ "version": 1,\s+"dialects": \[\s*"claude"\s*\]\s*\}$/);
  });
});
