import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

/** A session of Claude Code whose calls reach hooks of other systems. */
class Session extends ProgramPlace {
  #config = "";

  use(path: string, config: object): this {
    this.#config = this.write(path, config);
    return this;
  }

  async tell(event: string, payload: object = {}): Promise<void> {
    const input = { session_id: "s1", cwd: this.project, hook_event_name: event, ...payload };
    const ran = await this.run(["hook", "claude-code", event, "--config", this.#config], { input });
    expect(ran.code).toBe(0);
  }

  lines(name: string): unknown[] {
    return this.read(name)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }
}

const arawn = (...events: string[]) => ({
  name: "watch",
  version: "1.0.0",
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [{ hooks: [{ type: "command", command: "cat >>$PWD/../seen; echo >>$PWD/../seen", timeout: 600_000 }] }],
    ]),
  ),
});
const plugin = (...events: string[]) => new Session().use("plugins/watch/.claude-plugin/plugin.json", arawn(...events));
const seen = (session: Session) => session.lines("plugins/seen");

describe("what agents do not say", () => {
  it("AX-13 IN-05 OPTA_MODEL is the session's model on a tool call, and empty while nobody knows it", async () => {
    const session = new Session().use(".opta/config.json", {
      hooks: [{ event: "tool.pre", command: 'echo "\\"$OPTA_MODEL\\"" >>models' }],
    });
    const call = { tool_name: "Bash", tool_input: { command: "ls" } };
    await session.tell("PreToolUse", { ...call, tool_use_id: "t1" });
    await session.tell("SessionStart", { source: "startup", model: "claude-opus-5-5" });
    await session.tell("PreToolUse", { ...call, tool_use_id: "t2" });
    expect(session.lines("models")).toEqual(["", "claude-opus-5-5"]);
  });

  it("AX-05 the third turn says 3, and a session without a prompt says nothing", async () => {
    const session = plugin("SessionEnd");
    await session.tell("SessionEnd", { session_id: "s0", reason: "other" });
    for (const prompt of ["one", "two", "three"]) await session.tell("UserPromptSubmit", { prompt });
    await session.tell("SessionEnd", { reason: "other" });
    expect(seen(session)).toEqual([{ session_id: "s0" }, { session_id: "s1", turn_count: 3 }]);
  });

  it("AX-05 AX-06 a subagent's task, and its end with the time it took, come from what was recorded", async () => {
    const session = plugin("SubagentStarted", "SubagentCompleted");
    const input = { description: "look", prompt: "Find the callers.", subagent_type: "scout", run_in_background: true };
    await session.tell("PreToolUse", { tool_name: "Agent", tool_use_id: "t1", tool_input: input });
    const scout = { agent_id: "a1", agent_type: "scout" };
    await session.tell("SubagentStart", scout);
    await session.tell("SubagentStop", { ...scout, stop_hook_active: false, last_assistant_message: "Two callers." });
    const head = { parent_session_id: "s1", subagent_name: "scout" };
    await expect
      .poll(() => seen(session))
      .toEqual([
        { ...head, task_preview: "Find the callers." },
        { ...head, result_preview: "Two callers.", duration_ms: expect.any(Number) },
      ]);
  });

  it("AX-06 a subagent that a hook makes go on has not completed", async () => {
    const session = new Session();
    const again = [{ id: "again", command: `echo '{"decision":"block","reason":"go on"}'` }];
    session.use("hooks.json", {
      hooks: { SubagentStop: again, SubagentCompleted: [{ id: "done", command: "touch done" }] },
    });
    await session.tell("SubagentStop", { agent_id: "a1", agent_type: "scout", stop_hook_active: false });
    expect(session.has("done")).toBe(false);
  });
});
