import { describe, expect, it } from "vitest";
import { admit, mayAllow } from "../../src/core/admission.js";
import type { Level, TrustState } from "../../src/core/hook.js";
import { hookSpec, sourceRef } from "../support/hook-specs.js";

const LEVELS: readonly Level[] = ["managed", "builtin", "user", "code", "project", "plugin", "untrusted"];
const STATES: Record<TrustState, boolean> = {
  managed: true,
  trusted: true,
  named: true,
  "standing-in": false, // there is nothing broken about this one
  untrusted: false,
  modified: false,
  denied: false,
  excluded: false,
};

const admission = (state: TrustState, level: Level, enabled = true) =>
  admit({ hook: hookSpec({ enabled }), source: sourceRef({ state, level }), alsoFrom: [] });

describe("the trust gate", () => {
  it("admits what is trusted or named for the call, from every level but untrusted", () => {
    for (const [state, passes] of Object.entries(STATES) as [TrustState, boolean][]) {
      for (const level of LEVELS) {
        expect([state, level, "admitted" in admission(state, level)]).toEqual([
          state,
          level,
          passes && level !== "untrusted",
        ]);
      }
    }
  });

  it("gives each refusal a reason of its own that says what to do", () => {
    const reasons = (["untrusted", "modified", "denied"] as const).map((state) => {
      const refused = admission(state, "project");
      return "refused" in refused ? refused.refused : "";
    });
    expect(new Set(reasons).size).toBe(3);
    for (const reason of reasons) expect(reason).toContain("snaphook trust");
  });

  it("a trusted state does not lift an untrusted level, and the refusal still has a reason", () => {
    expect(admission("trusted", "untrusted")).toMatchObject({
      refused: expect.stringContaining("snaphook trust"),
    });
  });

  it("refuses what is disabled, after trust", () => {
    expect(admission("trusted", "user", false)).toEqual({ refused: "disabled" });
    expect(admission("denied", "user", false)).toMatchObject({ refused: expect.stringContaining("denied") });
  });

  it("hands the hook on as it is, with its source", () => {
    expect(admission("named", "project")).toEqual({
      admitted: expect.objectContaining({
        ...hookSpec(),
        run: expect.anything(),
        source: sourceRef({ state: "named", level: "project" }),
      }),
    });
  });

  it("only managed, builtin, user and code sources may answer allow", () => {
    expect(LEVELS.filter(mayAllow)).toEqual(["managed", "builtin", "user", "code"]);
  });
});
