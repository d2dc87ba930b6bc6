import { describe, expect, it, onTestFinished } from "vitest";
import { EmbedderPlace } from "../support/embedder.js";
import { bash, ProgramPlace, says } from "../support/program.js";

const GUARD = {
  id: "no-push",
  event: "PreToolUse",
  matcher: "Bash(git push *)",
  guard: true,
  command: says("deny", "no"),
};
const codes = async (place: ProgramPlace, args: string[] = []) =>
  (await place.validate(args)).findings.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

describe("a guard that is written as a background hook", () => {
  it.each(["background", "async"])("EX-11 with `%s` is waited for, and reported", async (key) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ ...GUARD, [key]: true }] });
    expect(await place.hook("PreToolUse", bash("git push origin"))).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("no") },
    });
    const told =
      'warning GUARD_BACKGROUND: guard "no-push" runs in the foreground: `background` would let every call pass';
    expect(await codes(place)).toEqual([told]);
    expect((await place.run(["list"])).stderr).toContain("GUARD_BACKGROUND");
    expect(await place.list()).toMatchObject([{ id: "no-push", guard: true, background: false }]);
    expect((await place.run(["validate", "--strict"])).code).toBe(1);
  });

  it("answers its failure contract when it fails or is late, and is not told to run in the background", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ ...GUARD, background: true, timeoutMs: 300, command: "sleep 60" }] });
    const { decision, reason } = await place.fire("PreToolUse", bash("git push origin"));
    expect(decision).toBe("deny");
    expect(reason).toContain("it did not answer within 300 ms");
    expect(reason).not.toContain("background");
    await place.hook("PreToolUse", bash("git push origin"));
    for (const command of ["stats", "doctor"]) {
      const { stdout, stderr } = await place.run([command]);
      expect(stdout + stderr, command).toContain("no-push");
      expect(stdout + stderr, command).not.toContain("background: true");
    }
  });

  it("in code is waited for too: in a code config and in a program", async () => {
    const place = new ProgramPlace();
    const hook = `{ id: "no-push", event: "PreToolUse", guard: true, background: true, run: () => deny("no") }`;
    place.writeUser(
      "snaphook.config.ts",
      `import { defineConfig, defineHook, deny } from "snaphook";\nexport default defineConfig({ hooks: [defineHook(${hook})] });`,
    );
    expect(await codes(place)).toEqual([expect.stringContaining("GUARD_BACKGROUND")]);
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny", reason: "no" });
    const embedder = new EmbedderPlace();
    onTestFinished(() => embedder.remove());
    const decision = embedder.embed(`
      import { createHooks, defineHook, deny } from "snaphook";
      const hooks = createHooks({ hooks: [defineHook(${hook})] });
      console.log(JSON.stringify(await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} })));
      await hooks.close();`);
    expect(decision).toMatchObject({ verdict: "deny", reason: "no" });
  });
});

describe("other guards that protect less than they seem to", () => {
  it("are reported: once per session, on an event that cannot be denied", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { ...GUARD, id: "first", once: true },
        { id: "late", event: "PostToolUse", guard: true, command: "exit 2" },
        { id: "start", event: "SessionStart", guard: true, command: "exit 2" },
        { id: "stop", event: "Stop", guard: true, command: "exit 2" },
        { id: "off", event: "PostToolUse", guard: true, command: "exit 2", enabled: false },
        { ...GUARD, id: "whole" },
      ],
    });
    expect(await codes(place)).toEqual([
      'warning GUARD_ONCE: guard "first" checks only the first call of each session: it has `once`',
      'warning GUARD_CANNOT_DENY: guard "late" cannot block anything: PostToolUse cannot be denied',
      'warning GUARD_CANNOT_DENY: guard "start" cannot block anything: SessionStart cannot be denied',
    ]);
  });

  it("a matcher on an event without a tool does not keep a guard in code from running, as in files", () => {
    const place = new EmbedderPlace();
    onTestFinished(() => place.remove());
    const found = place.embed(`
      import { createHooks, defineHook, deny } from "snaphook";
      const guard = (matcher) => defineHook({ event: "UserPromptSubmit", guard: true, matcher, run: () => deny("no") });
      const verdicts = [];
      for (const matcher of ["Bash", "Bash(git *)", { tool: "Bash" }]) {
        const hooks = createHooks({ hooks: [guard(matcher)] });
        verdicts.push((await hooks.fire("UserPromptSubmit", { prompt: "deploy" })).verdict);
        await hooks.close();
      }
      console.log(JSON.stringify(verdicts));`);
    expect(found).toEqual(["deny", "deny", "deny"]);
  });
});
