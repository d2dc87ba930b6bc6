/** Approvals that hold for more than one call, and answers that come late. */
import { expect, it } from "vitest";
import type { GivenAnswer } from "../../src/approvals/outcomes.js";
import type { Question } from "../../src/approvals/ports.js";
import type { ApprovalQueue } from "../../src/approvals/queue.js";
import { MINUTE, questionAbout as question, queueWorld as world } from "./queue-world.js";

const proof = { kind: "terminal", by: { user: "ann", terminal: "/dev/pts/1" } };
const never = new AbortController().signal;
const hold = (queue: ApprovalQueue, asked = question(), gone = never) => queue.hold(asked, gone, () => {});
const opened = async (queue: ApprovalQueue) => {
  await expect.poll(() => queue.open().length).toBe(1);
  return queue.open()[0]!;
};
const approve = async (queue: ApprovalQueue, more: Partial<GivenAnswer> = {}) => {
  const { id, hash } = await opened(queue);
  return queue.answer(id, { hash, verdict: "allow", proof, ...more });
};
/** A call that cannot wait: it passes only if it was approved before. */
const passes = async (queue: ApprovalQueue, asked = question()) =>
  (await hold(queue, { ...asked, waitMs: 0 })).kind === "answered";
const withInput = (asked: Question, more: object, session = "s"): Question => {
  const { payload } = asked.event;
  const tool_input = { ...(payload["tool_input"] as object), ...more };
  return { ...asked, event: { ...asked.event, payload: { ...payload, session_id: session, tool_input } } };
};

it("--again lets the same call of the same session pass for 60 minutes, and not a moment longer", async () => {
  const { clock, queue, store } = world();
  const held = hold(queue);
  expect(await approve(queue, { scope: "again" })).toMatchObject({ outcome: "answered" });
  expect(await held).toMatchObject({ kind: "answered", ask: { verdict: "allow", scope: "again" } });
  for (let i = 0; i < 3; i++) expect(await passes(queue)).toBe(true);
  expect(await passes(queue, withInput(question(), { description: "once more", timeout: 9 }))).toBe(true);
  const others: readonly (readonly [string, Question])[] = [
    ["another command", question("make release ")],
    ["another session", withInput(question(), {}, "t")],
    ["another folder", question("make release", { cwd: "/work/sub" })],
    ["another agent", question("make release", { agent: "codex" })],
    ["another switch", withInput(question(), { run_in_background: true })],
  ];
  for (const [what, other] of others) expect(await passes(queue, other), what).toBe(false);
  expect((await store.asks({})).rows).toMatchObject([{ state: "waiting", scope: "again", uses: 5 }]);
  await clock.advance(60 * MINUTE - 1);
  expect(await passes(queue)).toBe(true);
  await clock.advance(1);
  expect(await passes(queue)).toBe(false);
  expect((await store.asks({})).rows.at(-1)).toMatchObject({ state: "lapsed", verdict: "allow", uses: 6 });
});

it("--again outlives the daemon, and ends with `revoke` and with `stop-all`", async () => {
  const { again, queue, store } = world();
  void hold(queue);
  await approve(queue, { scope: "again" });
  const restarted = again();
  await restarted.restore();
  expect(await passes(restarted)).toBe(true);
  const { id, hash } = restarted.pending()[0]!;
  expect(await restarted.revoke(id, { hash })).toMatchObject({ outcome: "answered" });
  expect(await passes(restarted)).toBe(false);
  expect((await store.asks({ id })).rows).toMatchObject([{ state: "revoked" }]);
  void hold(restarted, question("make other"));
  await approve(restarted, { scope: "again" });
  expect(await passes(restarted, question("make other"))).toBe(true);
  restarted.rejectAll("stopped");
  await expect.poll(() => restarted.pending().length).toBe(0);
  expect(await passes(restarted, question("make other"))).toBe(false);
});

it.each(["again", "rule"] as const)(
  "the scope %s takes a code typed in a terminal, for exactly this scope",
  async (scope) => {
    const signed: unknown[] = [];
    const means = { isSigned: (asked: object) => signed.push(asked) > 0, start: () => {} };
    const { queue } = world({ means });
    void hold(queue);
    expect(await approve(queue, { scope, verdict: "deny" })).toMatchObject({ outcome: "unfit" });
    expect(await approve(queue, { scope, proof: undefined })).toEqual({ outcome: "unproven" });
    expect(await approve(queue, { scope })).toMatchObject({ outcome: "answered" });
    // The proof of "once" is another text, so it does not fit.
    expect(signed.at(-1)).toMatchObject({ scope });
  },
);

it("a late answer counts for `lateMinutes`, once, and a question is answerable as long", async () => {
  const { clock, queue } = world({ canAnswer: () => false, lateMs: 5 * MINUTE });
  expect(await hold(queue)).toMatchObject({ kind: "unattended", id: expect.any(String) });
  const { id, hash } = queue.pending()[0]!;
  await clock.advance(5 * MINUTE - 1);
  expect(await queue.answer(id, { hash, verdict: "allow", proof })).toMatchObject({ outcome: "kept" });
  await clock.advance(5 * MINUTE - 1);
  expect(await hold(queue)).toMatchObject({ kind: "answered", ask: { verdict: "allow" } });
  expect((await hold(queue)).kind).toBe("unattended");
  const second = queue.pending()[0]!;
  await clock.advance(5 * MINUTE);
  expect(await queue.answer(second.id, { hash, verdict: "allow", proof })).toMatchObject({ outcome: "over" });
});

it("nothing is kept for a late answer if late answers are off", async () => {
  const alone = world({ canAnswer: () => false, lateMs: 0 });
  expect(await hold(alone.queue)).toEqual({ kind: "unattended" });
  expect(alone.queue.pending()).toEqual([]);
  const { clock, queue, store } = world({ lateMs: 0 });
  const held = hold(queue);
  await opened(queue);
  await clock.advance(31 * MINUTE);
  expect(await held).toEqual({ kind: "unanswered", waitedMs: 30 * MINUTE });
  expect((await store.asks({})).rows).toMatchObject([{ state: "lapsed" }]);
});
