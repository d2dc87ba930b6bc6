import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { HookObservation } from "../../src/engine/observers.js";
import { OptaProject, tool } from "../support/opta-project.js";

const LS = tool("Bash", { command: "ls" });
const pre = (command: string, more: object = {}) => ({ event: "tool.pre", command, ...more });

describe("opta hooks as processes", () => {
  it("OU-09 OU-10 OU-12 blocks on any non-zero exit of tool.pre, with stderr as the reason", async () => {
    const project = new OptaProject({ hooks: [pre("echo ' no way ' >&2; exit 3"), pre("touch later")] });
    expect(await project.fire("PreToolUse", LS)).toMatchObject({ verdict: "deny", reason: "no way" });
    expect(project.read("later")).toBe("");
    const silent = new OptaProject({ hooks: [pre("echo said; exit 1")] });
    expect(await silent.fire("PreToolUse", LS)).toMatchObject({
      verdict: "deny",
      reason: "Hook exited with non-zero status",
    });
  });

  it.each([
    ["exit 0", "none", undefined],
    ["exit 1", "deny", undefined],
    ["exit 2", "deny", undefined],
    ["exit 3", "deny", undefined],
    ["exit 126", "none", "not-executable"],
    ["exit 127", "none", "not-found"],
    ["/no/such/program", "none", "not-found"],
    ["kill -9 $$", "none", "signal"],
  ])("OU-09 EX-20 EX-24 reads %s before a tool as %s", async (command, verdict, cause) => {
    const decision = await new OptaProject({ hooks: [pre(command)] }).fire("PreToolUse", LS);
    expect([decision.verdict, decision.hooks[0]!.cause]).toEqual([verdict, cause]);
  });

  it.each(["tool.post", "session.start", "prompt.pre", "stop", "compact"])(
    "OU-09 EX-19 a non-zero exit on %s is a failure on record and blocks nothing",
    async (event) => {
      const decision = await new OptaProject({ hooks: [{ event, command: "exit 3" }] }).fire(event, {
        ...LS,
        prompt: "hi",
      });
      expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "failed", cause: "exit" }] });
      expect(decision.forceContinue).toBeUndefined();
      expect(decision.notes.filter(({ code }) => code === "HOOK_FAILED")).toHaveLength(1);
    },
  );

  it("EX-02 EX-01 runs one hook after the other, in the order of the file", async () => {
    const project = new OptaProject({ hooks: [pre("sleep 0.2; echo a >>log"), pre("echo b >>log")] });
    await project.fire("PreToolUse", LS);
    expect(project.read("log")).toBe("a\nb\n");
  });

  it("EX-10 a timeout never cancels", async () => {
    const project = new OptaProject({ hooks: [pre("sleep 60; exit 1", { timeout: 200 })] });
    const decision = await project.fire("PreToolUse", LS);
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ cause: "timeout", answered: "allow" }] });
  });

  it("EX-11 does not wait for a background hook, and its failure reaches the observers", async () => {
    const seen: HookObservation[] = [];
    const project = new OptaProject({
      hooks: [{ event: "tool.post", command: "sleep 0.3; exit 9", background: true }],
    });
    const decision = await project.fire("PostToolUse", LS, {
      graceMs: 60_000,
      observe: (one) => seen.push(one),
    });
    expect(decision.hooks).toMatchObject([{ outcome: "background" }]);
    expect(seen.map(({ type }) => type)).toEqual(["hook_started", "hook_response"]);
    expect(seen[1]).toMatchObject({ run: { outcome: "failed", cause: "exit" } });
  });

  it("EX-03 runs in the event's folder", async () => {
    const project = new OptaProject({ hooks: [pre("pwd -P >&2; exit 1")] });
    const decision = await project.fire("PreToolUse", LS);
    expect(decision.reason).toMatch(new RegExp(`${project.root}$`));
  });

  it("IN-05 CF-32 a run_command hook fires for a Bash call and sees it in Opta's names", async () => {
    const project = new OptaProject({
      hooks: [pre("env | grep ^OPTA_ | sort >&2; exit 1", { matcher: "run_command" })],
    });
    const decision = await project.fire("PreToolUse", LS, { agent: "claude-code" });
    expect(decision.reason!.split("\n")).toEqual([
      `OPTA_CWD=${project.root}`,
      "OPTA_EVENT=tool.pre",
      "OPTA_MODEL=m1",
      "OPTA_SESSION_ID=s1",
      'OPTA_TOOL_ARGS={"command":"ls"}',
      "OPTA_TOOL_NAME=run_command",
    ]);
  });

  it("IN-05 a JSON deny with exit 0 cancels, and a JSON rewrite reaches the tool", async () => {
    const answer = (specific: object) =>
      `cat >context.json; echo '${JSON.stringify({ hookSpecificOutput: specific })}'`;
    const denying = new OptaProject({
      hooks: [pre(answer({ permissionDecision: "deny", permissionDecisionReason: "by JSON" }))],
    });
    expect(await denying.fire("PreToolUse", LS)).toMatchObject({ verdict: "deny", reason: "by JSON" });
    expect(JSON.parse(denying.read("context.json"))).toMatchObject({
      event: "tool.pre",
      tool_name: "run_command",
      tool_args: { command: "ls" },
    });
    const rewriting = new OptaProject({ hooks: [pre(answer({ updatedInput: { path: "safe.txt" } }))] });
    expect((await rewriting.fire("PreToolUse", tool("Write", { file_path: "x" }))).input).toEqual({
      file_path: "safe.txt",
    });
    const asking = new OptaProject({ hooks: [pre(answer({ permissionDecision: "ask" }))] });
    expect((await asking.fire("PreToolUse", LS)).verdict).toBe("ask");
  });

  it("EV-20 a JSON answer blocks prompt.pre and makes a stop go on", async () => {
    const command = `echo '{"decision":"block","reason":"first the tests"}'`;
    const project = new OptaProject({
      hooks: [
        { event: "prompt.pre", command },
        { event: "stop", command },
      ],
    });
    expect(await project.fire("UserPromptSubmit", { prompt: "hi" })).toMatchObject({
      verdict: "deny",
      reason: "first the tests",
    });
    expect((await project.fire("Stop")).forceContinue?.value).toEqual({ reason: "first the tests" });
  });

  it("IN-06 runs with 1 MB of tool arguments, denies nothing and sees all of them", async () => {
    const project = new OptaProject({
      hooks: [pre('wc -c <"$SNAPHOOK_PAYLOAD_FILE" >size; tail -c 40 >end')],
    });
    const decision = await project.fire(
      "PreToolUse",
      tool("Write", { file_path: "big", content: `${"x".repeat(1_000_000)}THE-END` }),
    );
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
    expect(Number(project.read("size"))).toBeGreaterThan(1_000_000);
    expect(project.read("end")).toContain("THE-END");
  });

  it("EV-17 fires compact after the compaction, never before it", async () => {
    const project = new OptaProject({ hooks: [{ event: "compact", command: "echo hook >>log" }] });
    await project.fire("PreCompact");
    writeFileSync(project.path("log"), "compactor\n");
    await project.fire("PostCompact");
    expect(project.read("log")).toBe("compactor\nhook\n");
  });

  it("MA-02 MA-03 MA-04 searches the tool's name for the pattern", async () => {
    const fires = async (matcher: string, name: string) =>
      (await new OptaProject({ hooks: [pre("exit 1", { matcher })] }).fire("PreToolUse", tool(name))).verdict ===
      "deny";
    expect(await fires("edit_file|write_file", "Edit")).toBe(true);
    expect(await fires("edit_file|write_file", "Read")).toBe(false);
    expect(await fires("edit", "MultiEdit")).toBe(true);
    expect(await fires("^edit", "MultiEdit")).toBe(false);
    expect(await fires("mcp__.*", "mcp__mem__save")).toBe(true);
    expect(await fires("Notebook", "NotebookEdit")).toBe(true);
  });

  it("MA-05 a hook with a matcher never fires on an event without a tool", async () => {
    const project = new OptaProject({
      hooks: [{ event: "session.start", command: "touch ran", matcher: ".*" }],
    });
    expect((await project.fire("SessionStart", { source: "startup" })).hooks).toEqual([]);
  });

  it("CF-04 runs the hooks of the user's file and of the project's, the user's first", async () => {
    const user = new OptaProject({ hooks: [pre("echo user >>log")] });
    const project = new OptaProject({ hooks: [pre("echo project >>log")] });
    await project.fire("PreToolUse", LS, {
      files: [{ path: user.config, scope: "user" }, { path: project.config }],
    });
    expect(project.read("log")).toBe("user\nproject\n");
  });
});

describe("opta light http hooks", () => {
  const server = createServer();
  afterEach(() => server.close());

  it("HT-10 posts a compact note of each call", async () => {
    const bodies: string[] = [];
    server.on("request", async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      response.end('{"decision":"block"}');
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const project = new OptaProject({ pre_tool_url: `${url}/pre`, post_tool_url: `${url}/post` });
    expect((await project.fire("PreToolUse", LS, { graceMs: 60_000 })).verdict).toBe("none");
    await project.fire("PostToolUse", { ...LS, tool_output: "files" }, { graceMs: 60_000 });
    const keys = ["event", "session_id", "status", "timestamp", "tool_name"];
    expect(bodies.map((body) => Object.keys(JSON.parse(body)).sort())).toEqual([keys, keys]);
    expect(bodies.join()).not.toContain("files");
  });

  it("HT-10 a server that is down costs nothing and blocks nothing", async () => {
    const project = new OptaProject({ pre_tool_url: "http://127.0.0.1:9/pre" });
    const decision = await project.fire("PreToolUse", LS);
    expect(decision).toMatchObject({ verdict: "none", notes: [], hooks: [{ outcome: "background" }] });
  });
});
