/** Instead of an agent's own question, a new input counts only with an allow. Without one it must not vanish. */
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { capabilityFor } from "../../src/adapters/_shared/event-table.js";
import type { Adapter } from "../../src/adapters/contract.js";
import { degrade } from "../../src/core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../src/core/decision/decision.js";

const by = { hook: "careful", source: "user", ms: 1 };
const asking = Object.values(ADAPTERS).filter(({ events }) => {
  const entry = events.PermissionRequest;
  return "native" in entry && entry.can.includes("deny");
});

function told(adapter: Adapter, own: Partial<Decision>) {
  const { native } = adapter.events.PermissionRequest as { native: string };
  const event = adapter.decode(native, { tool_name: "Bash", tool_input: { command: "npm install x" } });
  const decision = { ...NO_DECISION, input: { command: "npm install x --ignore-scripts" }, inputBy: [by], ...own };
  const { notes, ...said } = degrade(decision, capabilityFor(adapter, event, decision, "interactive"), adapter.title);
  return {
    notes: notes.map(({ code }) => code),
    verdict: said.verdict,
    answer: adapter.encode({ ...said, notes }, event),
  };
}

describe.each(asking.map((adapter) => [adapter.title, adapter] as const))("%s", (_title, adapter) => {
  it.each(["none", "ask"] as const)("one that must happen becomes a deny that shows it, beside %s", (verdict) => {
    const { notes, verdict: said, answer } = told(adapter, { verdict });
    expect(said).toBe("deny");
    expect(notes).toContain("DEGRADED_REWRITE");
    expect(JSON.stringify(answer)).toContain("--ignore-scripts");
  });

  it("one that may happen is dropped, and the record says so", () => {
    const { notes, verdict } = told(adapter, { inputOptional: true });
    expect(verdict).toBe("none");
    expect(notes).toEqual(["DEGRADED_REWRITE"]);
  });

  it("with an allow it is said, where the agent takes one", () => {
    const { notes, answer } = told(adapter, { verdict: "allow" });
    if (notes.length === 0) expect(JSON.stringify(answer)).toContain("--ignore-scripts");
    else expect(notes).toContain("DEGRADED_REWRITE");
  });
});

it("there are such agents, and some that take a new input", () => {
  expect(asking.length).toBeGreaterThan(3);
  expect(asking.filter((adapter) => told(adapter, { verdict: "allow" }).notes.length === 0).length).toBeGreaterThan(1);
});
