/**
 * Loads Cortex's files: registry entries, generated agent settings, hooks of thread templates and session-hooks.json. A
 * file without hooks is reported with the reason (CF-17).
 */
import { basename, join } from "node:path";
import type { HookSpec } from "../../../core/hooks/hook.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { ConfigFile, DialectLoader, LoadTools } from "../../contract.js";
import { type ParsedText, parseConfigText } from "../../read/config-text.js";
import type { Draft } from "../../read/draft.js";
import { readSessionHooks, readTemplate, readTemplates, SESSION_TIMEOUT_MS } from "./lifecycle.js";
import { MESSAGE_END, SESSION_TRIGGERS, THREAD_PHASES } from "./names.js";
import {
  cortexHome,
  isIn,
  PROJECT_THREADS,
  REGISTRY_FOLDER,
  SESSION_FILE,
  TEMPLATE_FOLDER,
  TEMPLATES_FILE,
} from "./places.js";
import { readRegistryFile } from "./registry.js";
import { CORTEX_RULES } from "./rules.js";
import { readSettings } from "./settings.js";

/** Variables that Cortex's own scripts read. Its webhook token is a secret, passed only if a hook names it. */
const PASSED = ["CORTEX_HOME", "CORTEX_PROJECTS_DIR", "CORTEX_EXECUTION_ID", "CORTEX_THREAD_ID", "WEBHOOK_PORT"];

const cortex: DialectLoader = {
  name: "cortex",
  summary: "Cortex's hook registry, agent settings, thread and session hooks",
  usualTimeoutsMs: [CORTEX_RULES.defaultTimeoutMs, SESSION_TIMEOUT_MS],
  locations: ({ home, project }) => [
    { path: join(home, ".cortex", REGISTRY_FOLDER), scope: "user", each: true },
    { path: join(home, ".cortex", TEMPLATE_FOLDER), scope: "user", each: true },
    { path: join(home, ".cortex", TEMPLATES_FILE), scope: "user" },
    { path: join(home, ".cortex", SESSION_FILE), scope: "user" },
    { path: join(project, PROJECT_THREADS), scope: "project", each: true },
  ],
  detect: (path, value) =>
    /[\\/]\.cortex[\\/]/.test(path) ||
    isIn(PROJECT_THREADS, path) ||
    isSession(path, value) ||
    isTemplates(path, value) ||
    (isEntry(value) && isRecord((value as JsonObject)["run"])),
  load(file, tools) {
    // Cortex ignores other files in its directories.
    if (isListed(file.path) && !file.path.endsWith(".json")) return { hooks: [], findings: [] };
    const { hooks, findings } = readKind(parseConfigText(file.path, file.text), file, tools);
    if (hooks.length > 0)
      return { hooks: hooks.map((hook) => withEnvironment(hook, file.path)).flatMap(alsoOnStop), findings };
    const skipped = `skipped ${basename(file.path)}`;
    return { hooks, findings: findings.map((one) => ({ ...one, message: `${skipped}: ${one.message}` })) };
  },
};

function readKind(parsed: ParsedText, file: ConfigFile, tools: LoadTools): Draft {
  const { value } = parsed;
  const root = isRecord(value) ? value : {};
  if (isIn(REGISTRY_FOLDER, file.path) || isEntry(value)) return readRegistryFile(parsed, file, tools);
  if (isSession(file.path, value)) return readSessionHooks(parsed, root, file, tools);
  if (isTemplates(file.path, value)) return readTemplates(parsed, root, file, tools);
  const isTemplate = isIn(TEMPLATE_FOLDER, file.path) || hasKeyOf(root["hooks"], THREAD_PHASES);
  if (isTemplate) return readTemplate(parsed, root, file, tools);
  return readSettings(parsed, root["hooks"], file, tools);
}

function isEntry(value: unknown): boolean {
  return (
    isRecord(value) && value["hooks"] === undefined && (value["event"] !== undefined || value["run"] !== undefined)
  );
}

function isSession(path: string, value: unknown): boolean {
  return basename(path) === basename(SESSION_FILE) || hasKeyOf(value, SESSION_TRIGGERS);
}

/** AX-01: `{ agents, templates: { NAME: { hooks } } }`. */
function isTemplates(path: string, value: unknown): boolean {
  if (isIn(PROJECT_THREADS, path)) return isRecord(value) && isRecord(value["templates"]);
  const several = isRecord(value) && isRecord(value["templates"]) ? Object.values(value["templates"]) : undefined;
  if (several === undefined) return false;
  return (
    basename(path).startsWith("thread-templates.") ||
    several.some((one) => isRecord(one) && hasKeyOf(one["hooks"], THREAD_PHASES))
  );
}

function isListed(path: string): boolean {
  return isIn(REGISTRY_FOLDER, path) || isIn(TEMPLATE_FOLDER, path);
}

function hasKeyOf(value: unknown, keys: Readonly<Record<string, string>>): boolean {
  return isRecord(value) && Object.keys(keys).some((key) => Object.hasOwn(value, key));
}

/** The end of a message of an agent is its Stop: there the hook's text becomes the agent's next turn. */
function alsoOnStop(hook: HookSpec): HookSpec[] {
  if (hook.event !== MESSAGE_END) return [hook];
  const extra = { ...hook.extra, session: "messageEnd" };
  return [hook, { ...hook, id: `${hook.id}.Stop`, event: "Stop", match: {}, runWhenActive: true, extra }];
}

function withEnvironment(hook: HookSpec, path: string): HookSpec {
  if (hook.run.type !== "command") return hook;
  const home = cortexHome(path);
  const env = home === undefined ? hook.run.env : { CORTEX_HOME: home, ...hook.run.env };
  return {
    ...hook,
    run: { ...hook.run, passEnv: [...PASSED, ...(hook.run.passEnv ?? [])], ...(env ? { env } : {}) },
  };
}

export default cortex;
