import { expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { gatesTool, mountedEvents, waitMs } from "../../src/adapters/_shared/event-table.js";
import type { Question } from "../../src/approvals/ports.js";
import { ApprovalQueue } from "../../src/approvals/queue.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { beforeLimit } from "../../src/runtime/call/prepare.js";
import { openStore } from "../store/open-store.js";
import { VirtualClock } from "../support/virtual-clock.js";

/** The launcher waits this much longer than the daemon said (`runtime/wiring/daemon-client.ts`). */
const LAUNCHER_MS = 500;

const gates = Object.values(ADAPTERS).flatMap((adapter) =>
  mountedEvents(adapter)
    .filter(([event, { can }]) => gatesTool(event) && can.includes("deny"))
    .map(([event]) => [adapter.title, event, adapter] as const),
);

/** With the time that the wiring of an earlier version gives, and with the one that `install` writes now. */
const wirings = gates.flatMap(([title, event, adapter]) => {
  const { heldMs } = adapter.waits;
  const usual = waitMs(adapter, event);
  return [usual, ...(heldMs === undefined ? [] : [heldMs])].map((ms) => [title, event, ms / 1_000, adapter] as const);
});

it.each(wirings)(
  "HL-03 S20-19 the queue ends before the launcher, and the launcher before %s, on %s, wired with %i s",
  async (_, event, wired, adapter) => {
    const clock = new VirtualClock();
    const queue = new ApprovalQueue({
      store: openStore({ synchronous: "OFF" }),
      clock,
      means: { isSigned: () => false, start: () => {} },
      now: () => clock.now(),
      newId: () => "3f9a01bc",
      hash: (text) => text,
      canAnswer: () => true,
      lateMs: 43_200_000,
      needsPasskey: false,
      owner: "ann",
      onChange: () => {},
    });
    const agentMs = wired * 1_000;
    const left = beforeLimit(agentMs);
    const payload = { hook_event_name: event, session_id: "s", tool_name: "Bash", tool_input: { command: "make" } };
    const question: Question = {
      agent: adapter.name,
      event: { name: event, payload, native: { agent: adapter.name, event, payload: {} } },
      decision: { ...NO_DECISION, verdict: "ask" },
      cwd: "/work",
      presence: "headless",
      agentAsks: false,
      isCi: false,
      isPrivate: false,
      waitMs: left,
    };
    let endedAt = Number.POSITIVE_INFINITY;
    const held = queue
      .hold(question, new AbortController().signal, () => {})
      .then(() => {
        endedAt = clock.now();
      });
    await clock.advance(agentMs);
    await held;
    const launcher = left + LAUNCHER_MS;
    expect([endedAt < left, left < launcher, launcher < agentMs]).toEqual([true, true, true]);
  },
);
