/** The hooks of a plugin: events with matcher groups, or the flat list of Arawn's own example (CF-30). */
import { join } from "node:path";
import { fold } from "../../../core/events/events.js";
import { parseRegex } from "../../../core/match/parse.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { LoadedConfig, LoadTools } from "../../contract.js";
import type { FieldPath, ParsedText } from "../../read/config-text.js";
import { Draft, type DraftEntry } from "../../read/draft.js";
import { addEntry, type GroupRules, readGroups } from "../../read/groups.js";

export interface HooksText {
  readonly dialect: string;
  readonly parsed: ParsedText;
  /** The plugin's directory: the working directory of commands and the value of `${CLAUDE_PLUGIN_ROOT}`. */
  readonly root: string;
  readonly tools: LoadTools;
  /** The file that defines the plugin's MCP servers (default: its `.mcp.json`). */
  readonly servers?: string;
}

export const DEFAULT_TIMEOUT_MS = 10_000;
/** A regular expression for the serialised parameters, in addition to the one for the tool name (MA-11). */
const PARAMETER_KEYS = ["match_pattern", "params"];

/** `{"hooks": …}`. A file that does not parse counts as empty, as it does for Arawn (CF-09). */
export function readHooksFile(text: HooksText): LoadedConfig {
  const { parsed } = text;
  if (parsed.findings.length > 0) return { hooks: [], findings: parsed.findings.slice(0, 1) };
  const root = isRecord(parsed.value) ? parsed.value : {};
  return readHooks(text, root["hooks"], ["hooks"]);
}

export function readHooks(
  { dialect, parsed, root, tools, servers = join(root, ".mcp.json") }: HooksText,
  hooks: unknown,
  at: FieldPath,
): LoadedConfig {
  const draft = new Draft(
    {
      dialect,
      strategy: "serial",
      matcherKind: "regex",
      matcherWithoutTool: "ignored",
      unknownEvent: "warning",
      defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
      onTimeout: "allow",
    },
    parsed,
    tools.regex,
  );
  const rules: GroupRules = {
    at,
    secondsPerUnit: 0.001,
    cwd: root,
    expand: { CLAUDE_PLUGIN_ROOT: root },
    files: tools.files,
    inside: root,
    servers: { file: servers, folder: root },
    more: (entry, place, group, event) => ({
      ...(readParameters(draft, entry, place, tools) ?? readParameters(draft, group, place.slice(0, -2), tools)),
      // Two names for one event, with different payloads (EV-12).
      rest: {
        extra: {
          pluginRoot: root,
          ...(fold(event) === "subagentstarted" ? { event: "SubagentStarted" } : {}),
        },
      },
    }),
  };
  if (hooks === undefined) draft.report("CONFIG_NOT_HOOKS", "the file has no `hooks`", []);
  else if (Array.isArray(hooks)) readList(draft, hooks, rules);
  else readGroups(draft, hooks, rules);
  return { hooks: draft.hooks, findings: draft.findings };
}

function readList(draft: Draft, entries: readonly unknown[], rules: GroupRules): void {
  draft.report("CONFIG_DEPRECATED", "`hooks` is a list; the current form is an object of event names", rules.at);
  for (const [i, entry] of entries.entries()) {
    const at = [...rules.at, i];
    const event = isRecord(entry) ? entry["event"] : undefined;
    if (!isRecord(entry)) draft.report("CONFIG_TYPE", "each hook must be an object", at);
    else if (typeof event !== "string") draft.report("HOOK_FIELD_MISSING", "the hook names no `event`", at);
    else addEntry(draft, { event, at, ...readMatcher(entry) }, entry, rules);
  }
}

function readMatcher(entry: JsonObject): Pick<DraftEntry, "matcher"> {
  const matcher = entry["matcher"] ?? entry["tool_match"];
  return typeof matcher === "string" ? { matcher } : {};
}

function readParameters(
  draft: Draft,
  keys: JsonObject,
  at: FieldPath,
  { regex }: LoadTools,
): Pick<DraftEntry, "conditions"> | undefined {
  const key = PARAMETER_KEYS.find((name) => typeof keys[name] === "string");
  if (key === undefined) return undefined;
  const params = parseRegex(keys[key] as string, regex);
  if (!("invalid" in params)) return { conditions: { params } };
  draft.report("MATCHER_INVALID", params.invalid, [...at, key]);
  return { conditions: { never: `its ${key} is not a valid pattern` } };
}
