/** The commented hooks file that a user begins with. */
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
