import { describe, expect, it } from "vitest";
import { AGAIN_MS, applyChange as apply, type Change, FINAL } from "../../src/approvals/transitions.js";
import type { AskRow, AskState } from "../../src/core/records/records.js";

const ROW: AskRow = {
  id: "3f9a01bc",
  hash: "k1:aa",
  state: "open",
  agent: "codex",
  tool: "Bash",
  summary: "make release",
  askedAt: 0,
  expiresAt: 1_000,
};
const LATE_MS = 720 * 60_000;
const applyChange = (row: AskRow, change: Change, now: number) => apply(row, change, now, LATE_MS);
const BY = { channel: "terminal", user: "ann", place: "/dev/pts/1", method: "typed code" };
const ANSWER = { verdict: "allow", by: BY } as const;
const CHANGES: readonly Change[] = [
  { to: "parked", because: "expired" },
  { to: "answered", answer: ANSWER },
  { to: "used" },
  { to: "elsewhere" },
  { to: "revoked" },
  { to: "lapsed" },
];
const STATES: readonly AskState[] = ["open", "parked", "waiting", ...FINAL];

/** Every way from one state to another, while the question's time runs. */
const WAYS: Readonly<Record<string, AskState>> = {
  "open parked": "parked",
  "open answered": "used",
  "open elsewhere": "elsewhere",
  "open lapsed": "lapsed",
  "parked answered": "waiting",
  "parked lapsed": "lapsed",
  "waiting used": "used",
  "waiting revoked": "revoked",
};

describe("states of a question", () => {
  it.each(STATES.flatMap((state) => CHANGES.map((change) => [state, change] as const)))(
    "HL-07 from %s by %j leads where the table says, or nowhere",
    (state, change) => {
      expect(applyChange({ ...ROW, state }, change, 500)?.state).toBe(WAYS[`${state} ${change.to}`]);
    },
  );

  it("no final state has a way out, at any time", () => {
    for (const state of FINAL)
      for (const change of CHANGES)
        for (const now of [0, 500, 1_000, 1e12]) expect(applyChange({ ...ROW, state }, change, now)).toBeUndefined();
  });

  it("HL-02 an answer counts until the limit, and not at it", () => {
    expect(applyChange(ROW, { to: "answered", answer: ANSWER }, 999)).toMatchObject({
      state: "used",
      by: BY,
      answeredAt: 999,
    });
    expect(applyChange(ROW, { to: "answered", answer: ANSWER }, 1_000)).toBeUndefined();
    const waiting = { ...ROW, state: "waiting" } as const;
    expect(applyChange(waiting, { to: "used" }, 1_000)).toBeUndefined();
    expect(applyChange(waiting, { to: "lapsed" }, 1_000)?.state).toBe("lapsed");
  });

  it("a parked question can be answered for as long as late answers are kept, and its answer waits as long", () => {
    const parked = applyChange(ROW, { to: "parked", because: "gone" }, 1_000)!;
    expect(parked).toMatchObject({ parked: "gone", expiresAt: 1_000 + LATE_MS });
    const waiting = applyChange(parked, { to: "answered", answer: { ...ANSWER, said: "once" } }, 2_000)!;
    expect(waiting).toMatchObject({ said: "once", verdict: "allow", expiresAt: 2_000 + LATE_MS });
    expect(applyChange(waiting, { to: "used", usedBy: "toolu_1" }, 3_000)).toMatchObject({
      usedBy: "toolu_1",
      endedAt: 3_000,
    });
  });

  it("an approval with a rule leaves no answer behind that would outlive the rule", () => {
    const parked = { ...ROW, state: "parked" } as const;
    const ruled = applyChange(parked, { to: "answered", answer: { ...ANSWER, scope: "rule" } }, 500);
    expect(ruled).toMatchObject({ state: "used", scope: "rule", endedAt: 500 });
  });

  it("an approval for the same call again counts for 60 minutes, and each use is counted", () => {
    const again = applyChange(ROW, { to: "answered", answer: { ...ANSWER, scope: "again" }, usedBy: "toolu_1" }, 500)!;
    expect(again).toMatchObject({ state: "waiting", scope: "again", uses: 1, usedBy: "toolu_1" });
    expect(again.expiresAt).toBe(500 + AGAIN_MS);
    const used = applyChange(again, { to: "used", usedBy: "toolu_2" }, 499 + AGAIN_MS)!;
    // A use does not extend it.
    expect(used).toMatchObject({ state: "waiting", uses: 2, usedBy: "toolu_2", expiresAt: 500 + AGAIN_MS });
    expect(applyChange(used, { to: "used" }, 500 + AGAIN_MS)).toBeUndefined();
    expect(applyChange(used, { to: "lapsed" }, 500 + AGAIN_MS)?.state).toBe("lapsed");
    expect(applyChange(used, { to: "revoked" }, 600)?.state).toBe("revoked");
    const parked = { ...ROW, state: "parked" } as const;
    expect(applyChange(parked, { to: "answered", answer: { ...ANSWER, scope: "again" } }, 500)).toMatchObject({
      uses: 0,
      expiresAt: 500 + AGAIN_MS,
    });
  });
});
