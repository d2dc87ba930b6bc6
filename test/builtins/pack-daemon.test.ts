import { describe, expect, it } from "vitest";
import { DaemonPlace } from "../support/running-daemon.js";

describe("hooks of the pack in the daemon", () => {
  it("BI-C2 a variable that a built-in needs is asked of the agent's side, and the answer is the same", async () => {
    const place = new DaemonPlace();
    place.writeUser("hooks.json", { hooks: [{ builtin: "tasks-lock" }, { builtin: "audit-log" }] });
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    place.write("TASKS.yaml", `lock:\n  owner: exec-1\n  expires_at: ${expires}\n`);
    await place.wire();
    await place.up();
    const call = {
      cwd: place.project,
      session_id: "s",
      tool_name: "Edit",
      tool_input: { file_path: place.path("TASKS.yaml"), old_string: "a", new_string: "b" },
    };
    const as = async (id: string) => {
      const env = { CORTEX_EXECUTION_ID: id };
      return (await place.launch("claude-code", "PreToolUse", { ...call, tool_use_id: id }, { env })).stdout;
    };
    expect(await as("exec-2")).toContain("locked by exec-1");
    expect(await as("exec-1")).not.toContain("deny");
    await expect.poll(() => place.events()).toMatchObject([{ way: "daemon" }, { way: "daemon" }]);
  });
});
