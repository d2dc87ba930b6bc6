import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { missingField } from "../../src/core/events/payload.js";
import { ProgramPlace, says } from "../support/program.js";
import { recordedPayloads } from "../support/recorded-payloads.js";

describe("the fields that an event needs", () => {
  it.each(Object.values(ADAPTERS))("are in every recorded payload of $name", (adapter) => {
    const incomplete = recordedPayloads(adapter).filter(
      ({ event, payload }) => missingField(adapter.decode(event, payload)) !== undefined,
    );
    expect(incomplete.map(({ file }) => file)).toEqual([]);
  });

  it("without them a guard with a matcher answers its failure contract, through an agent and on the command line", async () => {
    const place = new ProgramPlace();
    const guard = {
      id: "no-push",
      event: "PreToolUse",
      matcher: "Bash(git push *)",
      guard: true,
      command: says("deny", "no"),
    };
    place.writeUser("hooks.json", { hooks: [guard] });
    const call = { tool: { name: "Bash" }, tool_input: { command: "git push origin" } };
    expect(await place.hook("PreToolUse", call)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    const fired = await place.fire("PreToolUse", call);
    expect(fired.decision).toBe("deny");
    expect(fired.notes.map(({ code }) => code)).toContain("PAYLOAD_INCOMPLETE");
    const explained = await place.json<{ hooks: { id: string; runs: boolean; why: string }[] }>(
      ["explain", "PreToolUse", "--payload", "-"],
      { input: call },
    );
    expect(explained.hooks.find(({ id }) => id === "no-push")).toMatchObject({
      runs: true,
      why: "the payload lacks a valid `tool_name`; a guard counts as failed",
    });
  });
});
