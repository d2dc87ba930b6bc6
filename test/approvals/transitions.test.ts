import { describe, expect, it } from "vitest";
import { applyChange, type Change, FINAL, PARKED_MS, WAITING_MS } from "../../src/approvals/transitions.js";
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

  it("a parked question can be answered for 12 hours, and its answer waits for an hour", () => {
    const parked = applyChange(ROW, { to: "parked", because: "gone" }, 1_000)!;
    expect(parked).toMatchObject({ parked: "gone", expiresAt: 1_000 + PARKED_MS });
    const waiting = applyChange(parked, { to: "answered", answer: { ...ANSWER, said: "once" } }, 2_000)!;
    expect(waiting).toMatchObject({ said: "once", verdict: "allow", expiresAt: 2_000 + WAITING_MS });
    expect(applyChange(waiting, { to: "used", usedBy: "toolu_1" }, 3_000)).toMatchObject({
      usedBy: "toolu_1",
      endedAt: 3_000,
    });
  });
});
