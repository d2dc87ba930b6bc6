/** A guard that could not decide is told of once per session, whoever answers. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const GONE = { id: "policy", matcher: "Bash", command: "/not/there", guard: true };
const withHooks = <P extends ProgramPlace>(place: P, ...hooks: object[]): P => {
  place.writeUser("hooks.json", { hooks: { PreToolUse: hooks } });
  return place;
};
interface Answer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly additionalContext?: string };
}
const answers = async (place: ProgramPlace, session = "s1", event = "PreToolUse") =>
  (await place.hook(event, { ...bash("ls"), session_id: session })) as Answer;

const TOLD = 'guard "policy" could not run (not-found); calls it guards are denied until it is fixed';

describe("a guard that could not decide", () => {
  it("T7 is told of once per session, to the model and to the person; then only its verdicts speak", async () => {
    const place = withHooks(new ProgramPlace(), GONE);
    const first = await answers(place);
    expect(first.hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
      additionalContext: expect.stringContaining(TOLD),
    });
    expect(first.systemMessage).toContain(TOLD);
    const second = await answers(place);
    expect(second.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
    expect(second.hookSpecificOutput?.additionalContext).toBeUndefined();
    expect(second.systemMessage).toBeUndefined();
    expect((await answers(place, "s2")).hookSpecificOutput?.additionalContext).toContain(TOLD);
  });

  it("T7 by the daemon and without one, they agree on what was told", async () => {
    const place = withHooks(new DaemonPlace(), GONE);
    await place.wire();
    const call = { ...bash("ls"), session_id: "s1", cwd: place.project };
    const launch = async () => JSON.parse((await place.launch("claude-code", "PreToolUse", call)).stdout) as Answer;
    expect((await launch()).systemMessage).toContain(TOLD);
    await place.up();
    expect((await launch()).systemMessage).toBeUndefined();
    const other = { ...call, session_id: "s2" };
    const byDaemon = JSON.parse((await place.launch("claude-code", "PreToolUse", other)).stdout) as Answer;
    expect(byDaemon.systemMessage).toContain(TOLD);
    await place.kill();
    const alone = JSON.parse((await place.launch("claude-code", "PreToolUse", other)).stdout) as Answer;
    expect(alone.systemMessage).toBeUndefined();
    expect(alone.hookSpecificOutput?.permissionDecision).toBe("deny");
  });

  it("T7 another guard that fails later is told of too, and what becomes of its calls", async () => {
    const place = withHooks(new ProgramPlace(), { ...GONE, onFailure: "allow" });
    expect((await answers(place)).systemMessage).toContain("calls it guards go unchecked");
    withHooks(place, GONE, { id: "other", command: "exit 7", guard: true, onFailure: "ask" });
    const { systemMessage } = await answers(place);
    expect(systemMessage).toBeUndefined(); // a denial came first, and the other did not run
    withHooks(place, { id: "other", command: "exit 7", guard: true, onFailure: "ask" });
    expect((await answers(place)).systemMessage).toMatch(
      /"other" could not run \(exit\); the user is asked about calls/,
    );
  });

  it("T7 that can never run is told of at the start, before it is needed", async () => {
    const place = withHooks(new ProgramPlace(), { ...GONE, matcher: "/(/" });
    const start = await answers(place, "s1", "SessionStart");
    expect(start.hookSpecificOutput?.additionalContext).toMatch(/"policy" could not run \(broken\)/);
    expect((await answers(place, "s1", "UserPromptSubmit")).hookSpecificOutput).toBeUndefined();
    expect((await answers(place)).hookSpecificOutput?.additionalContext).toBeUndefined();
  });

  it("T3 T7 of a project that was changed or deleted since its approval is told of at the start", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { hooks: { PreToolUse: [{ ...GONE, command: "true" }] } });
    await place.trust();
    expect(await answers(place, "s1", "SessionStart")).toEqual({});
    rmSync(place.path(".snaphook"), { recursive: true });
    const { hookSpecificOutput } = await answers(place, "s2", "SessionStart");
    expect(hookSpecificOutput?.additionalContext).toMatch(/"policy" could not run \(not-approved\)/);
    expect((await answers(place, "s2")).hookSpecificOutput?.permissionDecision).toBe("deny");
    expect((await place.run(["list"])).stdout).toMatch(
      /"policy" is misconfigured: it was approved.* \(since 20.*, 1 call\)/,
    );
  });

  it("T7 an agent that takes no context before a tool is told by the reason of the verdict", async () => {
    const place = withHooks(new ProgramPlace(), GONE);
    const payload = { hook_event_name: "BeforeTool", session_id: "s1", tool_name: "run_shell_command" };
    const ran = await place.run(["hook", "gemini", "BeforeTool"], {
      input: { ...payload, tool_input: { command: "ls" }, cwd: place.project },
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ decision: "deny", reason: expect.stringContaining("policy") });
    expect(ran.stdout).not.toContain("additionalContext");
  });

  it("costs no look at the state where no guard failed, and observers are not told of", async () => {
    const place = withHooks(new ProgramPlace(), { ...GONE, command: "true" }, { id: "watch", command: "exit 3" });
    const answer = await answers(place);
    expect(answer).toEqual({});
    await answers(place, "s1", "UserPromptSubmit");
    expect(existsSync(join(place.state, "sessions"))).toBe(false);
  });
});
