import { expect, it } from "vitest";
import type { Question } from "../../src/approvals/ports.js";
import type { ApprovalQueue } from "../../src/approvals/queue.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { MINUTE, questionAbout as question, queueWorld as world } from "./queue-world.js";

const proof = { kind: "terminal", by: { user: "ann", terminal: "/dev/pts/1" } };
const prompt = (command?: string): Question => {
  const asked = question(command, { presence: "interactive", decision: NO_DECISION });
  return { ...asked, event: { ...asked.event, name: "PermissionRequest" } };
};
const never = new AbortController().signal;
const hold = (queue: ApprovalQueue, asked = question(), gone = never) => queue.hold(asked, gone, () => {});

it("HL-02 is open at 29:59 and ended at 30:00, with no click needed, and is then parked", async () => {
  const { clock, queue, store } = world();
  const held = hold(queue);
  await clock.advance(29 * MINUTE + 59_000);
  expect(queue.open()).toMatchObject([{ state: "open", summary: "make release" }]);
  await clock.advance(1_000);
  expect(await held).toMatchObject({ kind: "unanswered", waitedMs: 30 * MINUTE });
  expect(queue.open()).toEqual([]);
  expect((await store.asks({})).rows).toMatchObject([{ state: "parked", parked: "expired" }]);
});

it("ends soon after a machine slept past the limit; until then an answer is too late, and nothing is approved", async () => {
  let slept = 0;
  const { clock, queue, store } = world({ now: () => 1_000_000 + slept });
  const held = hold(queue);
  await expect.poll(() => queue.open().length).toBe(1);
  slept = 8 * 60 * MINUTE;
  const { id, hash } = queue.open()[0]!;
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toMatchObject({ outcome: "over" });
  await clock.advance(5_000);
  expect(await held).toMatchObject({ kind: "unanswered" });
  await expect.poll(async () => (await store.asks({})).rows).toMatchObject([{ state: "parked", parked: "expired" }]);
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toMatchObject({ outcome: "kept" });
});

it("ends at its limit if the clock is set back meanwhile", async () => {
  let isBack = false;
  const { clock, queue } = world({ now: () => (isBack ? 1 : 1_000_000 + clock.now()) });
  const held = hold(queue);
  await clock.advance(10 * MINUTE);
  isBack = true;
  await clock.advance(20 * MINUTE - 1);
  expect(queue.open()).toHaveLength(1);
  await clock.advance(1);
  expect(await held).toMatchObject({ kind: "unanswered" });
});

it("of two approvers at once exactly one counts, and the other learns who was first", async () => {
  const { clock, queue } = world();
  for (let round = 0; round < 40; round++) {
    const held = hold(queue);
    await clock.advance(0);
    await expect.poll(() => queue.open().length).toBe(1);
    const { id, hash } = queue.open()[0]!;
    const outcomes = await Promise.all([
      queue.answer(id, { hash, verdict: "allow", proof }),
      queue.answer(id, { hash, verdict: "deny" }),
    ]);
    expect(outcomes).toMatchObject([{ outcome: "answered" }, { outcome: "over", row: { by: { user: "ann" } } }]);
    expect(await held).toMatchObject({ kind: "answered", ask: { verdict: "allow", state: "used" } });
    expect(await queue.answer(id, { hash, verdict: "deny" })).toMatchObject({
      outcome: "over",
      row: { state: "used" },
    });
  }
});

it("HL-10 a question outlives its daemon, and its answer is used once", async () => {
  const first = world();
  void hold(first.queue);
  await expect.poll(() => first.queue.open().length).toBe(1);
  first.queue.releaseAll();
  const queue = first.again();
  await queue.restore();
  await expect.poll(() => queue.pending()[0]?.state).toBe("parked");
  const { id, hash } = queue.pending()[0]!;
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toMatchObject({ outcome: "kept" });
  const held = await Promise.all([
    hold(queue, { ...question(), waitMs: 0 }),
    hold(queue, { ...question(), waitMs: 0 }),
  ]);
  expect(held.map(({ kind }) => kind).sort()).toEqual(["answered", "unanswered"]);
  expect((await first.store.asks({ id })).rows).toMatchObject([{ state: "used", by: { user: "ann" } }]);
});

