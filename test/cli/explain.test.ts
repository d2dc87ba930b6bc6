import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";

interface Explained {
  readonly event: string;
  readonly hooks: readonly {
    readonly id: string;
    readonly runs: boolean;
    readonly why: string;
    readonly source: string;
    readonly guard: boolean;
  }[];
}

describe("explain", () => {
  it("says of every hook of the event whether it would run, and why", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { id: "all", event: "PreToolUse", command: "true" },
        { id: "bash", event: "PreToolUse", matcher: "Bash", command: "true" },
        { id: "edit", event: "PreToolUse", matcher: "Edit|Write", command: "true" },
        { id: "git", event: "PreToolUse", matcher: "Bash(git *)", command: "true" },
        { id: "pi", event: "PreToolUse", agents: ["pi"], command: "true" },
        { id: "off", event: "PreToolUse", enabled: false, guard: true, command: "true" },
        { id: "stop", event: "Stop", command: "true" },
      ],
    });
    place.write(".snaphook/hooks.json", { hooks: [{ id: "new", event: "PreToolUse", command: "touch ran.txt" }] });
    const args = ["explain", "PreToolUse", "--payload", "-"];
    const { hooks } = await place.json<Explained>(args, { input: bash("ls") });
    expect(hooks.map(({ id, runs, why, source }) => `${id} ${runs} ${source}: ${why}`)).toEqual([
      "self-protection true builtin: its matcher matches",
      "all true user: matches every call",
      "bash true user: its matcher matches",
      'edit false user: its matcher does not match "Bash"',
      "git false user: its matcher does not match the input",
      "pi false user: only for pi",
      "off false user: disabled",
      "new false project: not approved yet: review it with `snaphook trust`",
    ]);
    expect(hooks.filter(({ guard }) => guard).map(({ id }) => id)).toEqual(["self-protection", "off"]);
    const text = await place.run(args, { input: bash("ls") });
    expect(text.stdout).toMatch(/^does not run +new +not approved yet.* +project$/m);
    expect(text.stdout).toMatch(/^runs +all +matches every call +user$/m);
    expect(place.has("ran.txt")).toBe(false);
    const forPi = await place.json<Explained>([...args, "--agent", "pi"], { input: bash("git push") });
    const forClaude = await place.json<Explained>([...args, "--agent", "claude"], { input: bash("ls") });
    expect(forClaude.hooks.find(({ id }) => id === "pi")).toMatchObject({ runs: false });
    expect(forPi.hooks.filter(({ runs }) => runs).map(({ id }) => id)).toEqual([
      "self-protection",
      "all",
      "bash",
      "git",
      "pi",
    ]);
  });

  it("says when there is nothing", async () => {
    const ran = await new ProgramPlace().run(["explain", "Stop", "--payload", "-"], { input: "{}" });
    expect(ran).toEqual({ code: 0, stdout: "No hook is configured for Stop.\n", stderr: "" });
  });

  it("matches paths against the folder that it is run in, as `fire` does", async () => {
    const place = new ProgramPlace();
    const hook = { id: "infra", event: "PreToolUse", matcher: { path: "infra/**" }, command: "exit 2" };
    place.writeUser("hooks.json", { hooks: [hook] });
    const input = { tool_name: "Write", tool_input: { file_path: place.path("infra/main.tf") } };
    const { hooks } = await place.json<Explained>(["explain", "PreToolUse", "--payload", "-"], { input });
    expect(hooks.find(({ id }) => id === "infra")).toMatchObject({ runs: true });
    expect(await place.fire("PreToolUse", input)).toMatchObject({ decision: "deny" });
  });
});
