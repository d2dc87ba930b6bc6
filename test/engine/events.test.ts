import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { context, createHooks, deny } from "../../src/index.js";
import { FakeAgent } from "../support/fake-agent.js";
import { command, eventually, fireReal, realEngine, tempFolder } from "../support/real-engine.js";

const LIBRARY = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

describe("events of tools", () => {
  it("EV-01 a deny on PreToolUse keeps the tool from running", async () => {
    const hooks = createHooks();
    hooks.on("PreToolUse", () => deny("not here"));
    const decision = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    expect(decision).toMatchObject({ verdict: "deny", reason: "not here" });
    const agent = new FakeAgent(hooks, { Bash: () => "done" });
    await agent.callTool("Bash", { command: "ls" });
    expect(agent.calls).toEqual([]);
  });

  it("EV-02 after a tool ran exit 1 changes nothing and is noted, exit 2 becomes context in the claude dialect", async () => {
    const failed = await fireReal(
      [command("exit 1", { id: "lint", event: "PostToolUse", dialect: "claude" })],
      "PostToolUse",
    );
    expect(failed).toMatchObject({ verdict: "none", hooks: [{ outcome: "failed", cause: "exit", answered: "allow" }] });
    expect(failed.notes).toMatchObject([{ code: "HOOK_FAILED", hook: "lint" }]);
    const told = await fireReal(
      [command("echo 'run the linter' >&2; exit 2", { event: "PostToolUse", dialect: "claude" })],
      "PostToolUse",
    );
    expect(told).toMatchObject({ verdict: "none", context: "run the linter" });
  });

  it("EV-03 a tool that fails brings PostToolUseFailure once and PostToolUse never", async () => {
    const seen: string[] = [];
    const hooks = createHooks();
    hooks.on("PostToolUse", () => void seen.push("PostToolUse"));
    hooks.on("PostToolUseFailure", ({ error }) => void seen.push(`PostToolUseFailure ${error}`));
    const agent = new FakeAgent(hooks, {
      Bash: () => {
        throw new Error("Exit code 1");
      },
    });
    await agent.callTool("Bash", { command: "false" });
    expect(seen).toEqual(["PostToolUseFailure Exit code 1"]);
  });

  it("EV-04 OU-08 a printf one-liner answers a permission prompt with allow", async () => {
    const printf = `printf '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'`;
    for (const dialect of ["claude", "cortex", "native"]) {
      const decision = await fireReal([command(printf, { event: "PermissionRequest", dialect })], "PermissionRequest");
      expect(decision.verdict, dialect).toBe("allow");
    }
  });
});

describe("what events carry", () => {
  it("EV-06 UserPromptSubmit carries the submitted text", async () => {
    const folder = tempFolder();
    const hook = command(`cat > '${folder}/in.json'`, { event: "UserPromptSubmit" });
    await fireReal([hook], "UserPromptSubmit", { session_id: "s1", prompt: 'say "hi" in ünïcode\n' });
    expect(JSON.parse(readFileSync(join(folder, "in.json"), "utf8")).prompt).toBe('say "hi" in ünïcode\n');
  });

  it("EV-07 title, message and type of a notification reach the hook's stdin", async () => {
    const folder = tempFolder();
    const notice = {
      title: "Waiting",
      message: "May I?",
      notification_type: "permission_prompt",
      notificationType: "permission_prompt",
    };
    await fireReal([command(`cat > '${folder}/in.json'`, { event: "Notification" })], "Notification", notice);
    expect(JSON.parse(readFileSync(join(folder, "in.json"), "utf8"))).toMatchObject(notice);
  });

  it("EV-08 a matcher on SessionStart tests the source", async () => {
    const hooks = createHooks();
    hooks.on("SessionStart", { matcher: "resume" }, () => context("welcome back"));
    const answers = [];
    for (const source of ["startup", "resume", "clear", "compact"])
      answers.push((await hooks.fire("SessionStart", { source })).context);
    expect(answers).toEqual([undefined, "welcome back", undefined, undefined]);
  });

  it("EV-10 Stop carries the final response and the transcript", async () => {
    const seen: unknown[] = [];
    const hooks = createHooks();
    hooks.on(
      "Stop",
      ({ last_assistant_message, transcript_path }) => void seen.push([last_assistant_message, transcript_path]),
    );
    await hooks.fire("Stop", { last_assistant_message: "All done.", transcript_path: "/t.jsonl" });
    expect(seen).toEqual([["All done.", "/t.jsonl"]]);
  });

  it("EV-13 a failed subagent is told apart, with its own fields", async () => {
    const seen: object[] = [];
    const hooks = createHooks();
    hooks.on("SubagentStop", ({ agent_id, agent_type, agent_transcript_path, stop_hook_active }) => {
      seen.push({ agent_id, agent_type, agent_transcript_path, stop_hook_active });
    });
    hooks.on("SubagentCompleted", ({ success, duration_ms }) => void seen.push({ success, duration_ms }));
    await hooks.fire("SubagentStop", {
      agent_id: "a1",
      agent_type: "tester",
      agent_transcript_path: "/a.jsonl",
      stop_hook_active: false,
    });
    await hooks.fire("SubagentCompleted", { agent_id: "a1", agent_type: "tester", success: false, duration_ms: 12 });
    expect(seen).toEqual([
      { agent_id: "a1", agent_type: "tester", agent_transcript_path: "/a.jsonl", stop_hook_active: false },
      { success: false, duration_ms: 12 },
    ]);
  });

  it("EV-15 PreCompact comes before the compactor runs", async () => {
    const order: string[] = [];
    const hooks = createHooks();
    hooks.on("PreCompact", async () => {
      await new Promise((done) => setTimeout(done, 20));
      order.push("PreCompact");
    });
    hooks.on("PostCompact", ({ compact_summary }) => void order.push(`PostCompact ${compact_summary}`));
    await new FakeAgent(hooks).compact(() => {
      order.push("compactor");
      return "short";
    });
    expect(order).toEqual(["PreCompact", "compactor", "PostCompact short"]);
  });

  it("EV-09 SessionEnd comes when an agent ends by itself, and not when it is killed", async () => {
    const folder = tempFolder();
    writeFileSync(
      join(folder, "agent.mjs"),
      `import { appendFileSync } from "node:fs";
       import { createHooks } from ${JSON.stringify(LIBRARY)};
       const hooks = createHooks();
       for (const event of ["SessionStart", "SessionEnd"])
         hooks.on(event, () => appendFileSync(process.argv[2], event + "\\n"));
       await hooks.fire("SessionStart", { source: "startup" });
       const alive = setInterval(() => {}, 1000);
       process.stdin.on("end", async () => {
         await hooks.fire("SessionEnd", { reason: "other" });
         clearInterval(alive);
       }).resume();`,
    );
    const run = async (log: string, end: (agent: ReturnType<typeof spawn>) => void) => {
      const agent = spawn(process.execPath, [join(folder, "agent.mjs"), log], { stdio: ["pipe", "ignore", "inherit"] });
      const ended = new Promise((done) => agent.once("close", done));
      await eventually("the session starts", () => existsSync(log) && readFileSync(log, "utf8").endsWith("\n"));
      end(agent);
      await ended;
      return readFileSync(log, "utf8");
    };
    expect(await run(join(folder, "clean"), (agent) => agent.stdin!.end())).toBe("SessionStart\nSessionEnd\n");
    expect(await run(join(folder, "killed"), (agent) => agent.kill("SIGKILL"))).toBe("SessionStart\n");
  });
});

