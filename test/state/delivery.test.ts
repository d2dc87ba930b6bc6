import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type Decision, NO_DECISION } from "../../src/core/decision/decision.js";
import { dedupeDelivery } from "../../src/runtime/call/dedupe-delivery.js";
import { FileState } from "../../src/runtime/platform/file-state.js";

let state: FileState;
let runs: string[];
beforeEach(() => {
  state = new FileState(mkdtempSync(join(tmpdir(), "snaphook-state-")));
  runs = [];
});

const WAIT_MS = 1_000;
const by = { hook: "h", source: "user", ms: 1 };
const denied: Decision = {
  ...NO_DECISION,
  verdict: "deny",
  reason: "no",
  context: "the tide turns",
  contextBy: [by],
  messages: [{ value: "told", by }],
};

/** One delivery of a call, by way of the config of `origin`. */
function deliver(origin: string, payload: object, ms = 0, waitMs = WAIT_MS): Promise<Decision> {
  const event = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse", session_id: "s", ...payload } };
  return dedupeDelivery({ agent: "cursor", origin, event, state, waitMs }, async () => {
    runs.push(origin);
    await wait(ms);
    return denied;
  });
}

const ls = { tool_use_id: "t1", tool_name: "Bash", tool_input: { command: "ls" } };

describe("a call that two files lead to", () => {
  it("AD-11 runs its hooks once, and the second delivery gets the same verdict", async () => {
    const first = await deliver("cursor", ls);
    const second = await deliver("claude-code", ls);
    expect(runs).toEqual(["cursor"]);
    expect(first).toEqual(denied);
    expect(second).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("AD-11 is answered once in effect: context and messages are said by the first delivery alone", async () => {
    await deliver("cursor", ls);
    expect(await deliver("claude-code", ls)).toMatchObject({ context: undefined, messages: [] });
  });

  it("waits for an answer that is still being made", async () => {
    const first = deliver("cursor", ls, 300);
    await expect.poll(() => runs).toEqual(["cursor"]);
    const second = await deliver("claude-code", ls, 0, 150_000);
    await first;
    expect(runs).toEqual(["cursor"]);
    expect(second.verdict).toBe("deny");
  });

  it("the next call of the same words is a new one", async () => {
    for (const origin of ["cursor", "claude-code", "cursor", "claude-code"]) await deliver(origin, ls);
    expect(runs).toEqual(["cursor", "cursor"]);
  });

  it("two deliveries by the same way are two calls", async () => {
    await deliver("cursor", ls);
    await deliver("cursor", ls);
    expect(runs).toEqual(["cursor", "cursor"]);
  });

  it("an id that a model uses again for something else is no second delivery", async () => {
    await deliver("cursor", ls);
    await deliver("claude-code", { ...ls, tool_input: { command: "rm -rf /" } });
    expect(runs).toEqual(["cursor", "claude-code"]);
  });

  it("is answered anew when the first process ended without an answer", async () => {
    const dead = spawn("true");
    await new Promise((done) => dead.on("exit", done));
    await deliver("cursor", ls);
    const [key] = await keysOf();
    await state.update(key!, () => ({ origin: "cursor", pid: dead.pid, at: Date.now() }));
    expect((await deliver("claude-code", ls)).verdict).toBe("deny");
    expect(runs).toEqual(["cursor", "claude-code"]);
  });
});

it("a first delivery that never answers is not waited for beyond the agent's time", async () => {
  await deliver("cursor", ls);
  const [key] = await keysOf();
  await state.update(key!, () => ({ origin: "cursor", pid: process.pid, at: Date.now() }));
  expect((await deliver("claude-code", ls)).verdict).toBe("deny");
  expect(runs).toEqual(["cursor", "claude-code"]);
});

/** The keys of what was stored, by looking at what a delivery would update. */
async function keysOf(): Promise<string[]> {
  const keys: string[] = [];
  const spy = new (class extends FileState {
    override update(key: string, change: (old: unknown) => unknown) {
      keys.push(key);
      return super.update(key, change);
    }
  })(mkdtempSync(join(tmpdir(), "snaphook-state-")));
  const event = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse", session_id: "s", ...ls } };
  await dedupeDelivery({ agent: "cursor", origin: "cursor", event, state: spy, waitMs: WAIT_MS }, async () => denied);
  return keys;
}
