import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { finding } from "../../core/errors.js";
import { leadsOut, leadsOutFinding } from "../../runtime/wiring/config-file.js";
import { type Command, MISUSE, OK } from "../command.js";
import { json, refuse, safeName } from "../output/print.js";

const command: Command = {
  group: "Get started",
  summary: "Create a commented starter config.",
  usage: "[--user]",
  example: "snaphook init",
  options: { user: { type: "boolean", help: "User config instead of this project's." } },
  async run(call) {
    const file = call.flags["user"] ? join(call.places.config, "hooks.jsonc") : join(call.cwd, ".snaphook/hooks.jsonc");
    const folder = dirname(file);
    if (!call.flags["user"] && !isThere()) {
      refuse(call, finding("FILE_UNWRITABLE", "the current folder does not exist any more", { file }));
      return MISUSE;
    }
    const taken = ["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"]
      .map((name) => join(folder, name))
      .find(existsSync);
    if (taken !== undefined) {
      refuse(call, finding("FILE_EXISTS", "there is a hooks file already", { file: taken }));
      return MISUSE;
    }
    try {
      const outside = call.flags["user"] ? undefined : leadsOut(file, call.cwd);
      if (outside !== undefined) {
        refuse(call, leadsOutFinding(file, outside));
        return MISUSE;
      }
      // Whatever the umask, no other user may change what will run.
      mkdirSync(folder, { recursive: true, mode: call.flags["user"] ? 0o700 : 0o755 });
      writeFileSync(file, STARTER, { flag: "wx", mode: call.flags["user"] ? 0o600 : 0o644 });
    } catch (error) {
      refuse(
        call,
        finding("FILE_UNWRITABLE", `the file could not be written (${(error as NodeJS.ErrnoException).code})`, {
          file,
        }),
      );
      return MISUSE;
    }
    if (call.json) json(call, { written: file });
    else
      call.raw(
        [
          `Wrote ${safeName(file)}`,
          "",
          "Next:",
          ...(call.flags["user"] ? [] : ["  snaphook trust           review and approve it"]),
          "  snaphook list            see what applies here",
          `  echo '{"tool_name":"Bash","tool_input":{"command":"git push --force"}}' | snaphook fire PreToolUse --payload -`,
        ].join("\n"),
      );
    return OK;
  },
};

function isThere(): boolean {
  try {
    return existsSync(process.cwd());
  } catch {
    return false; // removed under us
  }
}

export const STARTER = `{
  // Hooks for every AI coding agent. Events: \`snaphook events\`. Keys: docs/config.md. Check this file: \`snaphook validate\`
  //
  // Each event has a list of groups: a matcher (which calls) and the hooks that run for them. A command gets the event
  // as JSON on stdin: { "tool_name": "Bash", "tool_input": { "command": "…" }, … }. It answers on stdout:
  //   {"decision": "deny", "reason": "…"}   blocks the call and tells the agent why; so does exit code 2 with the reason on stderr
  //   {"decision": "ask", "reason": "…"}    asks you first
  //   nothing                               no opinion
  "version": 1,
  "hooks": {
    // Before a tool runs: may allow, ask, deny, rewrite the input or add context.
    "PreToolUse": [
      {
        // Bash(…) is a wildcard over the whole text of the command: {a,b} is either. It leaves --force-with-lease alone. It
        // catches slips, not tricks such as \`cd x && git push -f\`; the built-in guard does: \`snaphook add protect-git\`
        "matcher": "Bash(git push{, *} {--force,-f}{, *})",
        "hooks": [
          {
            "id": "no-force-push",
            "guard": true, // judges the final input; when it fails, the call is asked about or denied
            "command": "echo '{\\"decision\\": \\"deny\\", \\"reason\\": \\"Force pushes need a person. Push without --force, or use --force-with-lease.\\"}'",
            "timeoutMs": 5000
          }
        ]
      }
    ],
    // When a session starts: what a hook prints is context for the model.
    "SessionStart": [
      { "hooks": [{ "id": "today", "command": "date '+Today is %A, %d %B %Y.'" }] }
    ]
  }
}
`;

export default command;
