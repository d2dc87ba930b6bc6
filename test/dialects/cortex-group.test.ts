import { describe, expect, it } from "vitest";
import { groupForClaude } from "../../src/sources/dialects/cortex/group.js";
import { FixturePlace } from "../support/fixture-place.js";

const REGISTRY = ".cortex/config/hooks";

function grouped(tools?: string[]) {
  const place = new FixturePlace("cortex");
  const { settings, leftOut } = groupForClaude(place.load(place.list(REGISTRY)).hooks, tools);
  const text = JSON.stringify(settings).replaceAll(place.root, "/home/ann");
  return { settings: JSON.parse(text) as { hooks: Record<string, { matcher?: string }[]> }, leftOut };
}

describe("cortex hooks as settings for Claude Code", () => {
  it("CF-11 CF-13 OU-08 merges neighbours with the same event and matcher into one group, in order", () => {
    const command = (text: string, timeout: number) => ({ type: "command", command: text, timeout });
    const allow = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
    expect(grouped().settings).toEqual({
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [command("echo first >> order.log", 30), command("echo second >> order.log", 30)],
          },
          {
            matcher: "Edit|Write",
            hooks: [command("node /home/ann/.cortex/hooks/sensitive-file-edit.mjs", 10), command("exit 0", 10)],
          },
          { matcher: "AskUserQuestion", hooks: [command("exit 0", 3600)] },
          { matcher: "ExitPlanMode", hooks: [command("exit 0", 3600)] },
        ],
        PermissionRequest: [{ matcher: "Edit|Write", hooks: [command(`printf '%s' '${allow}'`, 5)] }],
        PostToolUse: [{ hooks: [command("node /home/ann/.cortex/hooks/echo-result.mjs", 30)] }],
      },
    });
  });

  it("CF-12 leaves out hooks on tools that the agent does not have", () => {
    const { settings, leftOut } = grouped(["Edit", "Read"]);
    expect(settings.hooks["PreToolUse"]!.map(({ matcher }) => matcher)).toEqual(["Bash", "Edit|Write"]);
    expect(leftOut).toContainEqual({ id: "ask-user", why: "the agent has no tool AskUserQuestion" });
    expect(grouped(["Edit", "AskUserQuestion"]).settings.hooks["PreToolUse"]).toHaveLength(3);
  });

  it("EV-26 EV-27 names what cannot be mounted there, and why", () => {
    expect(grouped().leftOut).toEqual([
      { id: "provider-headers", why: "not mountable: an event of pi" },
      { id: "pi-edit", why: "not mountable: an event of pi" },
      { id: "dispatch-end", why: "not mountable: a server event, which no agent sends" },
      { id: "switched-off", why: "disabled" },
    ]);
  });

  it("CF-13 keeps entries apart that are not neighbours, and quotes what a shell would read", () => {
    const place = new FixturePlace("cortex");
    const entry = (n: number, matcher: string, run: object) =>
      place.write(`it's/${n}.json`, { id: `h${n}`, event: "agent:pre-tool", matcher, run });
    const files = [
      entry(1, "A", { command: "one" }),
      entry(2, "B", { command: "two" }),
      entry(3, "A", { script: "three.mjs" }),
    ];
    const { settings } = groupForClaude(place.load(files).hooks);
    expect(settings.hooks["PreToolUse"]!.map(({ matcher }) => matcher)).toEqual(["A", "B", "A"]);
    expect(settings.hooks["PreToolUse"]![2]!.hooks[0]!.command).toBe(`node '${place.path("it")}'\\''s/three.mjs'`);
  });

  it("CF-15 leaves out hooks for another backend", () => {
    const place = new FixturePlace("cortex");
    const path = place.write("p.json", {
      id: "p",
      event: "agent:pre-tool",
      run: { command: "true" },
      scope: { backends: ["pi"] },
    });
    expect(groupForClaude(place.load(path).hooks)).toEqual({
      settings: { hooks: {} },
      leftOut: [{ id: "p", why: "only for pi" }],
    });
  });
});
