/** Two people answer the same question at once. `SNAPHOOK_APPROVER_ROUNDS=100000` for more than the few of every run. */
import { expect, it } from "vitest";
import type { GivenAnswer } from "../../src/approvals/outcomes.js";
import { holdQuestion, queueWorld } from "./queue-world.js";

const ROUNDS = Number(process.env["SNAPHOOK_APPROVER_ROUNDS"] ?? 300);
const proof = { kind: "terminal", by: { user: "ann", terminal: "/dev/pts/1" } };

it(
  `of two answers at once exactly one counts, in each of ${ROUNDS} rounds`,
  async () => {
    const { clock, queue, store } = queueWorld();
    const pairs: readonly (readonly [GivenAnswer["verdict"], GivenAnswer["verdict"]])[] = [
      ["allow", "deny"],
      ["deny", "allow"],
      ["allow", "allow"],
      ["deny", "deny"],
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const held = holdQuestion(queue, `make release-${round}`);
      // The row is on the disk before the question is shown.
      for (let turn = 0; queue.open().length === 0 && turn < 100; turn++) await clock.advance(0);
      const { id, hash } = queue.open()[0]!;
      const answers = pairs[round % pairs.length]!.map((verdict) => queue.answer(id, { hash, verdict, proof }));
      const outcomes = await Promise.all(answers);
      const counted = outcomes.filter(({ outcome }) => outcome === "answered");
      const late = outcomes.filter(({ outcome }) => outcome === "over");
      expect([counted.length, late.length]).toEqual([1, 1]);
      const [winner] = counted;
      const verdict = winner !== undefined && "ask" in winner ? winner.ask.verdict : undefined;
      expect(await held).toMatchObject({ kind: "answered", ask: { verdict } });
      expect((await store.asks({ id })).rows).toMatchObject([{ state: "used", verdict }]);
    }
  },
  30_000 + ROUNDS * 20,
);
