/** Files of a project that no person approved must not use up the time of a call. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import claudeCode from "../../src/adapters/claude-code/index.js";
import { decide } from "../../src/runtime/call/decide.js";
import { prepare } from "../../src/runtime/call/prepare.js";
import { openPlan } from "../../src/runtime/plan/open-plan.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { UnapprovedLimit } from "../../src/sources/compile/unapproved-limit.js";
import { parseConfigText } from "../../src/sources/read/config-text.js";
import { cpuTimeOf } from "../support/cpu-time.js";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";

/** As large as YAML may be, with as many keys as fit. */
const LARGE = Array.from({ length: 25_000 }, (_, i) => `${i.toString(36)}:`)
  .join("\n")
  .slice(0, 99_000);
const hook = (id: string, reason: string) => ({
  version: 1,
  hooks: { PreToolUse: [{ id, guard: true, command: says("deny", reason) }] },
});

const findings = async (place: ProgramPlace) =>
  (await openPlan({ cwd: place.project, places: findPlaces(place.env), mayBuild: false })).findings;

describe("T7c files that were not approved", () => {
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

  it.each([
    ["number", { text: "", ms: 0 }, 64],
    ["size", { text: "x".repeat(100_000), ms: 0 }, 10],
    ["time", { text: "", ms: 250 }, 4],
  ])("are limited: [limit of %s]", (_, each, loaded) => {
    let now = 0;
    const limit = new UnapprovedLimit(() => now);
    const load = (file: string) => {
      if (!limit.mayLoad(file)) return false;
      limit.spend(each.text, () => (now += each.ms));
      return true;
    };
    const files = Array.from({ length: loaded + 2 }, (_, i) => `${i}.yaml`);
    expect(files.filter(load)).toHaveLength(loaded);
    expect(limit.findings).toEqual([
      expect.objectContaining({ file: `${loaded}.yaml`, message: expect.stringMatching(/^2 files of the project/) }),
    ]);
  });

  it("the user's files are loaded first, then approved ones [user first]", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", hook("mine", "closed"));
    place.write(".snaphook/hooks.d/zz.json", { event: "Stop", id: "z", guard: true, command: "true" });
    expect((await place.trust()).code).toBe(0);
    place.write(".snaphook/hooks.d/aa.json", { event: "Stop", command: "true" });
    const trace = place.path("trace");
    const args = ["-f", "-e", "trace=openat", "-o", trace, process.execPath, PROGRAM, "hook", "claude-code", "Stop"];
    const input = JSON.stringify({ cwd: place.project, session_id: "s" });
    execFileSync("strace", args, { cwd: place.project, env: place.env, input });
    const opens = (file: string) => `"${file}", O_RDONLY`;
    const text = place.read("trace");
    const first = text.indexOf(opens(place.path(".snaphook/hooks.d/aa.json")));
    for (const file of [join(place.user, "hooks.json"), place.path(".snaphook/hooks.d/zz.json")]) {
      expect(text).toContain(opens(file));
      expect(text.lastIndexOf(opens(file)), file).toBeLessThan(first);
    }
  });

  it("if loading has used up the time of a call, guards of the user answer nevertheless", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", hook("mine", "not reached"));
    const prepared = await prepare({
      adapter: claudeCode,
      event: "PreToolUse",
      payload: { session_id: "s1", cwd: place.project, hook_event_name: "PreToolUse", ...bash("ls") },
      cwd: place.project,
      environment: place.env,
      places: findPlaces(place.env),
      program: PROGRAM,
      way: "alone",
    });
    expect(prepared.leftMs()).toBeGreaterThan(0);
    const { decision } = await decide({ ...prepared, leftMs: () => -1, heldLeftMs: () => -1 });
    expect(decision.verdict).toMatch(/^(ask|deny)$/);
    expect(decision.reason).toContain("mine");
  });

  it("YAML with many keys takes time in proportion to its size [unique keys]", async () => {
    const quarter = LARGE.slice(0, LARGE.length / 4);
    parseConfigText("a.yaml", quarter);
    const small = await cpuTimeOf(() => parseConfigText("a.yaml", quarter));
    const large = await cpuTimeOf(() => parseConfigText("a.yaml", LARGE));
    expect(large).toBeLessThan(small * 7 + 50);
  });

  it("a key that repeats in YAML is an error that names its place", () => {
    const { findings: found } = parseConfigText("a.yaml", "hooks: {}\nversion: 1\nhooks: {}\n");
    expect(found).toEqual([expect.objectContaining({ code: "CONFIG_DUPLICATE_KEY", line: 3 })]);
  });
});
