import { describe, expect, it } from "vitest";
import claudeCode from "../../src/adapters/claude-code/index.js";
import { finish } from "../../src/runtime/call/finish.js";
import { fireEmitted } from "../../src/runtime/call/fire-emitted.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { bash, PROGRAM, ProgramPlace } from "../support/program.js";

describe("events that built-in hooks fire", () => {
  it("EV-24 the record of the call is kept before their hooks run, and theirs after", async () => {
    const place = new ProgramPlace();
    const rules = [{ id: "watch", tool: "*", action: "observe" }];
    place.writeUser("hooks.json", {
      hooks: [
        { id: "rules", event: "PreToolUse", builtin: "governance", options: { rules } },
        { id: "mark", event: "governance:evaluated", command: "touch fired" },
      ],
    });
    const decided = await handleCall({
      adapter: claudeCode,
      event: "PreToolUse",
      payload: { session_id: "s1", cwd: place.project, hook_event_name: "PreToolUse", ...bash("make") },
      cwd: place.project,
      environment: place.env,
      places: findPlaces(place.env),
      program: PROGRAM,
      way: "alone",
    });
    const kept: [event: string, fired: boolean][] = [];
    await finish(decided, ({ event }) => kept.push([event, place.has("fired")]));
    expect(kept).toEqual([
      ["PreToolUse", false],
      ["governance:evaluated", true],
    ]);
  });

  it("one that cannot be fired is told in its record, and ends nothing", async () => {
    const cause = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse", session_id: "s1" } } as const;
    const emitted = [{ name: "orion:notification", payload: {} }] as const;
    // Without a plan no session can be opened.
    const [fired] = await fireEmitted(emitted, cause, {} as never);
    expect(fired).toMatchObject({
      event: { name: "orion:notification", payload: { session_id: "s1" } },
      decision: { verdict: "none", notes: [{ code: "EVENT_NOT_FIRED" }] },
    });
  });
});
