import { defineHook, forceContinue, rewrite } from "snaphook";

export const noPager = defineHook({
  id: "no-pager",
  event: "PreToolUse",
  matcher: "Bash(git *)",
  run({ tool_input }) {
    const command = String(tool_input["command"]);
    if (command.includes("--no-pager")) return undefined;
    return rewrite({ ...tool_input, command: command.replace(/^git/, "git --no-pager") });
  },
});

export const testsFirst = defineHook({
  id: "tests-first",
  event: "Stop",
  run: ({ last_assistant_message = "" }) =>
    /tests? pass/i.test(last_assistant_message) ? undefined : forceContinue("Run the tests first."),
});
