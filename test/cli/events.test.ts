import { describe, expect, it } from "vitest";
import { EVENT_NAMES } from "../../src/core/events/events.js";
import { ProgramPlace } from "../support/program.js";

interface ListedEvent {
  readonly name: string;
  readonly can: readonly string[];
  readonly canBlock: Readonly<Record<string, boolean>>;
  readonly agents: Readonly<Record<string, boolean>>;
}

describe("events", () => {
  it("EV-28 lists which events can block in which dialect", async () => {
    const events = await new ProgramPlace().json<ListedEvent[]>(["events"]);
    expect(events.map(({ name }) => name)).toEqual(EVENT_NAMES);
    const blocking = (dialect: string) =>
      events
        .filter(({ canBlock }) => canBlock[dialect])
        .map(({ name }) => name)
        .sort();
    expect(blocking("arawn")).toEqual(["PreToolUse"]);
    expect(blocking("arawn2")).toEqual(["PermissionRequest", "PreToolUse", "UserPromptSubmit"]);
    expect(blocking("orion")).toEqual(["PreToolUse"]);
    expect(blocking("native")).toContain("PreCompact");
    expect(events.find(({ name }) => name === "TurnStart")?.agents["claude-code"]).toBe(false);
  });

  it("prints one line per event for people", async () => {
    const { stdout } = await new ProgramPlace().run(["events"]);
    for (const name of EVENT_NAMES) expect(stdout).toMatch(new RegExp(`^${name} `, "m"));
  });
});
