import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ArawnPlace, bash } from "../support/arawn-plugins.js";
import { fencedTexts } from "../support/fenced-texts.js";

function place(plugin: "watch" | "journal") {
  const here = new ArawnPlace();
  const manifest = here.copyPlugin(plugin);
  return {
    here,
    fire: (event: string, payload: object = {}, dialect = "arawn") => here.fire(dialect, manifest, event, payload),
  };
}

describe("arawn's example scripts, unmodified", () => {
  it.each(["rm -rf / --no-preserve-root", "dd if=/dev/zero of=/dev/sda", "sudo mkfs.ext4 /dev/sdb"])(
    "BI-A1 IN-03 OU-11 validate-shell refuses %s",
    async (command) => {
      const decision = await place("watch").fire("PreToolUse", bash(command));
      expect(decision).toMatchObject({
        verdict: "deny",
        reason: "This command destroys data and is not allowed here.",
      });
    },
  );

  it("BI-A1 validate-shell has no opinion on other commands and other tools", async () => {
    const { fire } = place("watch");
    expect(await fire("PreToolUse", bash("rm -rf build"))).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "none" }],
    });
    expect((await fire("PreToolUse", { tool_name: "Read", tool_input: { file_path: "/a" } })).hooks).toEqual([]);
  });

  it("BI-A2 IN-03 audit-log adds one line per call", async () => {
    const { here, fire } = place("watch");
    await fire("PostToolUse", { ...bash("ls"), tool_response: "a.txt" });
    await fire("PostToolUse", { tool_name: "Read", tool_input: { file_path: "/a" }, tool_output: "text" });
    const lines = here
      .read("home/audit.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { tool: "shell", params: { command: "ls" }, result: { output: "a.txt" } },
      { tool: "Read", params: { file_path: "/a" }, result: { output: "text" } },
    ]);
  });

  it("BI-A3 BI-A4 IN-03 session-init makes the session's folder, session-cleanup removes it", async () => {
    const { here, fire } = place("watch");
    const decision = await fire("SessionStart", { source: "startup" });
    expect(fencedTexts(decision.context)).toEqual(["The folder of session s1 is ready."]);
    expect(existsSync(here.path("home/sessions/s1"))).toBe(true);
    expect((await fire("SessionEnd", { turn_count: 5 })).hooks).toMatchObject([{ outcome: "none" }]);
    expect(existsSync(here.path("home/sessions/s1"))).toBe(false);
  });

  it("BI-A5 EV-10 IN-03 on-stop is given the response", async () => {
    const { here, fire } = place("watch");
    await fire("Stop", { last_assistant_message: "All done." });
    expect(JSON.parse(here.read("home/last-response.json"))).toEqual({ response: "All done." });
  });

  it("BI-A6 IN-03 subagent-monitor sees subagents come and go", async () => {
    const { here, fire } = place("watch");
    await fire("SubagentStart", { agent_type: "tester", task_preview: "run the tests" });
    await fire("SubagentCompleted", {
      agent_type: "tester",
      result_preview: "2 failed",
      duration_ms: 40,
      success: false,
    });
    expect(here.read("home/subagents.log").trim().split("\n")).toEqual([
      'started {"parent_session_id":"s1","subagent_name":"tester","task_preview":"run the tests"}',
      'completed {"parent_session_id":"s1","subagent_name":"tester","result_preview":"2 failed","duration_ms":40,"success":false}',
    ]);
  });

  it("BI-A7 CF-30 the journal reminder runs, and its words reach the person", async () => {
    const decision = await place("journal").fire("SessionEnd");
    expect(decision.hooks).toMatchObject([{ outcome: "none" }]);
    expect(decision.messages[0]!.value).toContain("There is no journal entry for today yet.");
  });

  it("OU-26 BI-A7 in arawn-outcome the journal reminder's answer is read", async () => {
    const { here, fire } = place("journal");
    const reminded = await fire("SessionEnd", {}, "arawn-outcome");
    expect(reminded.messages.map(({ value }) => value)).toEqual(["There is no journal entry for today yet."]);
    const now = new Date();
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
    here.write(`home/journal/${today}.json`, {});
    expect((await fire("SessionEnd", {}, "arawn-outcome")).messages).toEqual([]);
  });
});
