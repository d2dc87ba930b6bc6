import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fencedTexts } from "../support/fenced-texts.js";
import { ProgramPlace } from "../support/program.js";

const sample = (name: string) =>
  readFileSync(new URL(`../fixtures/dialects/claude/${name}.json`, import.meta.url), "utf8");

const SAMPLES: Record<string, string[]> = {
  guards: [
    "PreToolUse Bash command 5000",
    "PreToolUse Bash command 5000",
    "PreToolUse Edit|Write command 10000",
    "SubagentStop * command 600000",
    "Stop * prompt 12000",
  ],
  interaction: [
    "PreToolUse AskUserQuestion command 3600000",
    "PreToolUse ExitPlanMode command 3600000",
    "PreToolUse *mcp__* command 30000",
    "PermissionRequest * command 5000",
    "SessionStart startup|resume|clear|compact command 10000",
  ],
  observe: [
    "SessionStart * command 60000",
    "UserPromptSubmit * command 60000",
    "PostToolUse * command 60000",
    "PostToolUseFailure * command 60000",
    "Stop * command 60000",
    "SessionEnd * command 60000",
  ],
};

describe("Claude Code's settings", () => {
  it.each(Object.entries(SAMPLES))("CF-01 load unchanged: %s", async (name, expected) => {
    const place = new ProgramPlace();
    const file = place.write(".claude/settings.json", sample(name));
    const hooks = await place.list(["--config", file]);
    expect(hooks.map(({ event, matcher, type, timeoutMs }) => `${event} ${matcher} ${type} ${timeoutMs}`)).toEqual(
      expected,
    );
    expect(hooks.every(({ dialect, active }) => dialect === "claude" && active)).toBe(true);
    const { findings } = await place.validate([file]);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("CF-01 runs a sample as it is", async () => {
    const place = new ProgramPlace();
    const file = place.write(".claude/settings.json", sample("interaction"));
    const allowed = await place.fire("PermissionRequest", { tool_name: "Edit", tool_input: {} }, ["--config", file]);
    expect(allowed.decision).toBe("allow");
    place.write("CONTEXT.md", "Remember the milk.");
    const started = await place.fire("SessionStart", { source: "resume" }, ["--config", file]);
    expect(started.context).toBe("Remember the milk.");
  });

  it("loads them from their usual places on request, and only with an approval", async () => {
    const place = new ProgramPlace();
    place.write(".claude/settings.json", sample("interaction"));
    place.write("CONTEXT.md", "Remember the milk.");
    expect(await place.list()).toEqual([]);
    const listed = await place.list(["--dialect", "claude"]);
    expect(listed).toHaveLength(5);
    expect(new Set(listed.map(({ trust, source }) => `${source} ${trust}`))).toEqual(
      new Set(["claude:project untrusted"]),
    );
    place.writeUser("hooks.json", { dialects: ["claude"] });
    expect((await place.fire("SessionStart", { source: "resume" })).context).toBeNull();
    expect((await place.trust()).code).toBe(0);
    const { context } = await place.fire("SessionStart", { source: "resume" });
    expect(fencedTexts(context)).toEqual(["Remember the milk."]);
  });

  it("lets a project ask for its own files only", async () => {
    const place = new ProgramPlace();
    place.write(".claude/settings.json", sample("observe"));
    place.write(`${place.home}/.claude/settings.json`, sample("guards"));
    place.write(".snaphook/hooks.json", { dialects: ["claude"] });
    expect(new Set((await place.list()).map(({ source }) => source))).toEqual(new Set(["claude:project"]));
    place.writeUser("hooks.json", { dialects: ["claude"] });
    expect(new Set((await place.list()).map(({ source }) => source))).toEqual(
      new Set(["claude:user", "claude:project"]),
    );
  });
});