describe("events of other namespaces", () => {
  it("EV-25 an event of one's own can be emitted and hooked, and its answer comes back to the emitter", async () => {
    const seen: object[] = [];
    const hooks = createHooks();
    hooks.on("cortex:thread.start", (payload) => void seen.push(payload));
    hooks.on("cortex:thread.start", { matcher: { equals: { source: "task-dispatch" } } }, () => deny("not now"));
    const payload = { threadId: "t1", templateName: "review", source: "task-dispatch" };
    expect(await hooks.fire("cortex:thread.start", payload)).toMatchObject({ verdict: "deny", reason: "not now" });
    expect(await hooks.fire("cortex:thread.start", { ...payload, source: "person" })).toMatchObject({
      verdict: "none",
    });
    expect(seen[0]).toEqual({ ...payload, hook_event_name: "cortex:thread.start" });
    expect((await hooks.fire("cortex:thread.end", payload)).hooks).toEqual([]);
  });

  it("EV-26 a native hook runs on its agent only and gets the raw payload", async () => {
    const folder = tempFolder();
    const { engine } = realEngine([
      command(`cat > '${folder}/cc.json'`, { id: "cc", event: "cc:PreToolUse", nativeTo: "claude-code" }),
      command(`cat > '${folder}/pi.json'`, { id: "pi", event: "pi:tool_call", nativeTo: "pi" }),
    ]);
    const raw = { toolName: "bash", input: { command: "ls" }, odd: [1] };
    const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
    const onPi = await engine.fire({
      name: "PreToolUse",
      payload,
      native: { agent: "pi", event: "tool_call", payload: raw },
    });
    expect(onPi.hooks.map(({ id }) => id)).toEqual(["pi"]);
    expect(JSON.parse(readFileSync(join(folder, "pi.json"), "utf8"))).toEqual(raw);
    expect(existsSync(join(folder, "cc.json"))).toBe(false);
    const onNone = await engine.fire({ name: "PreToolUse", payload });
    expect(onNone.hooks).toEqual([]);
  });

  it("EV-26 a native function gets the raw payload as well, and cannot change it", async () => {
    const seen: unknown[] = [];
    const hooks = createHooks();
    hooks.on("cc:PreToolUse", (payload) => {
      seen.push(structuredClone(payload));
      (payload as unknown as { tool_input: { command: string } }).tool_input.command = "changed";
    });
    hooks.on("pi:PreToolUse", () => void seen.push("pi"));
    const payload = { tool_name: "Bash", tool_input: { command: "ls" }, odd: { raw: true } };
    const decision = await hooks.fire("PreToolUse", payload, { agent: "claude-code" });
    expect(seen).toEqual([{ ...payload, hook_event_name: "PreToolUse" }]);
    expect(decision.hooks).toMatchObject([{ outcome: "failed", cause: "threw" }]);
    expect(payload.tool_input.command).toBe("ls");
  });
});
