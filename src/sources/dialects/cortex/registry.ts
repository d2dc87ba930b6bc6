/** Loads the registry: one JSON file per hook, run in the order of their names (CF-14, CF-15). */
import { basename, dirname, join } from "node:path";
import type { CommandRun, HookSpec } from "../../../core/hooks/hook.js";
import type { ConfigFile, Files, LoadTools } from "../../contract.js";
import { type ParsedText, parseConfigText } from "../../read/config-text.js";
import { Draft } from "../../read/draft.js";
import { checkEntry } from "./check-entry.js";
import type { RegistryEntry } from "./entry-schema.js";
import { BACKENDS, isServerEvent, SESSION_EVENT } from "./names.js";
import { cortexHome, placeScript, scriptFolder } from "./places.js";
import { CORTEX_RULES } from "./rules.js";

const RESULTS = { "hook-result": "json", "stdout-as-prompt": "text", none: "none" } as const;
const DEFAULT_TIMEOUT_S = 30;
const SESSION_TIMEOUT_S = 60;

export function readRegistryFile(parsed: ParsedText, file: ConfigFile, tools: LoadTools): Draft {
  const draft = draftEntry(parsed, file, tools);
  const [hook] = draft.hooks;
  const earlier = hook === undefined ? [] : earlierFiles(file.path, tools.files);
  const owner = earlier.find((path) => idOf({ ...file, path }, tools) === hook?.id);
  if (hook !== undefined && owner !== undefined) {
    draft.hooks.length = 0;
    draft.report("CONFIG_DUPLICATE_ID", `the id "${hook.id}" is already used by ${basename(owner)}`, ["id"]);
  }
  return draft;
}

function draftEntry(parsed: ParsedText, file: ConfigFile, tools: LoadTools): Draft {
  const draft = new Draft(CORTEX_RULES, parsed, tools.regex);
  // Text after a syntax error may be missing, including `enabled: false`: nothing of the file is used.
  if (draft.findings.length > 0) return draft;
  const entry = checkEntry(draft, parsed.value);
  if (entry === undefined) return draft;
  const run = readRun(draft, entry, file, tools.files);
  if (run !== undefined) addEntry(draft, entry, run);
  return draft;
}

function addEntry(draft: Draft, entry: RegistryEntry, run: CommandRun): void {
  const { id, event, matcher, scope, blocking, enabled, version } = entry;
  const timeout = entry.run.timeout ?? (event.startsWith(SESSION_EVENT) ? SESSION_TIMEOUT_S : DEFAULT_TIMEOUT_S);
  const rest: Partial<HookSpec> = {
    enabled: enabled ?? true,
    ...(scope?.backends ? { agents: scope.backends.map((backend) => BACKENDS[backend]) } : {}),
    ...(scope?.requiresTool ? { requiresTool: scope.requiresTool } : {}),
    // Answers on agent events are parsed as usual; only server events have result kinds.
    ...(isServerEvent(event) ? { result: RESULTS[entry.result ?? "none"] } : {}),
    extra: {
      ...(typeof matcher === "string" ? { matcher } : {}),
      ...(blocking ? { blocking } : {}),
      ...(version ? { version, managed: true } : {}),
    },
  };
  const match = typeof matcher === "string" ? { matcher } : matcher ? { conditions: { equals: matcher } } : {};
  draft.add({ id, event, at: [], run, timeoutMs: timeout * 1000, ...match, rest });
}

function readRun(draft: Draft, { event, run }: RegistryEntry, file: ConfigFile, files: Files): CommandRun | undefined {
  const cwd = isServerEvent(event) ? (cortexHome(file.path) ?? dirname(file.path)) : file.project;
  if (run.script === undefined) return { type: "command", command: run.command!, cwd };
  const at = ["run", "script"];
  const placed = placeScript(run.script, scriptFolder(file.path), files);
  if ("outside" in placed) {
    draft.report("HOOK_SCRIPT_OUTSIDE", `the script "${run.script}" ${placed.outside}`, at);
    return undefined;
  }
  if (!files.exists(placed.path)) {
    draft.report("HOOK_SCRIPT_MISSING", `the script ${placed.path} does not exist`, at);
  }
  // Node runs the script, so that it needs no executable bit (EX-06).
  return { type: "command", command: "node", args: [placed.path], exec: true, cwd };
}

/** Earlier files of the registry: the first one keeps an id (CF-17). */
function earlierFiles(path: string, files: Files): string[] {
  const own = basename(path);
  const names = files.list(dirname(path)).filter((name) => name.endsWith(".json") && name < own);
  return names.map((name) => join(dirname(path), name));
}

/** The id that a file takes; none if the file itself is skipped. */
function idOf(file: ConfigFile, tools: LoadTools): string | undefined {
  const parsed = parseConfigText(file.path, tools.files.read(file.path) ?? "");
  return draftEntry(parsed, file, tools).hooks[0]?.id;
}
