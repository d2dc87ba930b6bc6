import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type AgentSdkHooks, type AgentSdkOptions, agentSdkHooks } from "../../src/claude-agent-sdk.js";
import type { DefinedHook } from "../../src/core/hooks/define.js";
import {
  allow,
  context,
  createHooks,
  defineHook,
  deny,
  forceContinue,
  message,
  replaceOutput,
  rewrite,
  stopAgent,
} from "../../src/index.js";
import { ProgramPlace, says } from "../support/program.js";

const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "agent-sdk-"));
const base = { session_id: "s1", transcript_path: join(folder, "none.jsonl"), cwd: folder };
const bash = {
  ...base,
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command: "ls" },
  tool_use_id: "t1",
};

async function withEngine(hooks: readonly DefinedHook[], options: AgentSdkOptions = {}): Promise<AgentSdkHooks> {
  const engine = createHooks({ hooks });
  onTestFinished(() => engine.close());
  return agentSdkHooks({ hooks: engine, ...options });
}

function call(hooks: AgentSdkHooks, event: keyof AgentSdkHooks, input: object, signal = NEVER) {
  return hooks[event]![0]!.hooks[0]!({ ...input, hook_event_name: event }, undefined, { signal });
}

const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const denied = (reason: unknown) =>
  specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: reason });
const prompted = (additionalContext: string) => specific("UserPromptSubmit", { additionalContext });

