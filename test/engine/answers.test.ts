import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allow, context, createHooks, deny, rewrite } from "../../src/index.js";
import { FakeAgent } from "../support/fake-agent.js";
import { command, fireReal, tempFolder } from "../support/real-engine.js";

const prints = (answer: object) => `cat > /dev/null; printf '%s' '${JSON.stringify(answer)}'`;
const specific = (fields: object) => prints({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });

describe("what a command prints", () => {
  it.each(["allow", "deny", "ask"] as const)(
    "OU-01 permissionDecision %s is honoured with its reason",
    async (verdict) => {
      const decision = await fireReal([
        command(specific({ permissionDecision: verdict, permissionDecisionReason: "because" }), { id: "it" }),
      ]);
      expect(decision).toMatchObject({ verdict, reason: "because", verdictBy: { hook: "it", source: "user" } });
    },
  );

  it("OU-02 a reason may be called reason", async () => {
    const said = [
      specific({ permissionDecision: "deny", reason: "because" }),
      prints({ decision: "block", reason: "because" }),
    ];
    for (const text of said)
      expect(await fireReal([command(text)])).toMatchObject({ verdict: "deny", reason: "because" });
  });

  it("OU-04 the next hook in a row sees the whole rewritten input, and nothing of the old one", async () => {
    const folder = tempFolder();
    const payload = { tool_name: "Bash", tool_input: { command: "ls", timeout: 5 } };
    const decision = await fireReal(
      [
        command(specific({ updatedInput: { command: "ls -l" } }), { id: "first" }),
        command(`cat > '${folder}/seen.json'`, { id: "second" }),
      ],
      "PreToolUse",
      payload,
    );
    expect(JSON.parse(readFileSync(join(folder, "seen.json"), "utf8")).tool_input).toEqual({ command: "ls -l" });
    expect(decision).toMatchObject({ verdict: "none", input: { command: "ls -l" }, inputBy: [{ hook: "first" }] });
    expect(decision.originalInput).toEqual(payload.tool_input);
  });

  it("OU-05 contexts are joined by a blank line, in order", async () => {
    const decision = await fireReal([
      command(specific({ additionalContext: "first" })),
      command(prints({ additionalContext: "second" })),
    ]);
    expect(decision.context).toBe("first\n\nsecond");
  });

  it.each([
    ["nothing", "cat > /dev/null"],
    ["an empty object", prints({})],
    ["ok", prints({ ok: true })],
  ])("OU-06 %s is no opinion: the agent's own permission flow is untouched", async (_name, text) => {
    for (const guard of [false, true]) {
      const decision = await fireReal([command(text, { guard })]);
      expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }], notes: [] });
    }
  });

  it("OU-07 a rewrite needs no decision: the call is changed and still asked for", async () => {
    const decision = await fireReal([command(specific({ updatedInput: { command: "unset TOKEN; ls" } }))]);
    expect(decision).toMatchObject({ verdict: "none", input: { command: "unset TOKEN; ls" } });
  });

  it("OU-07 an allow counts only for the input it was given for", async () => {
    const decision = await fireReal([
      command(specific({ permissionDecision: "allow" }), { id: "early" }),
      command(specific({ updatedInput: { command: "rm -r build" } })),
    ]);
    expect(decision.verdict).toBe("none");
    expect(decision.notes).toMatchObject([{ code: "ALLOW_OUTDATED", hook: "early" }]);
  });

  it("OU-15 texts of informational hooks are joined by a line break", async () => {
    const echo = (text: string) => command(`echo ${text}`, { event: "SessionStart", dialect: "arawn" });
    expect((await fireReal([echo("a"), echo("b")], "SessionStart", {})).context).toBe("a\nb");
  });

  it("OU-16 text that is no JSON is no error, and the note names the hook", async () => {
    const decision = await fireReal([command("echo debug", { id: "chatty" })]);
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
    expect(decision.notes).toMatchObject([{ code: "HOOK_WARNING", hook: "chatty" }]);
  });

  it("OU-16 JSON that does not parse is noted with the hook's name", async () => {
    const decision = await fireReal([command(`printf '{"decision": "deny", '`, { id: "half" })]);
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "failed", cause: "bad-json" }] });
    expect(decision.notes).toMatchObject([{ code: "HOOK_FAILED", hook: "half" }]);
  });

  it("OU-17 a hook may do the edit itself, then deny: its words reach the model as they are", async () => {
    const folder = tempFolder();
    const file = join(folder, "settings.json");
    writeFileSync(file, "old");
    writeFileSync(
      join(folder, "edit.mjs"),
      `import { readFileSync, writeFileSync } from "node:fs";
       const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
       writeFileSync(tool_input.file_path, tool_input.content);
       console.log(JSON.stringify({ decision: "deny", reason: "[BYPASS OK] applied: 1 file\\n  as asked" }));`,
    );
    const payload = { tool_name: "Write", tool_input: { file_path: file, content: "new" } };
    const decision = await fireReal([command(`node '${folder}/edit.mjs'`)], "PreToolUse", payload);
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(decision).toMatchObject({ verdict: "deny", reason: "[BYPASS OK] applied: 1 file\n  as asked" });
  });
});

describe("what the agent does with it", () => {
  it("OU-03 the tool receives the rewritten input, also beside an allow", async () => {
    for (const answer of [rewrite({ command: "ls -l" }), { ...allow(), ...rewrite({ command: "ls -l" }) }]) {
      const hooks = createHooks();
      hooks.on("PreToolUse", () => answer);
      const agent = new FakeAgent(hooks, { Bash: ({ command: text }) => `ran ${text}` });
      await agent.callTool("Bash", { command: "ls" });
      expect(agent.transcript).toEqual(["tool result: ran ls -l"]);
    }
  });

  it("OU-11 the model sees the reason as the tool's result, and the loop goes on", async () => {
    const hooks = createHooks();
    hooks.on("PreToolUse", { matcher: "Bash(git push*)" }, () => deny("push only from CI"));
    hooks.on("PostToolUse", () => context("remember the changelog"));
    const agent = new FakeAgent(hooks, { Bash: () => "clean" });
    await agent.callTool("Bash", { command: "git push --force" });
    await agent.callTool("Bash", { command: "git status" });
    expect(agent.transcript).toEqual([
      "tool result: push only from CI",
      "tool result: clean",
      "remember the changelog",
    ]);
  });
});
