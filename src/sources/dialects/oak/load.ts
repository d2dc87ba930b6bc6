/** Loads the hook keys of OAK's `.oak/config.yaml` (CF-34), and hook files in Claude Code's format. */
import { join } from "node:path";
import type { Builtins } from "../../../core/hooks/builtin.js";
import { isRecord } from "../../../core/text/json.js";
import { readBuiltin } from "../../compile/builtin-hooks.js";
import type { DialectLoader } from "../../contract.js";
import { type FieldPath, fieldName, parseConfigText } from "../../read/config-text.js";
import { Draft, type DraftRules } from "../../read/draft.js";
import { readGroups } from "../../read/groups.js";

const RULES: DraftRules = {
  dialect: "oak",
  strategy: "serial",
  matcherKind: "names-or-regex",
  matcherWithoutTool: "subject",
  defaultTimeoutMs: 60_000,
};

/** Switches and their defaults: a backup before an upgrade is on. */
const SWITCHES: readonly (readonly [FieldPath, boolean])[] = [
  [["codebase_intelligence", "backup", "on_upgrade"], true],
  [["codebase_intelligence", "backup", "include_activities"], true],
];
const GOVERNANCE: FieldPath = ["codebase_intelligence", "governance"];

const oak: DialectLoader = {
  name: "oak",
  summary: "OAK's config.yaml and its hook files",
  shared: true,
  usualTimeoutsMs: [RULES.defaultTimeoutMs],
  locations: ({ project }) => [{ path: join(project, ".oak/config.yaml"), scope: "project" }],
  detect: (path) => /[\\/]\.oak[\\/][^\\/]+\.(ya?ml|json)$/.test(path),
  load(file, tools) {
    const parsed = parseConfigText(file.path, file.text);
    const draft = new Draft(RULES, parsed, tools.regex);
    const root = isRecord(parsed.value) ? parsed.value : {};
    if (/\.ya?ml$/i.test(file.path)) {
      const settings = readSettings(draft, root);
      addGovernance(draft, valueAt(root, GOVERNANCE), tools.builtins);
      return { hooks: draft.hooks, findings: draft.findings, settings };
    }
    readGroups(draft, root["hooks"], { at: ["hooks"], secondsPerUnit: 1, cwd: file.project });
    return { hooks: draft.hooks, findings: draft.findings };
  },
};

function readSettings(draft: Draft, root: unknown): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [path, standard] of SWITCHES) {
    const value = valueAt(root, path) ?? standard;
    if (typeof value !== "boolean") draft.report("CONFIG_TYPE", `\`${fieldName(path)}\` must be true or false`, path);
    settings[fieldName(path)] = typeof value === "boolean" ? value : standard;
  }
  const governance = valueAt(root, GOVERNANCE);
  if (isRecord(governance)) settings[fieldName(GOVERNANCE)] = governance;
  else if (governance !== undefined)
    draft.report("CONFIG_TYPE", `\`${fieldName(GOVERNANCE)}\` must be an object`, GOVERNANCE);
  return settings;
}

/** AX-09: OAK's rules are those of the built-in `governance`, with two keys renamed. */
function addGovernance(draft: Draft, governance: unknown, builtins: Builtins | undefined): void {
  if (!isRecord(governance) || governance["rules"] === undefined) return;
  const { rules, enforcement_mode: mode = governance["mode"], retention_days: days, enabled } = governance;
  const options = {
    rules: Array.isArray(rules) ? rules.map(readRule) : rules,
    ...(mode === undefined ? {} : { mode }),
    ...(days === undefined ? {} : { retentionDays: days }),
  };
  const entry = { builtin: "governance", options };
  const used = readBuiltin(draft, entry, "PreToolUse", GOVERNANCE, builtins);
  const broken = { code: "HOOK_FIELD_INVALID", message: "its rules are invalid" };
  draft.add({
    id: "oak-governance",
    event: "PreToolUse",
    at: GOVERNANCE,
    guard: true,
    run: used?.run ?? { type: "function", builtin: { name: "governance" } },
    rest: { enabled: enabled !== false, ...(used === undefined ? { broken } : {}) },
  });
}

function readRule(rule: unknown): unknown {
  if (!isRecord(rule)) return rule;
  const { path_pattern: path, ...rest } = rule;
  const known = Object.entries(rest).filter(([, value]) => value !== null && value !== "");
  return { ...Object.fromEntries(known), ...(typeof path === "string" && path !== "" ? { path } : {}) };
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((inner, part) => (isRecord(inner) ? (inner[part] ?? undefined) : undefined), value);
}

export default oak;