describe("snaphook/claude-agent-sdk with an engine of the embedder", () => {
  it("AD-02 gives HookCallbackMatcher objects, for the events that have hooks and no others", async () => {
    const hooks = await withEngine([
      defineHook({ event: "PreToolUse", matcher: "Bash", run: () => deny("no") }),
      defineHook({ event: "SessionEnd", run: () => undefined }),
    ]);
    expect(hooks).toEqual({
      PreToolUse: [{ hooks: [expect.any(Function)], timeout: 3600 }],
      SessionEnd: [{ hooks: [expect.any(Function)], timeout: 2 }],
    });
    expect(await agentSdkHooks({ hooks: createHooks() })).toEqual({});
  });

  it("AD-02 answers in the SDK's words", async () => {
    const hooks = await withEngine([
      defineHook({ event: "PreToolUse", matcher: "Bash", run: () => deny("no") }),
      defineHook({ event: "PreToolUse", matcher: "Read", run: () => rewrite({ file_path: "/b" }) }),
      defineHook({ event: "PreToolUse", matcher: "Write", run: () => stopAgent("enough") }),
      defineHook({ event: "PermissionRequest", run: () => allow() }),
      defineHook({ event: "PostToolUse", run: () => replaceOutput({ stdout: "clean" }) }),
      defineHook({ event: "Stop", run: () => forceContinue("go on") }),
      defineHook({ event: "Notification", run: () => message("look") }),
    ]);
    expect(await call(hooks, "PreToolUse", bash)).toEqual(denied("no"));
    expect(await call(hooks, "PreToolUse", { ...bash, tool_name: "Glob" })).toEqual({});
    expect(await call(hooks, "PreToolUse", { ...bash, tool_name: "Read" })).toEqual(
      specific("PreToolUse", { updatedInput: { file_path: "/b" } }),
    );
    expect(await call(hooks, "PreToolUse", { ...bash, tool_name: "Write" })).toEqual({
      continue: false,
      stopReason: "enough",
      ...denied("enough"),
    });
    expect(await call(hooks, "PermissionRequest", bash)).toEqual(
      specific("PermissionRequest", { decision: { behavior: "allow" } }),
    );
    expect(await call(hooks, "PostToolUse", bash)).toEqual(
      specific("PostToolUse", { updatedToolOutput: { stdout: "clean" } }),
    );
    expect(await call(hooks, "Stop", base)).toEqual({ decision: "block", reason: "go on" });
    expect(await call(hooks, "Notification", base)).toEqual({ systemMessage: "look" });
  });

  it("tells hooks which agent it is, and a hook on its own event what it really sent", async () => {
    const seen: unknown[] = [];
    const watch = (event: `sdk:${string}`) => defineHook({ event, run: (payload) => void seen.push(payload) });
    const hooks = await withEngine([
      watch("sdk:PreToolUse"),
      defineHook({ event: "PreToolUse", agents: ["codex"], run: () => deny("not meant") }),
      defineHook({ event: "PreToolUse", agents: ["claude-agent-sdk"], run: () => deny("meant") }),
    ]);
    expect(await call(hooks, "PreToolUse", bash)).toEqual(denied("meant"));
    expect(seen).toEqual([expect.objectContaining({ tool_use_id: "t1", hook_event_name: "PreToolUse" })]);
  });

  it("a guard that throws denies, and asks where a person can be asked", async () => {
    const guard = defineHook({
      id: "g",
      event: "PreToolUse",
      guard: true,
      run: () => {
        throw new Error("lost");
      },
    });
    const reason = expect.stringContaining('Guard "g" could not decide');
    expect(await call(await withEngine([guard]), "PreToolUse", bash)).toEqual(denied(reason));
    expect(await call(await withEngine([guard], { presence: "interactive" }), "PreToolUse", bash)).toEqual(
      specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: reason }),
    );
  });

  it("a guard that hangs denies as soon as the SDK gives up", async () => {
    const given = new AbortController();
    const hang = () => {
      setImmediate(() => given.abort());
      return new Promise<undefined>(() => {});
    };
    const hooks = await withEngine([defineHook({ id: "g", event: "PreToolUse", guard: true, run: hang })]);
    expect(await call(hooks, "PreToolUse", bash, given.signal)).toEqual(
      denied(expect.stringContaining("the caller gave up waiting")),
    );
  });

  it("answers before the time of the matcher is over, whatever a hook does", async () => {
    const hang = () => new Promise<undefined>(() => {});
    const hooks = await withEngine([defineHook({ event: "SessionEnd", timeoutMs: 3_600_000, run: hang })]);
    expect(await call(hooks, "SessionEnd", { ...base, reason: "clear" })).toEqual({});
  });

  it("never rejects, even for an answer that cannot be written as JSON", async () => {
    const hooks = await withEngine([
      defineHook({ event: "PreToolUse", run: () => rewrite({ timeout: 10n }) }),
      defineHook({ event: "PostToolUse", run: () => replaceOutput(10n) }),
    ]);
    expect(await call(hooks, "PreToolUse", bash)).toEqual(denied(expect.stringContaining("could not check this call")));
    expect(await call(hooks, "PostToolUse", bash)).toEqual({});
  });
});

describe("the start of a session, which comes with the first prompt", () => {
  const starts = defineHook({ event: "SessionStart", run: ({ source }) => context(`started by ${source}`) });
  const prompt = (text: string, more: object = {}) => ({ ...base, prompt: text, prompt_id: "p", ...more });

  it("is told once per session, before what the prompt itself brings", async () => {
    const hooks = await withEngine([
      starts,
      defineHook({ event: "UserPromptSubmit", run: (payload) => context(`said ${payload.prompt}`) }),
    ]);
    expect(Object.keys(hooks)).toEqual(["UserPromptSubmit", "SessionStart"]);
    expect(await call(hooks, "UserPromptSubmit", prompt("one"))).toEqual(prompted("started by startup\n\nsaid one"));
    expect(await call(hooks, "UserPromptSubmit", prompt("two"))).toEqual(prompted("said two"));
    const other = prompt("three", { session_id: "s2" });
    expect(await call(hooks, "UserPromptSubmit", other)).toEqual(prompted("started by startup\n\nsaid three"));
  });

  it("is a resume when there is a transcript already", async () => {
    const transcript_path = join(folder, "kept.jsonl");
    writeFileSync(transcript_path, "{}\n");
    const hooks = await withEngine([starts]);
    expect(await call(hooks, "UserPromptSubmit", prompt("go", { transcript_path }))).toEqual(
      prompted("started by resume"),
    );
  });

  it("is not told again when the SDK sent it itself", async () => {
    const hooks = await withEngine([starts]);
    expect(await call(hooks, "SessionStart", { ...base, source: "clear" })).toEqual(
      specific("SessionStart", { additionalContext: "started by clear" }),
    );
    expect(await call(hooks, "UserPromptSubmit", prompt("go"))).toEqual({});
  });

  it("waits for the next prompt when the first one is denied", async () => {
    const hooks = await withEngine([
      starts,
      defineHook({ event: "UserPromptSubmit", run: (payload) => (payload.prompt === "bad" ? deny("no") : undefined) }),
    ]);
    expect(await call(hooks, "UserPromptSubmit", prompt("bad"))).toMatchObject({ decision: "block", reason: "no" });
    expect(await call(hooks, "UserPromptSubmit", prompt("good"))).toEqual(prompted("started by startup"));
  });

  it("can end the session", async () => {
    const hooks = await withEngine([defineHook({ event: "SessionStart", run: () => stopAgent("closed today") })]);
    expect(await call(hooks, "UserPromptSubmit", prompt("go"))).toEqual({
      continue: false,
      stopReason: "closed today",
    });
  });
});

