/** Hooks at the end of a message, and of a session that the user left for a new one. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import {
  asks,
  inHome,
  SESSION,
  withOldSession,
  withSessionHooks,
  writeSessionHooks,
} from "../support/session-hooks.js";
import { ThreadPlace } from "../support/thread-place.js";

const stop = (place: ThreadPlace, more: object = {}, env: Record<string, string> = {}) =>
  place.hook("Stop", { session_id: SESSION, stop_hook_active: false, prompt_id: "p1", ...more }, { env });

describe("onMessageEnd", () => {
  it("SH-01 SH-03 SH-05 its text makes the agent go on, in the same conversation; blanks do not", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("check the moorings") }, new ThreadPlace());
    expect(await stop(place)).toMatchObject({ decision: "block", reason: "check the moorings" });
    await writeSessionHooks(place, { onMessageEnd: asks("  \n") });
    expect(await stop(place)).not.toHaveProperty("decision");
  });

  it("SH-02 an edit of the file counts at once, after its approval", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("one") }, new ThreadPlace());
    expect(await stop(place)).toMatchObject({ reason: "one" });
    await writeSessionHooks(place, { onMessageEnd: asks("two") });
    expect(await stop(place)).toMatchObject({ reason: "two" });
  });

  it("SH-06 IN-19 it reads who it is for; the profile is the session's own, then the default one, then null", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("x") }, new ThreadPlace());
    const context = async (env: Record<string, string> = {}) => {
      await stop(place, {}, env);
      return JSON.parse(inHome(place, "context.json")) as JsonObject;
    };
    expect(await context()).toMatchObject({
      channel: "agent:claude-code",
      sessionId: SESSION,
      sessionName: "0a1b2c3d",
      executionId: "p1",
      profile: null,
      trigger: "messageEnd",
      timestampIso: expect.stringMatching(/^\d{4}-/),
    });
    expect(inHome(place, "env.txt")).toContain(`CORTEX_HOOK_SESSION_ID=${SESSION}`);
    place.writeUser("threads/profiles.json", { defaultProfile: "plan", profiles: { plan: {} } });
    expect((await context())["profile"]).toBe("plan");
    expect((await context({ SNAPHOOK_PROFILE: "deepseek" }))["profile"]).toBe("deepseek");
  });

  it("IN-19 a session with a title is named by it", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("x") }, new ThreadPlace());
    await stop(place, { session_title: "The moorings" });
    expect(JSON.parse(inHome(place, "context.json"))).toMatchObject({ sessionName: "The moorings" });
  });

  it("SH-07 the user sees a preview of at most 81 characters", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("a".repeat(200)) }, new ThreadPlace());
    const { systemMessage } = (await stop(place)) as { systemMessage: string };
    expect(systemMessage).toContain(`Session hook: ${"a".repeat(80)}…`);
    expect(systemMessage).not.toContain("a".repeat(81));
  });

  it("SH-08 a hook that always prints is stopped after a number of turns, with a note", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("again") }, new ThreadPlace());
    const answers: JsonObject[] = [];
    for (let i = 0; i < 10; i++) answers.push((await stop(place, { stop_hook_active: i > 0 })) as JsonObject);
    const turns = answers.findIndex((answer) => answer["decision"] === undefined);
    expect(turns).toBeGreaterThan(1);
    expect(turns).toBeLessThanOrEqual(8);
    const noted = place.read(join(place.state, "hooks.log"));
    expect(noted).toContain("CONTINUE_CAP");
    expect((await place.run(["log"])).stdout).toContain("CONTINUE_CAP: ");
  });

  it("SH-08 an injected turn runs none of them", async () => {
    const place = await withSessionHooks({ onMessageEnd: asks("again") }, new ThreadPlace());
    expect(await stop(place, {}, { SNAPHOOK_INJECTED: "1" })).not.toHaveProperty("decision");
  });

  it("a hook that fails lets the agent stop", async () => {
    const place = await withSessionHooks({ onMessageEnd: { command: "exit 3" } }, new ThreadPlace());
    expect(await stop(place)).not.toHaveProperty("decision");
  });
});

describe("onNew", () => {
  const cleared = (place: ThreadPlace, reason = "clear", env: Record<string, string> = {}) =>
    place.hook("SessionEnd", { session_id: SESSION, reason }, { env });

  it("SH-01 SH-03 SH-04 after /clear the text is one turn of the old session, and no caller waits for it", async () => {
    const place = await withOldSession({ onNew: asks("save what you learned") }, new ThreadPlace());
    await cleared(place);
    await expect.poll(() => place.done.length).toBe(1);
    expect(place.calls).toMatchObject([
      { session: SESSION, resumed: true, prompt: "save what you learned", cwd: place.project },
    ]);
    expect(JSON.parse(inHome(place, "context.json"))).toMatchObject({
      channel: "agent:claude-code",
      sessionId: SESSION,
      sessionName: "0a1b2c3d",
      profile: null,
      trigger: "new",
    });
    // Its folder goes with it, so the key is free again.
    await expect.poll(() => execFileSync("ls", [join(place.state, "session-hooks")]).toString()).toBe("");
    await expect.poll(() => place.read(join(place.state, "hooks.log"))).toContain("SESSION_TURN");
  });

  it("SH-07 `log` and `session ID` show the turn, and why there was none", async () => {
    const place = await withOldSession({ onNew: asks("save what you learned") }, new ThreadPlace());
    const args = ["session", "new", SESSION, "--agent", "claude-code", "--project", place.project];
    await place.run(args);
    place.play([{ error: "overloaded" }]);
    await place.run(args);
    for (const shown of [await place.run(["session", SESSION.slice(0, 8)]), await place.run(["log"])]) {
      expect(shown.code, shown.stderr).toBe(0);
      const lines = shown.stdout.split("\n").filter((line) => line.includes("SESSION_TURN"));
      expect(lines[0]).toContain("SESSION_TURN: The old session got one more turn: save what you learned");
      expect(lines[1]).toContain("SESSION_TURN_FAILED: The old session got no turn: claude-code reported an error");
    }
  });

  it.each([
    ["blanks ask for nothing", "clear", {}, asks(" \n")],
    ["an injected turn", "clear", { SNAPHOOK_INJECTED: "1" }, asks("again")],
    ["another reason", "prompt_input_exit", {}, asks("again")],
  ])("SH-03 SH-08 %s: no turn", async (_, reason, env, onNew) => {
    const place = await withOldSession({ onNew }, new ThreadPlace());
    await cleared(place, reason, env);
    const args = ["session", "new", SESSION, "--agent", "claude-code", "--project", place.project];
    await expect.poll(() => place.json<object[]>(args)).toHaveLength(1);
    // That this one ran shows that the other would have by now.
    expect(place.calls.length).toBe(reason === "clear" && Object.keys(env).length === 0 ? 0 : 1);
  });

  it("SH-04 the key is free after a turn that failed, and the failure is shown", async () => {
    const place = await withOldSession({ onNew: asks("go on") }, new ThreadPlace());
    place.play([{ error: "overloaded" }]);
    const args = ["session", "new", SESSION, "--agent", "claude-code", "--project", place.project];
    for (let i = 0; i < 2; i++) {
      const ran = await place.run(args);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain("overloaded");
    }
    place.play([{ say: "flushed" }]);
    const ran = await place.run(args);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain("go on");
    expect(place.calls.at(-1)!.args.join(" ")).toContain(`--resume ${SESSION}`);
  });

  it("SH-07 the next session of the folder tells what became of it, once, to a user who is there", async () => {
    const place = await withOldSession({ onNew: asks("go on") }, new ThreadPlace());
    const begin = async (more: object = {}, env: Record<string, string> = {}) => {
      const attended = { CLAUDE_CODE_SESSION_ATTENDED: "1", ...env };
      const answer = await place.hook(
        "SessionStart",
        { session_id: "s2", source: "startup", ...more },
        { env: attended },
      );
      return (answer as JsonObject | undefined)?.["systemMessage"];
    };
    expect(await begin()).toBeUndefined();
    const args = ["session", "new", SESSION, "--agent", "claude-code", "--project", place.project];
    place.play([{ say: `saved\u001b[2J\n${"a".repeat(200)}` }]);
    await place.run(args);
    place.play([{ error: "overloaded" }]);
    await place.run(args);
    for (const env of [{ CLAUDE_CODE_SESSION_ATTENDED: "0" }, { SNAPHOOK_INJECTED: "1" }] as Record<string, string>[])
      expect(await begin({}, env)).toBeUndefined();
    const elsewhere = join(place.root, "elsewhere");
    place.write(join(elsewhere, "x"), "");
    expect(await begin({ cwd: elsewhere })).toBeUndefined();
    expect(await begin()).toBe(
      [
        `Session hook: claude-code session 0a1b2c3d got one more turn: saved [2J ${"a".repeat(70)}…`,
        "Session hook: claude-code session 0a1b2c3d got no turn (claude-code reported an error: overloaded)",
      ].join("\n"),
    );
    expect(await begin()).toBeUndefined();
  });

  it("SH-01 the built-in memory-flush mentions uncommitted changes in a dirty repository", async () => {
    const place = await withOldSession({}, new ThreadPlace());
    place.writeUser("hooks.json", { hooks: [{ event: "cortex:session.new", builtin: "memory-flush" }] });
    execFileSync("git", ["init", "-q"], { cwd: place.project });
    place.write("draft.md", "unsaved");
    await cleared(place);
    await expect.poll(() => place.done.length).toBe(1);
    expect(place.calls[0]!.prompt).toContain("uncommitted changes in 1 file");
  });

  it("an agent that cannot be driven, and a session that is not known, are named", async () => {
    const place = await withOldSession({ onNew: asks("go on") }, new ThreadPlace());
    const args = ["session", "new", SESSION, "--agent", "kimi", "--project", place.project];
    expect((await place.run(args)).stderr).toContain("sessions of kimi cannot be continued");
    expect((await place.run(["session", "new", "nothing"])).stderr).toContain("SESSION_NOT_FOUND");
    expect((await place.run(["session", "new"])).code).toBe(2);
  });
});
