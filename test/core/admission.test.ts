import { describe, expect, it } from "vitest";
import { admit, bySource, mayAllow } from "../../src/core/hooks/admission.js";
import type { Level, TrustState } from "../../src/core/hooks/hook.js";
import { hookSpec, sourceRef } from "../support/hook-specs.js";

const LEVELS: readonly Level[] = ["managed", "builtin", "user", "code", "project", "plugin", "untrusted"];
const STATES: Record<TrustState, boolean> = {
  managed: true,
  trusted: true,
  named: true,
  "missing-guard": false, // there is nothing broken about this one
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

  it("lets a guard stand in for what was approved only as broken", () => {
    const hook = hookSpec({ guard: true, broken: { code: "GUARD_GONE", message: "gone" } });
    const source = sourceRef({ level: "project", state: "modified" });
    expect(admit({ hook, source, alsoFrom: [], state: "missing-guard" })).toHaveProperty("admitted");
    expect(admit({ hook, source, alsoFrom: [] })).toHaveProperty("refused");
    const whole = hookSpec({ guard: true });
    expect(admit({ hook: whole, source, alsoFrom: [], state: "missing-guard" })).toHaveProperty("refused");
  });

  it("goes by the state of the hook itself, where it has one", () => {
    const entry = (state: TrustState, own: TrustState) =>
      admit({ hook: hookSpec(), source: sourceRef({ level: "project", state }), alsoFrom: [], state: own });
    expect(entry("modified", "trusted")).toHaveProperty("admitted");
    expect(entry("trusted", "modified")).toEqual({ refused: expect.stringContaining("changed since it was approved") });
  });

  it("of a file that is approved for prompts only, admits prompts", () => {
    const source = sourceRef({ level: "prompt-only" });
    const prompt = hookSpec({ run: { type: "prompt", prompt: "is it good?" } });
    expect(admit({ hook: prompt, source, alsoFrom: [] })).toHaveProperty("admitted");
    expect(admit({ hook: hookSpec(), source, alsoFrom: [] })).toEqual({ refused: expect.stringContaining("prompt") });
    expect(mayAllow("prompt-only")).toBe(false);
  });

  it("hands on what the approval covers, and nothing where it covers nothing", () => {
    const entry = { hook: hookSpec(), source: sourceRef(), alsoFrom: [] };
    const covers = [{ path: "/p/a.sh", sha256: "1" }];
    expect(admit({ ...entry, covers })).toMatchObject({ admitted: { covers } });
    expect((admit(entry) as { admitted: object }).admitted).not.toHaveProperty("covers");
  });

  it("owners come first, and each in the order of their ranks", () => {
    const sources = [
      { level: "plugin", rank: 1 },
      { level: "user", rank: 9 },
      { level: "project", rank: 0 },
      { level: "managed", rank: 5 },
    ] as const;
    expect([...sources].sort(bySource).map(({ rank }) => rank)).toEqual([5, 9, 0, 1]);
  });

  it("only managed, builtin, user and code sources may answer allow", () => {
    expect(LEVELS.filter(mayAllow)).toEqual(["managed", "builtin", "user", "code"]);
  });
});
