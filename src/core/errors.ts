/**
 * One table of everything Snaphook may complain about: a stable code, how bad it is, and what to do next.
 * A Finding is a value; loading collects findings and goes on.
 */

type Severity = "error" | "warning";

export const FINDINGS = {
  CONFIG_UNREADABLE: ["error", "Check that the file exists and that you may read it."],
  CONFIG_SYNTAX: ["error", "Fix the syntax at this place; the rest of the file is still used where it can be read."],
  CONFIG_TYPE: ["error", "Use the kind of value the message names; see `docs/config.md`."],
  CONFIG_UNKNOWN_KEY: ["warning", "Remove the key or fix its spelling."],
  CONFIG_SCOPE: ["warning", "Move this key to your user config; a project may not set it."],
  CONFIG_DUPLICATE_ID: ["error", "Give each hook an id of its own."],
  CONFIG_SHARED_ID: ["warning", "Nothing to do, or give one of them another id."],
  CONFIG_DUPLICATE_KEY: ["error", "Put both values into one list; only the last one of the two counts."],
  CONFIG_DEPRECATED: ["warning", "Still works; write it in the current form when you can."],
  CONFIG_TOO_LARGE: ["error", "Split the file; configuration files are limited to 1 MB, those in YAML to 100 KB."],
  CONFIG_OWN_ENTRY: ["warning", "Leave it: it is how the agent calls Snaphook. It is not a hook to run."],
  CONFIG_NOT_HOOKS: ["warning", "Add hooks, name another file, or name its format with `--dialect`."],
  EVENT_UNKNOWN: ["error", "Use a name from `snaphook events`, or a namespaced one such as `my:event`."],
  HOOK_TYPE_UNKNOWN: ["warning", "Use command, http, function, prompt, agent or mcp_tool."],
  HOOK_TYPE_LATER: ["warning", "The hook is loaded and listed; firing it answers its failure contract."],
  HOOK_FIELD_MISSING: ["error", "Add the field the message names."],
  HOOK_FIELD_INVALID: ["error", "Correct the value."],
  HOOK_ENV_NOT_GRANTED: ["warning", "Add the name to `grantEnv` in your own config if the hook shall have it."],
  HOOK_HOST_NOT_ALLOWED: ["warning", "Add the host to `allowHosts` in your own config if the hook may call it."],
  HOOK_SCRIPT_MISSING: ["warning", "Create the script, or correct its path."],
  HOOK_SCRIPT_OUTSIDE: ["error", "Keep scripts inside the folder of the file that names them."],
  HOOK_BACKGROUND_BLOCKING: ["warning", "A background hook can never block; remove `background` if it should."],
  GUARD_BACKGROUND: ["warning", "Remove `background` (or `async`), or remove `guard` if the hook only observes."],
  GUARD_ONCE: ["warning", "Remove `once`, or remove `guard` if the hook need not judge every call."],
  GUARD_CANNOT_DENY: [
    "warning",
    "Put the guard on an event that can be denied, such as PreToolUse; `snaphook events` says what each can do.",
  ],
  MATCHER_INVALID: ["error", "Correct the pattern. A guard with an invalid pattern answers its failure contract."],
  MATCHER_SLOW: ["warning", "The pattern needs a backtracking engine and runs in a worker with a time limit."],
  MATCHER_LOOKS_LIKE_GLOB: ["warning", "This is a regular expression here; write `.*` for `*`."],
  MATCHER_LOOKS_LIKE_REGEX: ["warning", "This is a glob here; write `*` for `.*`."],
  MATCHER_NEVER: ["warning", "The hook never fires as written; remove the matcher."],
  TIMEOUT_IMPLAUSIBLE: ["warning", "Check the unit: the key's name or the dialect says which one it is."],
  TIMEOUT_OVER_WAIT: [
    "warning",
    "Set `timeoutMs` below what the agent waits: there the hook is ended, and its failure contract answers.",
  ],
  PERMISSION_UNGUARDED: [
    "warning",
    "Add a hook with `guard: true` for PreToolUse with the same matcher, or leave the answer to the person.",
  ],
  PLUGIN_BROKEN: ["warning", "The plugin is skipped; fix its manifest."],
  BUILTIN_RULE_SKIPPED: ["warning", "Correct the rule; it is left out until then, and the others hold."],
  BUILTIN_UNKNOWN: ["error", "Use one that `snaphook pack` lists."],
  CODE_CONFIG_FAILED: ["error", "Fix the code; its hooks are off until it builds."],
  CODE_CONFIG_UNTRUSTED: ["warning", "Review the file, then run `snaphook trust`."],
  HOOKS_OFF: ["warning", "Nothing to do: it ends by itself. `snaphook on` ends it now."],
  OWN_CONFIG_DAMAGED: ["error", "Repair it, or remove it if you need no hooks of it; then run `snaphook validate`."],
  OFF_DAMAGED: [
    "warning",
    "Nothing is switched off, so every hook runs. The next `snaphook off` writes the file anew.",
  ],
  UNAPPROVED_LIMIT: ["warning", "Remove files that are not needed, or review them with `snaphook trust`."],
  SOURCE_UNTRUSTED: ["warning", "Review it with `snaphook trust`."],
  GUARD_MODIFIED: ["warning", "Review the change with `snaphook trust`, or take it back."],
  GUARD_UNSIGNED: ["warning", "Review it with `snaphook sign`, in a terminal of yours."],
  STATE_UNSIGNED: ["warning", "Review it with `snaphook sign`, in a terminal of yours, or remove the file."],
  GUARD_GONE: ["warning", "Put it back, or approve its removal with `snaphook trust`."],
  PROMPT_ONLY: ["warning", "Move the hook to a file of your own, or approve its file without `--prompt-only`."],
  MANAGED_NOT_ROOTS: ["error", "Give the file and its folders to root, and let nobody else write to them."],
  PAYLOAD_EMPTY: ["error", "Pass the event as a JSON object with `--payload FILE` or on stdin with `--payload -`."],
  PAYLOAD_SYNTAX: ["error", "The payload must be one JSON object."],
  PAYLOAD_NOT_OBJECT: ["error", "The payload must be one JSON object."],
  PAYLOAD_TOO_LARGE: ["error", "Payloads are limited to 10 MB."],
  PAYLOAD_UNREADABLE: ["error", "Check the path given with `--payload`."],
  DECISION_UNKNOWN: [
    "error",
    "`snaphook log --json` has the ids. What is too old has been removed, and private sessions leave no record.",
  ],
  EXCEPTION_IMPOSSIBLE: ["error", "See `snaphook why ID` for what decided, and change that hook or its options."],
  HOOK_NOT_FOUND: ["error", "See `snaphook list` for the ids."],
  HOOK_REFUSED: [
    "error",
    "See `snaphook list` for what keeps it from running; `snaphook trust` approves hooks of a project.",
  ],
  AGENT_CONFIG_UNREADABLE: ["error", "Repair the file, then run the command again. Nothing in it was changed."],
  AGENT_EMBEDDED: ["error", "It is embedded by your own program; see the embedding page of the docs."],
  ASK_UNKNOWN: ["error", "See `snaphook asks` for the questions that can be answered."],
  DAEMON_DOWN: ["error", "Start it with `snaphook up --detach`."],
  DAEMON_FAILED: ["error", "See the log named here, and `daemon.log.out` beside it."],
  DAEMON_HUNG: ["error", "`snaphook restart` ends it and starts another."],
  DAEMON_RUNS: ["error", "See `snaphook status`; `snaphook down` stops it."],
  AGENT_NO_PLACE: ["warning", "Run the command without `--project`: your user config holds its entries."],
  AGENT_NOT_FOUND: ["warning", "Install the agent first, or name it to wire it all the same."],
  AGENT_UNKNOWN: ["error", "Use one of the agents the message names."],
  DIALECT_UNKNOWN: ["error", "Use one of the dialects the message names."],
  USAGE: ["error", "See `snaphook help` for how to call it."],
  HUMAN_ONLY_TERMINAL: [
    "error",
    "Run it yourself, in a terminal, without `--json`. For scripts: `snaphook permit COMMAND`; see docs/human-only.md.",
  ],
  HUMAN_ONLY_OPENER: [
    "error",
    "Use another terminal, and name this one there with `snaphook permit --terminal FILE`; see docs/human-only.md.",
  ],
  HUMAN_ONLY_AGENT: ["error", "Run it yourself in a terminal that no agent has opened; see docs/human-only.md."],
  HUMAN_ONLY_UNSEEN: ["error", "Run it where every process above it can be seen; docs/human-only.md has the way out."],
  HUMAN_ONLY_CODE: ["error", "Run the command again and type the code that it shows."],
  TRUST_NEEDS_PERSON: ["error", "Run it in a terminal, or pass the hash it printed with `--hash`."],
  TRUST_HASH_MISMATCH: ["error", "The content is not what you reviewed. Run `snaphook trust` again and read it."],
  TRUST_TOO_LARGE: ["error", "Name smaller files in its commands; what is not read cannot be approved."],
  TRUST_NOTHING: ["error", "Name a config file or a folder that holds one."],
  LAUNCHER_IN_USE: [
    "error",
    "Repair what cannot be read, run `snaphook uninstall` for these agents (`--project` in these projects), try again.",
  ],
  FILE_EXISTS: ["error", "Nothing was changed. Edit the existing file, or remove it first."],
  FILE_UNREADABLE: ["error", "Check that the file exists and that you may read it."],
  FILE_UNWRITABLE: ["error", "Check the folder's permissions and free space."],
  NODE_TOO_OLD: ["error", "Install a newer Node, then run `snaphook install` with it."],
  VERSION_NOT_CALLED: ["warning", "Run `snaphook install` again, so that agents call this version."],
  LAUNCHER_BROKEN: [
    "error",
    "Run `snaphook install` again; it writes the launcher anew. Or take our entries out with `snaphook uninstall`.",
  ],
  AGENT_NOT_WIRED: ["warning", "Run `snaphook install`, or leave it if this agent needs no hooks."],
  AGENT_WIRING_OLD: ["warning", "Run `snaphook install` again; it changes our entries and nothing else."],
  AGENT_EVENT_MISSING: [
    "warning",
    "Run `snaphook install` for this agent, or start a session of it: its first call adds what is missing.",
  ],
  AGENT_SILENT: ["warning", "Do what the message says in the agent, then use it once and look again."],
  AGENT_HOOKS_OFF: ["error", "Change that setting in the agent's config; as long as it stands, none of its hooks run."],
  AGENT_ENTRY_MISSING: ["error", "Run `snaphook install` for this agent; it writes what is missing and nothing else."],
  AGENT_ENTRY_ALTERED: ["error", "Run `snaphook install` for this agent again, or take your own change back."],
  AGENT_SHELL_MISSING: ["error", "Install the shell that the message names: the agent runs its hooks with it."],
  AGENT_PROJECT_ONLY: ["warning", "Run `snaphook install` for this agent without `--project`."],
  AGENT_UNSEEN_INPUT: [
    "warning",
    "Keep `protect-commands` enabled: it asks before a shell or REPL is started, and denies where no person can be asked.",
  ],
  AGENT_NEWER: ["warning", "Run `snaphook setup`: it shows whether your hooks are still reached."],
  PROOF_NO_ANSWER: [
    "error",
    "Run `snaphook doctor` and `snaphook restart`; see `hooks.log` for what was answered last.",
  ],
  PROOF_WRONG_ANSWER: ["error", "Run `snaphook install` for this agent again, then prove it once more."],
  HOOK_PROGRAM_MISSING: ["error", "Install the program, or correct the hook; until then it fails or lets calls pass."],
  HOOK_NOT_EXECUTABLE: ["error", "Run `chmod +x` on the script, or name its interpreter in the command."],
  HOOK_RUN_NOT_FOUND: ["warning", "Correct the path, or install what the command names; `snaphook test ID` tries it."],
  HOOK_RUN_BAD_JSON: ["warning", "Print one JSON object or nothing on stdout, and everything else on stderr."],
  HOOK_RUN_TIMEOUT: ["warning", "Make it faster, narrow its matcher, or raise its `timeoutMs`."],
  HOOK_RUN_FORBIDDEN: ["warning", "Run `chmod +x` on the script and check who may read the folders above it."],
  HOOK_RUN_FAILED: ["warning", "Run `snaphook test ID --payload FILE` to see what it prints and how it ends."],
  UNGATED_CALLS: [
    "warning",
    "Run `snaphook doctor --prove`. An agent that was running while it was wired calls us once it is started anew.",
  ],
  CALLS_ONLY_TOLD: ["warning", "Nothing to mend: keep guards for what this agent can hold back."],
  GUARD_FAILING: ["error", "Mend it: `snaphook test ID` tries it. Until then its failure contract answers for it."],
  DAEMON_LEFTOVER: ["warning", "Nothing to do: it is harmless, and the next start of the daemon replaces it."],
  DAEMON_SILENT: ["warning", "Hooks are answered without it meanwhile; run `snaphook restart`."],
  CLOCK_AHEAD: ["warning", "Check the clock of this machine; marks from the future expire late."],
  LINK_LEADS_OUT: ["error", "Nothing was changed. Remove the link, or change the file it leads to yourself."],
  DISK_LOW: ["warning", "Make room: what cannot be written is not recorded."],
  LOG_TOO_LARGE: ["warning", "Remove the file; a log of ours is never that large."],
  CHECK_FAILED: ["warning", "The other checks went on. Look at what the message names."],
  EVENTS_WAITING: ["warning", "`snaphook up` takes them in."],
  SESSION_NOT_FOUND: ["error", "See `snaphook sessions` for the ids."],
  STORE_DAMAGED: [
    "warning",
    "Nothing to do: a new store is in use. Keep the file set aside if you may need what it held.",
  ],
  STORE_NEWER: ["error", "Use the newer version of Snaphook, or move the file away. Nothing in it was changed."],
  STORE_UNUSABLE: ["error", "Check the folder's permissions and free space; until then events are not recorded."],
  INTERNAL: ["error", "This is a bug in Snaphook. Please report it with the command you ran."],
} as const satisfies Record<string, readonly [Severity, string]>;

export type FindingCode = keyof typeof FINDINGS;

/** A problem in a hooks file, with a stable code, its place and what to do. */
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