it("calls are released when no answer can come, which is stored when that is reported, also on a slow disk", async () => {
  const { store, clock } = world();
  const slow = {
    addAsk: store.addAsk.bind(store),
    asks: store.asks.bind(store),
    changeAsk: async (...change: Parameters<typeof store.changeAsk>) => {
      await new Promise(setImmediate);
      return store.changeAsk(...change);
    },
  };
  const { queue } = world({ store: slow, clock });
  const held = hold(queue);
  await expect.poll(() => queue.open().length).toBe(1);
  expect(await queue.releaseUnattended()).toBe(1);
  expect((await store.asks({})).rows).toMatchObject([{ state: "parked", parked: "unattended" }]);
  expect(await held).toMatchObject({ kind: "unattended" });
});

it("nothing is approved that the disk could not keep; a denial counts all the same", async () => {
  const { store, clock } = world();
  const failing = { addAsk: store.addAsk.bind(store), asks: store.asks.bind(store) };
  const queue = world({ store: { ...failing, changeAsk: () => Promise.reject(new Error("disk full")) }, clock }).queue;
  const held = hold(queue);
  await expect.poll(() => queue.open().length).toBe(1);
  const { id, hash } = queue.open()[0]!;
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toEqual({ outcome: "unstored" });
  expect(await queue.answer(id, { hash, verdict: "deny", said: "not now" })).toMatchObject({ outcome: "answered" });
  expect(await held).toMatchObject({ kind: "answered", ask: { verdict: "deny", said: "not now" } });
});

it("a store that hangs hides no question, and approves nothing", async () => {
  const { clock } = world();
  const hangs = () => new Promise<never>(() => {});
  const { queue } = world({ clock, store: { addAsk: hangs, changeAsk: hangs, asks: hangs } });
  const held = hold(queue);
  expect(queue.open()).toEqual([]);
  await clock.advance(1_000);
  const { id, hash } = queue.open()[0]!;
  const approving = queue.answer(id, { hash, verdict: "allow", proof });
  await clock.advance(1_000);
  expect(await approving).toEqual({ outcome: "unstored" });
  await clock.advance(30 * MINUTE);
  expect((await held).kind).toBe("unanswered");
});

it("a store that cannot be read at the start is named, and nothing is approved", async () => {
  const { store } = world();
  const unread = { addAsk: store.addAsk.bind(store), changeAsk: store.changeAsk.bind(store) };
  const { queue } = world({ store: { ...unread, asks: () => Promise.reject(new Error("disk I/O error")) } });
  expect(await queue.restore()).toEqual({ problem: "disk I/O error" });
  expect(queue.pending()).toEqual([]);
});

it("a private question leaves nothing on the disk, and is not kept", async () => {
  const { clock, queue, store, started } = world();
  const held = hold(queue, question("secret", { isPrivate: true }));
  await clock.advance(31 * MINUTE);
  expect(await held).toEqual({ kind: "unanswered", waitedMs: 30 * MINUTE });
  expect(await hold(queue, question("secret", { isPrivate: true, isCi: true }))).toEqual({ kind: "unattended" });
  expect([(await store.asks({})).rows, queue.pending(), started]).toEqual([[], [], []]);
});

it("an answer that no call has used can be revoked; a denial only by a person", async () => {
  let signed = true;
  const { queue } = world({ canAnswer: () => false, means: { isSigned: () => signed, start: () => {} } });
  for (const verdict of ["allow", "deny"] as const) {
    await hold(queue, question(verdict));
    await expect.poll(() => queue.pending().length).toBe(1);
    const { id, hash } = queue.pending()[0]!;
    expect(await queue.revoke(id, { hash })).toMatchObject({ outcome: "over" });
    await queue.answer(id, { hash, verdict, proof });
    signed = false;
    const revoked = await queue.revoke(id, { hash, proof });
    expect(revoked.outcome).toBe(verdict === "deny" ? "unproven" : "answered");
    signed = true;
    if (verdict === "deny") expect(await queue.revoke(id, { hash, proof })).toMatchObject({ outcome: "answered" });
    expect(await hold(queue, question(verdict))).toMatchObject({ kind: "unattended" });
    const [next] = queue.pending();
    await queue.answer(next?.id ?? "", { hash, verdict: "deny" });
    await hold(queue, question(verdict));
  }
});

