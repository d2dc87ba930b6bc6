import { symlinkSync } from "node:fs";
import { expect } from "vitest";
import type { Show } from "./show.js";

const lock = (owner: string, minutes: number) =>
  `# shared\nlock:\n    owner: "${owner}"   # who\n    acquired_at: 2026-01-01T00:00:00Z\n    expires_at: ${new Date(Date.now() + minutes * 60_000).toISOString()}\ntasks:\n  - id: T-1\n`;

const show: Show = {
  ids: "BI-C2 AD-08",
  what: "lets only the holder of the lock change TASKS.yaml: none, expired, other, own",
  async show(place) {
    place.use("tasks-lock");
    const env = { CORTEX_EXECUTION_ID: "exec-1", USER: "ada" };
    const edit = (options = {}) =>
      place.before("Edit", { file_path: "TASKS.yaml", old_string: "a", new_string: "b" }, options);
    place.write("TASKS.yaml", "tasks: []\n");
    expect(await edit({ env })).toMatchObject({
      said: { hookSpecificOutput: { permissionDecision: "deny" } },
      reason: expect.stringMatching(/not locked.*`cortex tasks lock`/),
    });
    place.write("TASKS.yaml", lock("exec-1", -1));
    expect((await edit({ env })).reason).toContain("expired");
    place.write("TASKS.yaml", lock("exec-2", 5));
    expect((await edit({ env })).reason).toContain("locked by exec-2");
    place.write("TASKS.yaml", lock("exec-1", 5));
    expect((await edit({ env })).verdict).toBe("none");
    place.write("TASKS.yaml", lock("manual:ada:4711", 5));
    expect((await edit({ env })).verdict).toBe("deny");
    expect((await edit({ env: { USER: "ada" } })).verdict).toBe("none");
    expect((await place.before("Write", { file_path: "notes.yaml", content: "" }, { env })).verdict).toBe("none");
    for (const command of ["sed -i s/a/b/ TASKS.yaml", "echo x > TASKS.yaml", "bash -c 'cp a TASKS.yaml'"])
      expect((await place.before("Bash", { command }, { env })).verdict, command).toBe("deny");
    expect((await place.before("Bash", { command: "cat TASKS.yaml" }, { env })).verdict).toBe("none");
    symlinkSync(place.path("TASKS.yaml"), place.path("other.yaml"));
    expect((await place.before("Write", { file_path: "other.yaml", content: "" }, { env })).verdict).toBe("deny");
    const pi = { toolName: "edit", toolCallId: "p1", input: { path: "TASKS.yaml", edits: [] } };
    const told = await place.tell("tool_call", { type: "tool_call", ...pi }, { agent: "pi", env });
    expect(told.said).toMatchObject({ block: true });
  },
};

export default show;
