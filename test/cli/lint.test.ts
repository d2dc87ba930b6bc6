import { describe, expect, it } from "vitest";
import type { Finding } from "../../src/core/errors.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { ProgramPlace, type Validated } from "../support/program.js";

async function lint(hooks: object, code: string, where: "user" | "project" = "user"): Promise<readonly Finding[]> {
  const place = new ProgramPlace();
  if (where === "user") place.writeUser("hooks.json", { hooks });
  else place.write(".snaphook/hooks.json", { hooks });
  const { valid, findings } = await place.validate([]);
  expect(valid).toBe(true); // a warning, not an error
  return findings.filter((found) => found.code === code);
}

describe("a permission that is answered in the person's place", () => {
  const answering = (matcher?: string) => ({
    PermissionRequest: [{ id: "auto", command: "./auto.sh", ...(matcher === undefined ? {} : { matcher }) }],
  });
  const guarded = (matcher: string | undefined, over: object = {}) => ({
    PreToolUse: [{ id: "g", command: "true", guard: true, ...(matcher === undefined ? {} : { matcher }), ...over }],
  });
  const unguarded = (hooks: object, where?: "user" | "project") => lint(hooks, "PERMISSION_UNGUARDED", where);

  it("SE-13 is reported where no guard looks at the same calls", async () => {
    const [found, ...more] = await unguarded(answering("Bash"));
    expect(found).toMatchObject({ severity: "warning", file: expect.stringContaining("hooks.json") });
    expect(found!.message).toContain('"auto"');
    expect(more).toEqual([]);
  });

  it.each([
    ["the same matcher", "Bash", "Bash"],
    ["the same content", "Bash(git *)", "Bash(git *)"],
    ["every call", "Bash", undefined],
    ["every call, for every permission", undefined, undefined],
    ["more tools", "Bash", "Bash|Write"],
    ["the whole tool", "Bash(git *)", "Bash"],
  ])("SE-13 is fine beside a guard for %s", async (_, asked, looked) => {
    expect(await unguarded({ ...answering(asked), ...guarded(looked) })).toEqual([]);
  });

  it.each([
    ["another tool", "Bash", "Write", {}],
    ["fewer tools", "Bash|Write", "Bash", {}],
    ["some calls of it", "Bash", "Bash(git *)", {}],
    ["one tool only", undefined, "Bash", {}],
    ["the same, but it only observes", "Bash", "Bash", { mode: "observe" }],
    ["the same, but it is switched off", "Bash", "Bash", { enabled: false }],
    ["the same, but only in one agent", "Bash", "Bash", { agents: ["codex"] }],
    ["the same, but it is no guard", "Bash", "Bash", { guard: false }],
  ])("SE-13 is not made safe by a hook for %s", async (_, asked, looked, over) => {
    expect(await unguarded({ ...answering(asked), ...guarded(looked, over) })).toHaveLength(1);
  });

  it("SE-13 is no matter of a project: it cannot allow", async () => {
    expect(await unguarded(answering("Bash"), "project")).toEqual([]);
  });
});

describe("a hook with more time than its agent has patience", () => {
  const over = (event: string, facts: object) =>
    lint({ [event]: [{ id: "slow", command: "true", ...facts }] }, "TIMEOUT_OVER_WAIT");

  it("HL-03 is reported with both figures", async () => {
    const [found] = await over("SessionEnd", { timeoutMs: 5000, agents: ["claude-code"] });
    expect(found).toMatchObject({ severity: "warning", file: expect.stringContaining("hooks.json") });
    expect(found!.message).toBe('"slow" may take 5 s on SessionEnd, but Claude Code waits 1.5 s');
  });

  it("HL-03 equal times are a race, and count", async () => {
    expect(await over("UserPromptSubmit", { timeoutMs: 30_001, agents: ["claude-code"] })).toHaveLength(1);
    expect(await over("SessionEnd", { timeoutMs: 1500, agents: ["claude-code"] })).toHaveLength(1);
    expect(await over("SessionEnd", { timeoutMs: 1499, agents: ["claude-code"] })).toEqual([]);
  });

  it("HL-03 is about the agents the hook is for, and without a list about all that know the event", async () => {
    expect(await over("SessionEnd", { timeoutMs: 2000, agents: ["codex"] })).toEqual([]);
    const [found] = await over("SessionEnd", { timeoutMs: 5000 });
    expect(found!.message).toContain("Claude Code waits 1.5 s");
    expect(found!.message).toContain("Codex CLI waits 3 s");
    expect(found!.message).not.toContain("Pi waits");
  });

  it("HL-03 nobody chose the usual time, and nobody waits for the background", async () => {
    expect(await over("SessionEnd", {})).toEqual([]);
    expect(await over("SessionEnd", { timeoutMs: 5000, background: true })).toEqual([]);
    expect(await over("SessionEnd", { timeoutMs: 5000, enabled: false })).toEqual([]);
  });

  const group = (matcher: string, timeout?: number) => ({
    hooks: {
      PreToolUse: [{ matcher, hooks: [{ type: "command", command: "true", ...(timeout ? { timeout } : {}) }] }],
    },
  });

  const OF_DIALECTS = [
    ["arawn", "hooks.json", group("shell", 3_600_000), "3600 s on PreToolUse"],
    ["arawn-outcome", "hooks.json", group("shell", 3_600_000), "3600 s on PreToolUse"],
    ["arawn2", "settings.json", group("Bash", 3600), "3600 s on PreToolUse"],
    ["oak", "hooks.json", group("Bash", 3600), "3600 s on PreToolUse"],
    ["cortex", "settings.json", group("AskUserQuestion"), "3600 s on PreToolUse"],
    ["cortex", "settings.json", group("Bash", 3600), "3600 s on PreToolUse"],
    ["claude", "settings.json", group("Bash", 3600), "3600 s on PreToolUse"],
    [
      "opta",
      "config.json",
      { hooks: [{ event: "session.end", command: "true", timeout: 60_000 }] },
      "60 s on SessionEnd",
    ],
    ["orion", "settings.json", { builtin: {}, ...group("Bash", 3600) }, "3600 s on PreToolUse"],
  ] as const;

  it("HL-03 is shown for every dialect of other systems", () => {
    const shown = OF_DIALECTS.map(([dialect]) => dialect);
    expect(Object.keys(LOADERS).filter((name) => name !== "native" && !shown.some((one) => one === name))).toEqual([]);
  });

  it.each(OF_DIALECTS)("HL-03 is reported for a file of %s, %s, too", async (dialect, name, content, words) => {
    const place = new ProgramPlace();
    place.write(name, content);
    const { findings } = await place.json<Validated>(["validate", name, "--dialect", dialect]);
    const found = findings.filter(({ code }) => code === "TIMEOUT_OVER_WAIT");
    expect(found.map(({ message }) => message).join()).toContain(words);
  });

  it("HL-03 the usual time of a system is nobody's choice", async () => {
    const place = new ProgramPlace();
    place.write("config.json", { hooks: [{ event: "session.end", command: "true" }] });
    expect(await place.json<Validated>(["validate", "config.json", "--dialect", "opta"])).toMatchObject({
      findings: [],
    });
  });
});