it("the agent's dialog and the queue ask together, and the first answer counts", async () => {
  const { queue, store } = world();
  const asked = question("make release", { presence: "interactive" });
  expect(await hold(queue, asked)).toEqual({ kind: "agent" });
  expect(queue.hasDialogs).toBe(false);
  const other = await queue.holdBeside(prompt("make other"), never, () => {});
  expect(other).toBeUndefined(); // the agent's own prompt: no hook asked

  const held = queue.holdBeside(prompt(), never, () => {});
  await expect.poll(() => queue.open()[0]?.reason).toBe("release?");
  const { id, hash } = queue.open()[0]!;
  const seen = { agent: "claude-code", session: "s", name: "PostToolUse" };
  queue.observe({ ...seen, hash: () => "of another call" });
  queue.observe({ ...seen, session: "t", name: "Stop", hash: () => "" });
  expect(queue.hasDialogs).toBe(true);
  queue.observe({ ...seen, hash: () => hash });
  expect(await held).toEqual({ kind: "agent" });
  await expect.poll(() => queue.hasDialogs).toBe(false);
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toMatchObject({ row: { state: "elsewhere" } });
  expect((await store.asks({})).rows).toMatchObject([{ state: "elsewhere" }]);
});

it.each(["Stop", "UserPromptSubmit", "SessionEnd", "PostToolUseFailure", "the agent ends the hook"])(
  "a question beside a dialog ends with %s",
  async (name) => {
    const { queue } = world();
    await hold(queue, question("make release", { presence: "interactive" }));
    const agent = new AbortController();
    const held = queue.holdBeside(prompt(), agent.signal, () => {});
    await expect.poll(() => queue.open().length).toBe(1);
    const { hash } = queue.open()[0]!;
    if (name.startsWith("the agent")) agent.abort();
    else queue.observe({ agent: "claude-code", session: "s", name, hash: () => hash });
    expect(await held).toEqual({ kind: "agent" });
  },
);

it("plans and questions of the agent are never approved blind", async () => {
  const { queue } = world();
  const asked = question();
  const payload = { ...asked.event.payload, tool_name: "ExitPlanMode", tool_input: {} };
  const held = hold(queue, { ...asked, event: { ...asked.event, payload } });
  await expect.poll(() => queue.open().length).toBe(1);
  const { id, hash } = queue.open()[0]!;
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toEqual({ outcome: "unseen" });
  await queue.answer(id, { hash, verdict: "deny" });
  expect(await held).toMatchObject({ kind: "answered", ask: { verdict: "deny" } });
});

it("many questions are announced together, with no more than the redacted summary", async () => {
  const { clock, queue, started } = world();
  for (let i = 0; i < 20; i++)
    void hold(queue, question(`deploy ${i} --token ghp_0123456789abcdefghijABCDEFGHIJ012345`));
  await expect.poll(() => queue.open().length).toBe(20);
  expect(started).toHaveLength(1);
  expect(started[0]!.join(" ")).not.toContain("ghp_0123");
  await clock.advance(10_000);
  void hold(queue, question("another"));
  await expect.poll(() => started.length).toBe(2);
});

it("no more than 500 questions are kept parked: the oldest lapse", async () => {
  const { queue } = world({ canAnswer: () => false });
  for (let i = 0; i < 510; i++) await hold(queue, question(`make ${i}`));
  await expect.poll(() => queue.pending().length).toBe(500);
  expect(queue.pending()[0]?.summary).toBe("make 10");
});
