/** Files of a project that no person approved must not use up the time of a call. */
import { describe, expect, it } from "vitest";
import { openPlan } from "../../src/runtime/plan/open-plan.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { parseConfigText } from "../../src/sources/read/config-text.js";
import { cpuTimeOf } from "../support/cpu-time.js";
import { bash, ProgramPlace, says } from "../support/program.js";

/** As large as YAML may be, with as many keys as fit. */
const LARGE = Array.from({ length: 9_000 }, (_, i) => `k${String(i).padStart(6, "0")}: 1`)
  .join("\n")
  .slice(0, 99_000);
const hook = (id: string, reason: string) => ({
  version: 1,
  hooks: { PreToolUse: [{ id, guard: true, command: says("deny", reason) }] },
});

const findings = async (place: ProgramPlace) =>
  (await openPlan({ cwd: place.project, places: findPlaces(place.env), mayBuild: false })).findings;

describe("T7 files that were not approved", () => {
  it("70 large YAML files are not all loaded, and the user's guard decides [unapproved limit]", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", hook("mine", "the harbour is closed"));
    for (let i = 0; i < 70; i++) place.write(`.snaphook/hooks.d/${i}.yaml`, LARGE);
    const answer = await place.hook("PreToolUse", bash("ls"));
    expect(JSON.stringify(answer)).toContain("the harbour is closed");
    expect(await findings(place)).toContainEqual(expect.objectContaining({ code: "UNAPPROVED_LIMIT" }));
  });

  it("there may be as many small ones as there are hooks in any project we know", async () => {
    const place = new ProgramPlace();
    for (let i = 0; i < 64; i++) place.write(`.snaphook/hooks.d/${i}.json`, { event: "Stop", command: "true" });
    expect((await findings(place)).map(({ code }) => code)).not.toContain("UNAPPROVED_LIMIT");
    place.write(".snaphook/hooks.d/one-more.json", { event: "Stop", command: "true" });
    expect((await findings(place)).map(({ code }) => code)).toContain("UNAPPROVED_LIMIT");
  });

  it("an approved file counts, whatever stands before it", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.d/zz.json", {
      event: "PreToolUse",
      id: "z",
      guard: true,
      command: says("deny", "approved"),
    });
    expect((await place.trust()).code).toBe(0);
    for (let i = 0; i < 70; i++) place.write(`.snaphook/hooks.d/${i}.yaml`, LARGE);
    expect(JSON.stringify(await place.hook("PreToolUse", bash("ls")))).toContain("approved");
  });

  it("YAML with many keys takes time in proportion to its size", async () => {
    const half = LARGE.slice(0, LARGE.indexOf("k004500"));
    parseConfigText("a.yaml", half);
    const small = await cpuTimeOf(() => parseConfigText("a.yaml", half));
    const large = await cpuTimeOf(() => parseConfigText("a.yaml", LARGE));
    expect(large).toBeLessThan(small * 3.5 + 50);
  });

  it("a key that repeats in YAML is an error that names its place", () => {
    const { findings: found } = parseConfigText("a.yaml", "hooks: {}\nversion: 1\nhooks: {}\n");
    expect(found).toEqual([expect.objectContaining({ code: "CONFIG_DUPLICATE_KEY", line: 3 })]);
  });
});
