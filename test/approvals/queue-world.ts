/** A queue over a real store and virtual time. */
import type { Question, QueuePorts } from "../../src/approvals/ports.js";
import { ApprovalQueue } from "../../src/approvals/queue.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { openStore } from "../store/open-store.js";
import { VirtualClock } from "../support/virtual-clock.js";

export const MINUTE = 60_000;

export function queueWorld(more: Partial<QueuePorts> = {}) {
  const clock = new VirtualClock();
  const store = openStore({ synchronous: "OFF" });
  const started: string[][] = [];
  let ids = 0;
  const ports: QueuePorts = {
    store,
    clock,
    means: {
      isSigned: () => true,
      start: (commands) => void started.push([...commands[0]!]),
    },
    now: () => 1_000_000 + clock.now(),
    newId: () => (++ids).toString(16).padStart(8, "0"),
    hash: (text) => text,
    canAnswer: () => true,
    lateMs: 720 * MINUTE,
    needsPasskey: false,
    owner: "ann",
    onChange: () => {},
    ...more,
  };
  return { clock, store, started, queue: new ApprovalQueue(ports), again: () => new ApprovalQueue(ports) };
}

export const questionAbout = (command = "make release", more: Partial<Question> = {}): Question => ({
  agent: "claude-code",
  event: {
    name: "PreToolUse",
    payload: { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command } },
    native: { agent: "claude-code", event: "PreToolUse", payload: {} },
  },
  decision: { ...NO_DECISION, verdict: "ask", reason: "release?" },
  cwd: "/work",
  presence: "headless",
  agentAsks: true,
  isCi: false,
  isPrivate: false,
  waitMs: 30 * MINUTE + 500,
  ...more,
});

const never = new AbortController().signal;

export const holdQuestion = (queue: ApprovalQueue, command?: string) =>
  queue.hold(questionAbout(command), never, () => {});
