/** The guard as an agent meets it: the installed launcher, its payload on standard input, its answer on standard output. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linkPreparedProgram } from "../support/prepared-install.js";
import { ProgramPlace } from "../support/program.js";

it("T4 the launcher answers one denial to calls that reach what guards the agent", async () => {
  const place = new ProgramPlace();
  await linkPreparedProgram(place);
  expect((await place.run(["install", "claude-code", "codex"])).code).toBe(0);
  place.write(join(place.home, "hooks/lib.mjs"), "export {};\n");
  place.write(join(place.home, "hooks/check.mjs"), 'import "./lib.mjs";\n');
  place.writeUser("hooks.json", { hooks: [{ event: "PreCompact", command: "node ~/hooks/check.mjs" }] });
  place.write(join(place.state, "daemon/tokens.json"), {});
  mkdirSync(join(place.home, ".codex"), { recursive: true });
  symlinkSync(join(place.home, ".codex"), place.path("cfg"));
  const calls = [
    ["Bash", { command: "ln -s ~/.codex ./c2 && echo x > ./c2/hooks.json" }, "hook config of Codex CLI"],
    ["Bash", { command: "echo x > ./cfg/hooks.json" }, "hook config of Codex CLI"],
    ["Read", { file_path: join(place.state, "daemon/tokens.json") }, "tokens, keys or records"],
    ["Write", { file_path: join(place.home, "hooks/lib.mjs"), content: "" }, "a file that a hook uses"],
    ["mcp__sh__run", { program: "rm", arguments: [join(place.home, ".codex/hooks.json")] }, "hook config of Codex CLI"],
  ] as const;
  for (const [tool_name, tool_input, reason] of calls) {
    const payload = { session_id: "s1", cwd: place.project, hook_event_name: "PreToolUse", tool_name, tool_input };
    const stdout = execFileSync(join(place.data, "launch"), ["claude-code", "PreToolUse"], {
      cwd: place.project,
      env: place.env,
      input: JSON.stringify(payload),
      encoding: "utf8",
    });
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
    expect(hookSpecificOutput["permissionDecision"], stdout).toMatch(/^(?:ask|deny)$/);
    expect(hookSpecificOutput["permissionDecisionReason"]).toContain(reason);
  }
});
