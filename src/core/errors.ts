/**
 * The table of all findings: a stable code, a severity, and what to do next. A Finding is a value; loading collects
 * findings and continues.
 */

type Severity = "error" | "warning";

export const FINDINGS = {
  CONFIG_UNREADABLE: ["error", "Check that the file exists and that you may read it."],
  CONFIG_SYNTAX: ["error", "Fix the syntax at this position; the parts of the file that can be parsed are still used."],
  CONFIG_TYPE: [
    "error",
    "Correct the value. docs/config.md describes each key of hooks files; daemon.json, memory.json and models.json are in docs/daemon.md, docs/memory.md and docs/models.md.",
  ],
  CONFIG_UNKNOWN_KEY: ["warning", "Remove the key or fix its spelling."],
  CONFIG_SCOPE: ["warning", "Move this key to your user config; a project may not set it."],
  CONFIG_DUPLICATE_ID: ["error", "Give each hook a unique id."],
  CONFIG_SHARED_ID: ["warning", "No action needed, or change one of the ids."],
  CONFIG_DUPLICATE_KEY: ["error", "Merge both values into one list; only the last one counts."],
  CONFIG_DEPRECATED: ["warning", "Still works; use the current form when you can."],
  CONFIG_TOO_LARGE: ["error", "Split the file; configuration files are limited to 1 MB, YAML files to 100 KB."],
  CONFIG_OWN_ENTRY: ["warning", "Leave it: the agent calls Snaphook with it. It is not a hook."],
  CONFIG_NOT_HOOKS: ["warning", "Add hooks, name another file, or give its format with `--dialect`."],
  EVENT_UNKNOWN: ["error", "Use a name from `snaphook events`, or a namespaced one such as `my:event`."],
  HOOK_TYPE_UNKNOWN: ["warning", "Use command, http, function, prompt, agent or mcp_tool."],
  HOOK_FIELD_MISSING: ["error", "Add the missing field."],
  HOOK_FIELD_INVALID: ["error", "Correct the value."],
  HOOK_ENV_NOT_GRANTED: ["warning", "Add the name to `grantEnv` in your user config if the hook may read it."],
  HOOK_HOST_NOT_ALLOWED: ["warning", "Add the host to `allowHosts` in your user config if the hook may call it."],
  HOOK_SCRIPT_MISSING: ["warning", "Create the script, or correct its path."],
  HOOK_SCRIPT_OUTSIDE: ["error", "Keep scripts inside the directory of the file that names them."],
  HOOK_BACKGROUND_BLOCKING: ["warning", "A background hook can never block; remove `background` if it should."],
  GUARD_BACKGROUND: ["warning", "Remove `background` (or `async`), or remove `guard` if the hook only observes."],
  GUARD_ONCE: ["warning", "Remove `once`, or remove `guard` if the hook need not check every call."],
  GUARD_CANNOT_DENY: [
    "warning",
    "Put the guard on an event that can be denied, such as PreToolUse; `snaphook events` lists what each can do.",
  ],
  MATCHER_INVALID: ["error", "Correct the pattern. A guard with an invalid pattern applies its failure contract."],
  MATCHER_SLOW: ["warning", "The pattern needs a backtracking engine and runs in a worker with a time limit."],
  MATCHER_LOOKS_LIKE_GLOB: ["warning", "This is a regular expression here; write `.*` for `*`."],
  MATCHER_LOOKS_LIKE_REGEX: ["warning", "This is a glob here; write `*` for `.*`."],
  MATCHER_NEVER: ["warning", "The hook never fires as written; remove the matcher."],
  TIMEOUT_IMPLAUSIBLE: ["warning", "Check the unit: the key's name or the dialect defines it."],
  TIMEOUT_OVER_WAIT: ["warning", "Set a shorter time than the agent waits, so that Snaphook answers first."],
  PERMISSION_UNGUARDED: [
    "warning",
    "Add a hook with `guard: true` for PreToolUse with the same matcher, or leave the answer to the user.",
  ],
  PLUGIN_BROKEN: ["warning", "The plugin is skipped; fix its manifest."],
  BUILTIN_RULE_SKIPPED: ["warning", "Correct the rule; it is skipped until then, and the other rules apply."],
  BUILTIN_UNKNOWN: ["error", "Use one from `snaphook pack`."],
  CODE_CONFIG_FAILED: ["error", "Fix the code; its hooks are off until it builds."],
  CODE_CONFIG_UNTRUSTED: ["warning", "Review the file, then run `snaphook trust`."],
  STOPPED_ALL: ["error", "Run `snaphook on` yourself, in a terminal of your own, to resume."],
  HOOKS_OFF: ["warning", "No action needed: it expires automatically. `snaphook on` ends it now."],
  OWN_CONFIG_DAMAGED: ["error", "Fix it, or remove it if you do not need its hooks; then run `snaphook validate`."],
  OFF_DAMAGED: ["warning", "Nothing is off, so every hook runs. The next `snaphook off` rewrites the file."],
  UNAPPROVED_LIMIT: ["warning", "Remove files that are not needed, or review them with `snaphook trust`."],
  SOURCE_UNTRUSTED: ["warning", "Review it with `snaphook trust`."],
  GUARD_MODIFIED: ["warning", "Review the change with `snaphook trust`, or undo it."],
  GUARD_UNSIGNED: ["warning", "Review it with `snaphook sign` in your own terminal."],
  STATE_UNSIGNED: ["warning", "Review it with `snaphook sign` in your own terminal, or remove the file."],
  GUARD_OBSERVES: ["warning", "Run `snaphook enforce` with these ids, so that they act."],
  GUARD_DISABLED: ["warning", "Run `snaphook enable` with these ids, so that they act."],
  GUARD_GONE: ["warning", "Restore it, or approve its removal with `snaphook trust`."],
  PROMPT_ONLY: ["warning", "Move the hook to your user config, or approve its file without `--prompt-only`."],
  MANAGED_NOT_ROOTS: [
    "error",
    "Make root the owner of the file and its directories, and remove write permission for others.",
  ],
  PAYLOAD_EMPTY: ["error", "Pass the event as a JSON object with `--payload FILE` or on stdin with `--payload -`."],
  PAYLOAD_SYNTAX: ["error", "The payload must be one JSON object."],
  PAYLOAD_NOT_OBJECT: ["error", "The payload must be one JSON object."],
  PAYLOAD_TOO_LARGE: ["error", "Payloads are limited to 10 MB."],
  PAYLOAD_UNREADABLE: ["error", "Check the path given with `--payload`."],
  DECISION_UNKNOWN: [
    "error",
    "`snaphook log --json` lists the ids. Old records have been removed, and private sessions leave no record.",
  ],
  EXCEPTION_IMPOSSIBLE: ["error", "Run `snaphook why ID` to see what decided, and change that hook or its options."],
  HOOK_NOT_FOUND: ["error", "Run `snaphook list` for the ids."],
  HOOK_REFUSED: ["error", "Run `snaphook list` to see what prevents it; `snaphook trust` approves a project's hooks."],
  AGENT_CONFIG_UNREADABLE: ["error", "Fix the file, then run the command again. Nothing in it was changed."],
  AGENT_EMBEDDED: ["error", "It is embedded by your own program; see docs/embedding.md."],
  ASK_UNFIT: ["error", "Run `snaphook answer ID` in a terminal: it shows each question with its options."],
  ASK_UNSEEN: ["error", "Run `snaphook deny ID`, or let the agent make the call again: then all of it is shown."],
  ASK_UNKNOWN: [
    "error",
    "Run `snaphook asks` for the pending calls, and `snaphook asks --all` for those that ended too.",
  ],
  DAEMON_DOWN: ["error", "Start it with `snaphook up --detach`."],
  DAEMON_FAILED: ["error", "See the log named here, and `daemon.log.out` beside it."],
  DAEMON_HUNG: ["error", "`snaphook restart` stops it and starts a new one."],
  DAEMON_RUNS: ["error", "Run `snaphook status`; `snaphook down` stops it."],
  AGENT_NO_PLACE: ["warning", "Run the command without `--project`: your user config contains its entries."],
  AGENT_NOT_FOUND: [
    "warning",
    "Install the agent first, or name it to wire it anyway: `snaphook setup claude-code codex --yes`.",
  ],
  AGENT_UNKNOWN: ["error", "Use one of the listed agents."],
  DIALECT_UNKNOWN: ["error", "Use one of the listed dialects."],
  USAGE: ["error", "Run `snaphook help COMMAND` for the usage of a command."],
  HUMAN_ONLY_TERMINAL: ["error", "Run it yourself, in a terminal, without `--json`; see docs/human-only.md."],
  HUMAN_ONLY_OPENER: [
    "error",
    "Use a terminal emulator (GNOME Terminal, Konsole, kitty, xterm, iTerm2, Terminal), the terminal of VS Code, Cursor or Zed, a console login or SSH. If the program above opens your terminals, name its path there: `snaphook permit --terminal FILE`. See docs/human-only.md.",
  ],
  HUMAN_ONLY_AGENT: ["error", "Run it yourself in a terminal that no agent has opened; see docs/human-only.md."],
  HUMAN_ONLY_UNSEEN: ["error", "Run it where all its parent processes are visible; see docs/human-only.md."],
  PASSKEY_REQUIRED: [
    "error",
    "Run `snaphook page`, and allow it there with your passkey. `snaphook deny` works as before.",
  ],
  PASSKEYS_MISSING: ["error", "Run `snaphook passkeys add`, or end the setting: see docs/human-only.md."],
  PASSKEY_STILL_REQUIRED: [
    "warning",
    "Run `snaphook passkeys allow-code` in your own terminal, then `snaphook restart`.",
  ],
  PASSKEY_UNFIT: ["error", "Use a device that checks its user by PIN, fingerprint or face, in a current browser."],
  HUMAN_ONLY_CODE: ["error", "Run the command again and type the displayed code."],
  TRUST_NEEDS_PERSON: ["error", "Run it in a terminal, or pass the printed hash with `--hash`."],
  TRUST_HASH_MISMATCH: ["error", "The content is not what you reviewed. Run `snaphook trust` again and read it."],
  TRUST_TOO_LARGE: ["error", "Name smaller files in its commands; unread content cannot be approved."],
  TRUST_NOTHING: ["error", "Name a config file or a directory that contains one."],
  LAUNCHER_IN_USE: [
    "error",
    "Run `snaphook uninstall` for these agents (`--project` in these projects), then try again. Files that cannot be read have to be fixed first.",
  ],
  FILE_EXISTS: ["error", "Nothing was changed. Edit the existing file, or remove it first."],
  FILE_UNREADABLE: ["error", "Check that the file exists and that you may read it."],
  FILE_UNWRITABLE: ["error", "Check the directory's permissions and free space."],
  NODE_TOO_OLD: ["error", "Install a newer Node, then run `snaphook install` with it."],
  VERSION_NOT_CALLED: ["warning", "Run `snaphook upgrade`, so that agents call this version."],
  LAUNCHER_BROKEN: [
    "error",
    "Run `snaphook install` again to rewrite the launcher, or remove the entries with `snaphook uninstall`.",
  ],
  AGENT_NOT_WIRED: ["warning", "Run `snaphook install`, or ignore it if this agent needs no hooks."],
  AGENT_NONE_WIRED: ["warning", "Run `snaphook setup`. A program that embeds the library needs no wiring."],
  AGENT_WIRING_OLD: ["warning", "Run `snaphook install` again; it changes only Snaphook's entries."],
  AGENT_EVENT_MISSING: [
    "warning",
    "Run `snaphook install` for this agent, or start a session: its first call adds what is missing.",
  ],
  AGENT_SILENT: ["warning", "Follow the message in the agent, use the agent once, and check again."],
  AGENT_HOOKS_OFF: ["error", "Change that setting in the agent's config; until then none of its hooks run."],
  AGENT_ENTRY_MISSING: ["error", "Run `snaphook install` for this agent; it adds only what is missing."],
  AGENT_ENTRY_ALTERED: ["error", "Run `snaphook install` for this agent again, or undo your own change."],
  AGENT_SHELL_MISSING: ["error", "Install the shell named in the message: the agent runs its hooks with it."],
  AGENT_PROJECT_ONLY: ["warning", "Run `snaphook install` for this agent without `--project`."],
  AGENT_UNSEEN_INPUT: [
    "warning",
    "Use `protect-commands` in enforce mode: it then asks before a shell or REPL is started, and denies if the user cannot be asked.",
  ],
  AGENT_NEWER: ["warning", "Run `snaphook setup` to see whether your hooks are still called."],
  PROOF_NO_ANSWER: ["error", "Run `snaphook doctor` and `snaphook restart`; `hooks.log` contains the last answers."],
  PROOF_WRONG_ANSWER: ["error", "Run `snaphook install` for this agent again, then repeat the test."],
  HOOK_PROGRAM_MISSING: ["error", "Install the program, or correct the hook; until then it fails or allows calls."],
  HOOK_NOT_EXECUTABLE: ["error", "Run `chmod +x` on the script, or name its interpreter in the command."],
  HOOK_RUN_NOT_FOUND: ["warning", "Correct the path, or install the program; test it with `snaphook test ID`."],
  HOOK_RUN_BAD_JSON: ["warning", "Print one JSON object or nothing on stdout, and everything else on stderr."],
  HOOK_RUN_TIMEOUT: ["warning", "Make it faster, narrow its matcher, or raise its `timeoutMs`."],
  HOOK_RUN_FORBIDDEN: ["warning", "Run `chmod +x` on the script and check the permissions of its parent directories."],
  HOOK_RUN_FAILED: ["warning", "Run `snaphook test ID --payload FILE` to see its output and exit code."],
  PAYLOADS_BAD: ["warning", "Hook calls need one JSON object below 10 MB on stdin; `snaphook log` shows these calls."],
  UNGATED_CALLS: [
    "warning",
    "Run `snaphook doctor --prove`. An agent that was running during `install` calls Snaphook after a restart.",
  ],
  CALLS_ONLY_TOLD: ["warning", "No action needed: keep guards for the calls that this agent can block."],
  MODEL_UNKNOWN: ["error", "Run `snaphook models` for the names; docs/models.md shows how to add one."],
  MODEL_FAILED: ["error", "Check the model's settings in models.json, its key and its server; see docs/models.md."],
  MODEL_UNSET: [
    "warning",
    "Add a model and `use.prompt`, or `use.agent`, to models.json; until then their failure contract applies.",
  ],
  GUARD_FAILING: ["error", "Fix it and test it with `snaphook test ID`. Until then its failure contract applies."],
  DAEMON_LEFTOVER: ["warning", "No action needed: it is harmless, and the next daemon replaces it."],
  DAEMON_SILENT: ["warning", "Hooks run without it meanwhile; run `snaphook restart`."],
  CLOCK_AHEAD: ["warning", "Check the clock of this machine; marks from the future expire late."],
  LINK_LEADS_OUT: ["error", "Nothing was changed. Remove the link, or change its target yourself."],
  AWAY_REFUSED: ["warning", "You are not away. `snaphook back` removes the file; `snaphook away` writes it anew."],
  CHANNEL_DOWN: ["warning", "Check the cause; `snaphook asks` still works."],
  CHANNEL_SECRET: ["error", "Create the file and run `chmod 600` on it."],
  CHANNEL_UNCONFIRMED: ["warning", "Run `snaphook channels confirm`."],
  DISK_LOW: ["warning", "Free disk space: events are not recorded meanwhile."],
  LOG_TOO_LARGE: ["warning", "Remove the file; a Snaphook log is never that large."],
  CHECK_FAILED: ["warning", "The other checks continued. Check what the message names."],
  EVENTS_WAITING: ["warning", "The next `snaphook sessions` or `snaphook up` imports them."],
  SPOOL_DAMAGED: ["warning", "No action needed: all other records were imported. The file may be deleted."],
  MEMORY_NOT_FOUND: ["error", "Run `snaphook memory list` for the ids."],
  MEMORY_OFF: ["error", "Run `snaphook memory enable` in a terminal."],
  SESSION_NOT_FOUND: ["error", "Run `snaphook sessions` for the ids."],
  BACKUP_FAILED: [
    "error",
    "No backup was made; the store is unchanged. Check free space and the folder, then try again.",
  ],
  BACKUP_FOLDER: ["error", "Name another folder: `backup.folder` in daemon.json, or `--to`. See docs/backup.md."],
  BACKUP_INVALID: ["error", "Nothing was changed. Choose another backup; `snaphook backup list` shows them."],
  BACKUP_MISSED: ["warning", "Fix the cause, then run `snaphook backup`."],
  BACKUP_NEWER: ["error", "Nothing was changed. Restore it with the newer version of Snaphook."],
  BACKUP_NOTHING: ["error", "No action needed: a store is created with the first event."],
  RESTORE_FAILED: ["error", "The store in use is unchanged. Check free space, then try again."],
  STORE_IN_USE: ["error", "Close other commands of Snaphook that read the store, then try again."],
  STORE_DAMAGED: ["warning", "No action needed: a new store is in use. Keep the old file if you may need its content."],
  STORE_OLDER: ["error", "Run `snaphook upgrade`: it replaces the daemon, then upgrades the store."],
  STORE_NEWER: ["error", "Use the newer version of Snaphook, or move the file away. Nothing in it was changed."],
  STORE_UNUSABLE: ["error", "Check the directory's permissions and free space; events are not recorded meanwhile."],
  THREAD_TEMPLATE: ["error", "Correct the template; docs/threads.md describes its fields."],
  THREAD_TEMPLATE_UNKNOWN: ["error", "Run `snaphook thread templates` for the names."],
  THREAD_TEMPLATE_UNTRUSTED: ["error", "Review the file, then approve it: `snaphook trust FILE`."],
  THREAD_PROFILE: ["error", "Correct profiles.json; docs/threads.md describes its fields."],
  THREAD_AGENT_MISSING: ["error", "Install the agent, or name its program in profiles.json as `program`."],
  THREAD_NOT_FOUND: ["error", "Run `snaphook thread list` for the ids."],
  THREAD_RUNS: ["error", "Wait until it ends, or end it with `snaphook thread cancel ID`."],
  THREAD_OVER: [
    "error",
    "Start a new one with `snaphook thread run`. `snaphook thread resume ID` continues one that failed or was cancelled.",
  ],
  INTERNAL: ["error", "This is a bug in Snaphook. Please report it with the command you ran."],
} as const satisfies Record<string, readonly [Severity, string]>;

export type FindingCode = keyof typeof FINDINGS;

/** A problem in a hooks file, with a stable code, its position and what to do. */
export interface Finding {
  /** A stable code; docs/errors.md lists all of them. */
  readonly code: FindingCode;
  /** An error keeps something from working as written; a warning does not. */
  readonly severity: Severity;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** Absolute path of the file. */
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
  /** Path inside the file: `hooks.PreToolUse[0].timeoutMs`. */
  readonly field?: string;
}

export type Where = Pick<Finding, "file" | "line" | "column" | "field">;

export function finding(code: FindingCode, message: string, where: Where = {}): Finding {
  const [severity, fix] = FINDINGS[code];
  return { code, severity, message, fix, ...where };
}

export function formatFinding(found: Finding): string {
  const place = [found.file, found.line, found.column].filter((part) => part !== undefined).join(":");
  const field = found.field ? ` at ${found.field}` : "";
  return `${place ? `${place}: ` : ""}${found.severity} ${found.code}${field}: ${found.message}\n    ${found.fix}`;
}
