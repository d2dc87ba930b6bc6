/** Every recorded payload of every agent on the whole way: decoded, through a plan with real hooks, and encoded. */
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { Adapter, NativeAnswer } from "../../src/adapters/contract.js";
import { degrade } from "../../src/core/decision/capability.js";
import type { HookOutput } from "../../src/core/decision/decision.js";
import { isEventName } from "../../src/core/events/events.js";
import type { HookEvent } from "../../src/core/events/payload.js";
import { admitted } from "../support/hook-specs.js";
import { realEngine } from "../support/real-engine.js";
import { recordedPayloads } from "../support/recorded-payloads.js";

async function answer(adapter: Adapter, event: HookEvent, output: HookOutput, guard = false): Promise<NativeAnswer> {
  const { engine } = realEngine([
    admitted({ event: event.name, guard, runWhenActive: true, run: { type: "function", fn: () => output as never } }),
  ]);
  const { presence } = adapter.presence(event.native!.payload as never, {});
  const decision = await engine.fire(event);
  return adapter.encode(degrade(decision, adapter.capability(event.name, presence), adapter.title), event);
}

const said = ({ stdout, stderr = "", exitCode }: NativeAnswer) => JSON.stringify([stdout, stderr, exitCode]);

describe.each(Object.values(ADAPTERS).map((adapter) => [adapter.title, adapter] as const))("%s", (_title, adapter) => {
  const recorded = recordedPayloads(adapter);

  it("has payloads to replay", () => {
    expect(recorded.length).toBeGreaterThan(2);
  });

  it.each(recorded)("SE-15 $file: one policy says the same here as everywhere", async ({ event: name, payload }) => {
    const event = adapter.decode(name, structuredClone(payload));
    expect(await answer(adapter, event, {})).toEqual(adapter.neutral);
    if (!isEventName(event.name)) return;
    const can = adapter.capability(event.name, "headless");
    const denied = await answer(adapter, event, { verdict: "deny", reason: "the harbour is closed" }, true);
    expect(said(denied).includes("the harbour is closed"), `deny: ${said(denied)}`).toBe(can.deny);
    const told = await answer(adapter, event, { context: "the tide turns at noon" });
    expect(said(told).includes("the tide turns at noon"), `context: ${said(told)}`).toBe(can.context);
    const held = await answer(adapter, event, { forceContinue: { reason: "look at the log book" } });
    expect(said(held).includes("look at the log book"), `go on: ${said(held)}`).toBe(can.forceContinue);
    const replaced = await answer(adapter, event, { output: "a clean log" });
    expect(said(replaced).includes("a clean log"), `output: ${said(replaced)}`).toBe(can.replaceOutput);
  });
});
