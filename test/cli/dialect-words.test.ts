import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Fired, ProgramPlace } from "../support/program.js";

const FIXTURES = fileURLToPath(new URL("../fixtures/dialects", import.meta.url));
const OPTA = join(FIXTURES, "opta/project");

const GUARD = {
  hooks: {
    PreToolUse: [
      { id: "no-rm", guard: true, matcher: "Bash", command: `grep -q '"command":"rm' && echo '{"decision":"deny"}'` },
    ],
  },
};

/** What hooks of an event get on stdin. */
async function seen(event: string, payload: object, dialect: string, config: (command: string) => object) {
  const place = new ProgramPlace();
  const file = place.write("hooks-under-test.json", config(`cat >'${place.path("seen")}'`));
  const fired = await place.json<Fired>(["fire", event, "--config", file, "--dialect", dialect, "--payload", "-"], {
    input: payload,
  });
  expect(fired.hooks).toHaveLength(1);
  return JSON.parse(place.read("seen")) as Record<string, unknown>;
}

describe("payloads in the words of the systems they come from", () => {
  it.each([
    ["an object", { command: "rm -rf build" }],
    ["a JSON text", '{"command":"rm -rf build"}'],
  ])("AX-15 Opta's context, with its arguments as %s, is denied by Opta's own script", async (_, tool_args) => {
    const place = new ProgramPlace();
    const context = { event: "tool.pre", session_id: "s1", cwd: OPTA, model: "m", tool_name: "run_command", tool_args };
    const args = ["fire", "tool.pre", "--config", join(OPTA, ".opta/config.json"), "--dialect", "opta"];
    const fired = await place.json<Fired>([...args, "--payload", "-"], { input: context, cwd: OPTA });
    expect(fired).toMatchObject({ decision: "deny", reason: "Refused: a recursive rm needs a person." });
  });

  it.each([
    ["Opta", "tool.pre", { tool_name: "run_command", tool_args: { command: "rm -rf build" } }],
    ["Arawn", "PreToolUse", { tool: "shell", params: { command: "rm -rf build" } }],
    ["Arawn's rewrite", "PreToolUse", { hook_event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm x" } }],
  ])("AX-15 a guard on Bash sees the call of %s", async (_, event, payload) => {
    const place = new ProgramPlace();
    const file = place.writeUser("hooks.json", GUARD);
    const fired = await place.json<Fired>(["fire", event, "--config", file, "--payload", "-"], { input: payload });
    expect(fired.decision).toBe("deny");
  });

  const arawn = (event: string) => (command: string) => ({
    hooks: { [event]: [{ hooks: [{ type: "command", command }] }] },
  });
  const claude = arawn;

  it("AX-15 Arawn's result reaches its hooks as it was sent, and others as the tool's result", async () => {
    const payload = { tool: "shell", params: { command: "ls" }, result: { success: true, output: "a b" } };
    expect(await seen("PostToolUse", payload, "arawn", arawn("PostToolUse"))).toEqual(payload);
    expect(await seen("PostToolUse", payload, "claude", claude("PostToolUse"))).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_result: { success: true, output: "a b" },
    });
  });

  it("AX-15 Opta's result and error reach hooks of every dialect", async () => {
    const result = { tool_name: "run_command", tool_args: { command: "ls" }, tool_result: "a b" };
    expect(await seen("tool.post", result, "claude", claude("PostToolUse"))).toMatchObject({ tool_output: "a b" });
    expect(await seen("tool.post", result, "arawn", arawn("PostToolUse"))).toMatchObject({ result: { output: "a b" } });
    expect(await seen("error", { error_message: "model gone" }, "claude", claude("Error"))).toMatchObject({
      error: "model gone",
    });
    const place = new ProgramPlace();
    const file = place.write(".opta/config.json", {
      hooks: [{ event: "error", command: `printf %s "$OPTA_ERROR" >'${place.path("seen")}'` }],
    });
    await place.json(["fire", "error", "--config", file, "--dialect", "opta", "--payload", "-"], {
      input: { error_message: "model gone" },
    });
    expect(place.read("seen")).toBe("model gone");
  });

  it.each([
    ["Stop", { response: "done" }, { last_assistant_message: "done" }],
    ["SubagentStarted", { parent_session_id: "p", subagent_name: "scout" }, { session_id: "p", agent_type: "scout" }],
    ["SubagentStop", { agent_name: "scout", result_summary: "found" }, { last_assistant_message: "found" }],
    ["UserPromptSubmit", { hook_event: "UserPromptSubmit", message: "hello" }, { prompt: "hello" }],
    ["FileChanged", { file_path: "/w/a", change_type: "add" }, { event: "add" }],
  ])("AX-15 Arawn's %s is read: %j", async (event, payload, expected) => {
    const canonical = event === "SubagentStarted" ? "SubagentStart" : event;
    expect(await seen(event, payload, "claude", claude(canonical))).toMatchObject(expected);
  });
});
