/** Which hooks of a file stand, by what was approved of it. */
import { describe, expect, it } from "vitest";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { standingOf } from "../../src/sources/trust/trust-status.js";
import type { TrustRecord } from "../../src/sources/trust/trust-store.js";
import { hookSpec } from "../support/hook-specs.js";

const of = (token: string, more: Partial<HookSpec> = {}) => ({
  token,
  hook: hookSpec({ id: token.split(":")[0]!, ...more }),
  files: [],
});
const guard = (token: string, more: Partial<HookSpec> = {}) => of(token, { guard: true, ...more });

function approved(...versions: (readonly ReturnType<typeof of>[])[]): TrustRecord {
  return {
    format: 2,
    name: "/p/f",
    path: "/p/f",
    decision: "allow",
    scope: "project",
    dialect: "native",
    versions: versions.map((hooks, i) => ({ at: "2026-01-01", digest: String(i), hooks, files: [] })),
    at: "2026-01-01",
  };
}
const missing = (record: TrustRecord, ...now: ReturnType<typeof of>[]) =>
  standingOf(record, now).missing.map(({ id, broken }) => [id, broken?.code]);

describe("the standing of a file", () => {
  it("is untrusted where nobody decided, and denied where somebody did", () => {
    const hooks = [of("a"), of("b")];
    const all = (state: string) => ({ state, states: [state, state], missing: [] });
    expect(standingOf(undefined, hooks)).toEqual(all("untrusted"));
    expect(standingOf({ ...approved([guard("g")]), decision: "deny" }, hooks)).toEqual(all("denied"));
  });

  it("is trusted where every hook is one of an approved version, and nothing is missing", () => {
    expect(standingOf(approved([of("a"), guard("g")]), [of("a"), guard("g")])).toEqual({
      state: "trusted",
      states: ["trusted", "trusted"],
      missing: [],
    });
    expect(standingOf(approved([of("a"), of("b")]), [of("a")])).toMatchObject({ state: "trusted", missing: [] });
    // An empty file may be approved; a record without versions approves nothing, not even that.
    expect(standingOf(approved([]), []).state).toBe("trusted");
    expect(standingOf(approved(), []).state).toBe("modified");
    expect(standingOf(approved(), [of("a")])).toMatchObject({ state: "modified", states: ["modified"], missing: [] });
  });

  it("is modified where one hook is, and each hook has its own standing", () => {
    expect(standingOf(approved([of("a"), of("b")]), [of("a"), of("b:2")])).toEqual({
      state: "modified",
      states: ["trusted", "modified"],
      missing: [],
    });
  });

  it("counts hooks of every version", () => {
    expect(standingOf(approved([of("a")], [of("b")]), [of("a"), of("b")]).states).toEqual(["trusted", "trusted"]);
  });

  it("SE-02 is modified where a guard is missing, though every hook that is there was approved", () => {
    const { state, states } = standingOf(approved([of("a"), guard("g")]), [of("a")]);
    expect([state, states]).toEqual(["modified", ["trusted"]]);
  });
});

describe("a guard that was approved and is not there", () => {
  it("SE-02 stands in as it was, broken: changed where its id is, gone where not", () => {
    const record = approved([guard("g"), guard("h")]);
    expect(missing(record, guard("g:2"))).toEqual([
      ["g", "GUARD_MODIFIED"],
      ["h", "GUARD_GONE"],
    ]);
    const [g] = standingOf(record, []).missing;
    const { broken, ...asItWas } = g!;
    expect(asItWas).toEqual(record.versions[0]!.hooks[0]!.hook);
    expect(broken!.message).toBe("it was approved, and is missing or changed now");
  });

  it("without an id is gone, whatever other hook has none", () => {
    expect(missing(approved([guard("g", { id: "" })]), of("x", { id: "" }))).toEqual([["", "GUARD_GONE"]]);
  });

  it("is missed only if it would fail closed, and was on", () => {
    expect(missing(approved([of("a")]))).toEqual([]);
    expect(missing(approved([guard("g", { enabled: false })]))).toEqual([]);
    expect(missing(approved([of("a", { onFailure: "allow" })]))).toEqual([]);
    expect(missing(approved([of("a", { onFailure: "deny" })]))).toEqual([["a", "GUARD_GONE"]]);
  });

  it("is not missed while any version is there with all its guards, or else the newest says which are", () => {
    const record = approved([guard("g")], [guard("h"), guard("i")]);
    expect(missing(record, guard("g"))).toEqual([]);
    expect(missing(record, guard("h"), guard("i"))).toEqual([]);
    expect(missing(record, guard("h"))).toEqual([["i", "GUARD_GONE"]]);
    expect(missing(approved([guard("g")], [of("a")]))).toEqual([]);
  });
});
