import { describe, expect, it } from "vitest";
import { ProgramPlace, says } from "../support/program.js";

const DENY = { id: "no", matcher: "Bash", command: says("deny", "no") };

describe("list and show", () => {
  it("CF-28 lists one JSON object per hook, with what it is, where it is from and whether it runs", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [DENY], Stop: [{ id: "bye", command: "true", enabled: false }] },
    });
    const hooks = await place.list();
    expect(hooks).toHaveLength(2);
    expect(hooks[0]).toMatchObject({
      id: "no",
      event: "PreToolUse",
      type: "command",
      matcher: "Bash",
      source: "user",
      path: `${place.user}/hooks.json`,
      why: "your user config",
      level: "user",
      trust: "trusted",
      enabled: true,
      active: true,
      inactiveBecause: null,
      timeoutMs: 30_000,
    });
    expect(hooks[1]).toMatchObject({ id: "bye", enabled: false, active: false, inactiveBecause: "disabled" });
    const shown = await place.json(["show", "no"]);
    const { failing, ...facts } = hooks[0] as (typeof hooks)[number] & { readonly failing: unknown };
    expect(failing).toBeNull();
    expect(shown).toMatchObject({ ...facts, definition: { run: { type: "command", command: DENY.command } } });
    expect((await place.run(["show", "no"])).stdout).toMatch(/^event +PreToolUse$/m);
  });

  it("CF-28 lists nothing of one's own as an empty array", async () => {
    const place = new ProgramPlace();
    expect(await place.list()).toEqual([]);
    expect((await place.run(["list"])).stdout).toMatch(/^No hooks of yours apply here/m);
  });

  it("CF-26 runs a hook of both files once and names both origins", async () => {
    const place = new ProgramPlace();
    const counted = { matcher: "Bash", hooks: [{ command: "echo x >> count.txt" }] };
    place.writeUser("hooks.json", { hooks: { PreToolUse: [counted] } });
    place.write(
      ".snaphook/hooks.yaml",
      "hooks:\n  - { event: PreToolUse, matcher: Bash, command: echo x >> count.txt }\n",
    );
    await place.trust();
    const hooks = await place.list();
    expect(hooks).toHaveLength(1);
    expect(hooks[0]).toMatchObject({
      source: "user",
      alsoFrom: [{ source: "project", path: place.path(".snaphook/hooks.yaml") }],
    });
    expect((await place.run(["list"])).stdout).toContain("user + project");
    const decision = await place.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    expect(decision.hooks).toHaveLength(1);
    expect(place.read("count.txt")).toBe("x\n");
  });

  it("CF-26 does not let an unapproved twin stand in for an approved hook, nor the reverse", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { Stop: [{ command: "echo x >> count.txt" }] } });
    place.write(".snaphook/hooks.json", { hooks: { Stop: [{ command: "echo x >> count.txt" }] } });
    const hooks = await place.list();
    expect(hooks.map(({ source, active }) => [source, active])).toEqual([
      ["user", true],
      ["project", false],
    ]);
    await place.fire("Stop", {});
    expect(place.read("count.txt")).toBe("x\n");
  });

  it("EV-27 says what an agent cannot mount", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { id: "turn", event: "TurnStart", command: "true" },
        { id: "pi", event: "pi:tool_call", command: "true" },
        { id: "other", event: "Stop", agents: ["pi"], command: "true" },
        { id: "fine", event: "agent:pre-tool", command: "true" },
      ],
    });
    const ran = await place.run(["list", "--agent", "claude"]);
    const rows = Object.fromEntries(ran.stdout.split("\n").map((line) => [line.split(" ")[0], line]));
    expect(rows["turn"]).toContain("not mountable: Claude Code has no such event");
    expect(rows["pi"]).toContain("not mountable: only for pi");
    expect(rows["other"]).toContain("not mountable: only for pi");
    expect(rows["fine"]).not.toContain("not mountable");
    const hooks = await place.list(["--agent", "claude-code"]);
    expect(hooks.map(({ id, notMountable }) => [id, notMountable === null])).toEqual([
      ["turn", false],
      ["pi", false],
      ["other", false],
      ["fine", true],
    ]);
  });

  it("shows no control characters of a file on the terminal", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", {
      hooks: [{ event: "Stop", id: "evil\u001b[2J\u202e", matcher: "\u001b[1A", command: "true \u001b[2K\u009b" }],
    });
    for (const args of [["list"], ["trust"], ["show", "evil\u001b[2J\u202e"], ["validate"]]) {
      const { stdout, stderr } = await place.run(args);
      expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u009b\u202e]/);
    }
  });
});