describe("snaphook/claude-agent-sdk with hooks files", () => {
  const file = { hooks: { PreToolUse: [{ id: "quay", command: says("deny", "the quay is closed"), guard: true }] } };

  it("runs the person's hooks in the folder of the agent", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", file);
    const hooks = await agentSdkHooks({ cwd: place.project, environment: place.env });
    expect(Object.keys(hooks)).toEqual(["PreToolUse"]);
    expect(await call(hooks, "PreToolUse", { ...bash, cwd: place.project })).toEqual(denied("the quay is closed"));
  });

  it("runs a project's hooks only when they are approved, also when that happens meanwhile", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", file);
    const hooks = await agentSdkHooks({ cwd: place.project, environment: place.env });
    const input = { ...bash, cwd: place.project };
    expect(await call(hooks, "PreToolUse", input)).toEqual({});
    expect((await place.trust()).code).toBe(0);
    expect(await call(hooks, "PreToolUse", { ...input, tool_use_id: "t2" })).toEqual(denied("the quay is closed"));
  });

  it("keeps the hooks of its folder when the agent has gone to another", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", file);
    await place.trust();
    const hooks = await agentSdkHooks({ cwd: place.project, environment: place.env });
    expect(await call(hooks, "PreToolUse", { ...bash, cwd: place.home })).toEqual(denied("the quay is closed"));
  });

  it("denies when hooks and agents call each other endlessly", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "watch", command: "true" }] } });
    const environment = { ...place.env, SNAPHOOK_DEPTH: "5" };
    const hooks = await agentSdkHooks({ cwd: place.project, environment });
    expect(await call(hooks, "PreToolUse", bash)).toEqual(denied(expect.stringContaining("endlessly")));
  });

  it("a hook takes effect once when Claude Code's settings lead to it too", async () => {
    const place = new ProgramPlace();
    const told = specific("PostToolUse", { additionalContext: "the tide turns" });
    const command = `echo ran >> count.txt; echo '${JSON.stringify(told)}'`;
    place.writeUser("hooks.json", { hooks: { PostToolUse: [{ id: "count", command }] } });
    const hooks = await agentSdkHooks({ cwd: place.project, environment: place.env });
    const input = { ...bash, cwd: place.project, hook_event_name: "PostToolUse", tool_response: { stdout: "" } };
    const settings = place.run(["hook", "claude-code", "PostToolUse"], {
      input,
      env: { CLAUDE_CODE_ENTRYPOINT: "sdk-ts", CLAUDE_PROJECT_DIR: place.project },
    });
    const answers = [await call(hooks, "PostToolUse", input), JSON.parse((await settings).stdout)];
    expect(place.read("count.txt")).toBe("ran\n");
    expect(answers).toContainEqual({});
    expect(answers).toContainEqual(told);
  });
});
