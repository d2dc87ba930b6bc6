/**
 * Permission modes in which Claude was seen to ask the user on a hook's "ask", or to deny. `bypassPermissions` is not
 * one of them: if the call also touches `.git/`, `.claude/`, `.vscode/`, `~/.zshrc` and the like, it runs without a
 * question.
 */
export const CLAUDE_ASKS_IN_MODES: readonly string[] = ["default", "acceptEdits", "plan", "auto", "dontAsk"];
