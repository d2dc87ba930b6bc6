/**
 * One table of everything Snaphook may complain about: a stable code, how bad it is, and what to do next.
 * A Finding is a value; loading collects findings and goes on (CF-17).
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
  CONFIG_TOO_LARGE: ["error", "Split the file; configuration files are limited to 5 MB."],
  CONFIG_OWN_ENTRY: ["warning", "Leave it: it is how the agent calls Snaphook. It is not a hook to run."],
  CONFIG_NOT_HOOKS: ["warning", "The file holds no `hooks`; remove it or add some."],
  EVENT_UNKNOWN: ["error", "Use a name from `snaphook events`, or a namespaced one such as `my:event`."],
  HOOK_TYPE_UNKNOWN: ["warning", "Use command, http, function, prompt, agent or mcp_tool."],
  HOOK_TYPE_LATER: ["warning", "The hook is loaded and listed; firing it answers its failure contract."],
  HOOK_FIELD_MISSING: ["error", "Add the field the message names."],
  HOOK_FIELD_INVALID: ["error", "Correct the value."],
  HOOK_SCRIPT_MISSING: ["warning", "Create the script, or correct its path."],
  HOOK_SCRIPT_OUTSIDE: ["error", "Keep scripts inside the folder of the file that names them."],
  HOOK_BACKGROUND_BLOCKING: ["warning", "A background hook can never block; remove `background` if it should."],
  MATCHER_INVALID: ["error", "Correct the pattern. A guard with an invalid pattern answers its failure contract."],
  MATCHER_SLOW: ["warning", "The pattern needs a backtracking engine and runs in a worker with a time limit."],
  MATCHER_LOOKS_LIKE_GLOB: ["warning", "This is a regular expression here; write `.*` for `*`."],
  MATCHER_LOOKS_LIKE_REGEX: ["warning", "This is a glob here; write `*` for `.*`."],
  MATCHER_NEVER: ["warning", "The hook never fires as written; remove the matcher."],
  TIMEOUT_IMPLAUSIBLE: ["warning", "Check the unit: the key's name or the dialect says which one it is."],
  PLUGIN_BROKEN: ["warning", "The plugin is skipped; fix its manifest."],
  CODE_CONFIG_FAILED: ["error", "Fix the code; its hooks are off until it builds."],
  CODE_CONFIG_UNTRUSTED: ["warning", "Review the file, then run `snaphook trust`."],
  SOURCE_UNTRUSTED: ["warning", "Review it with `snaphook trust`."],
  PAYLOAD_EMPTY: ["error", "Pass the event as a JSON object with `--payload FILE` or on stdin with `--payload -`."],
  PAYLOAD_SYNTAX: ["error", "The payload must be one JSON object."],
  PAYLOAD_NOT_OBJECT: ["error", "The payload must be one JSON object."],
  PAYLOAD_TOO_LARGE: ["error", "Payloads are limited to 10 MB."],
  PAYLOAD_UNREADABLE: ["error", "Check the path given with `--payload`."],
  HOOK_NOT_FOUND: ["error", "See `snaphook list` for the ids."],
  AGENT_CONFIG_UNREADABLE: ["error", "Repair the file, then run the command again. Nothing in it was changed."],
  AGENT_EMBEDDED: ["error", "It is embedded by your own program; see the embedding page of the docs."],
  AGENT_NO_PLACE: ["warning", "Run the command without `--project`: your user config holds its entries."],
  AGENT_NOT_FOUND: ["warning", "Install the agent first, or name it to wire it all the same."],
  AGENT_UNKNOWN: ["error", "Use one of the agents the message names."],
  DIALECT_UNKNOWN: ["error", "Use one of the dialects the message names."],
  USAGE: ["error", "See `snaphook help` for how to call it."],
  TRUST_NEEDS_PERSON: ["error", "Run it in a terminal, or pass the hash it printed with `--hash`."],
  TRUST_HASH_MISMATCH: ["error", "The content is not what you reviewed. Run `snaphook trust` again and read it."],
  TRUST_NOTHING: ["error", "Name a config file or a folder that holds one."],
  LAUNCHER_IN_USE: [
    "error",
    "Repair the files that could not be read, run `snaphook uninstall` for these agents, then try again.",
  ],
  FILE_EXISTS: ["error", "Nothing was changed. Edit the existing file, or remove it first."],
  FILE_UNWRITABLE: ["error", "Check the folder's permissions and free space."],
  INTERNAL: ["error", "This is a bug in Snaphook. Please report it with the command you ran."],
} as const satisfies Record<string, readonly [Severity, string]>;

export type FindingCode = keyof typeof FINDINGS;

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly file?: string;
  readonly line?: number;
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
