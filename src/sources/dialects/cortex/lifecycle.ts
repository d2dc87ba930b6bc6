/** Loads the hooks of thread templates (TH-02) and session-hooks.json (SH-02); timeouts in milliseconds. */
import { basename, dirname } from "node:path";
import { isRecord, type JsonObject } from "../../../core/text/json.js";
import type { ConfigFile, LoadTools } from "../../contract.js";
import type { FieldPath, ParsedText } from "../../read/config-text.js";
import { Draft } from "../../read/draft.js";
import { addEntry } from "../../read/groups.js";
import { SESSION_EVENT, SESSION_TRIGGERS, THREAD_EVENT, THREAD_PHASES } from "./names.js";
import { cortexHome, isIn, PROJECT_THREADS } from "./places.js";
import { CORTEX_RULES } from "./rules.js";

export const SESSION_TIMEOUT_MS = 60_000;

interface Lifecycle {
  readonly at: FieldPath;
  /** Key in the file → suffix of the event's name. */
  readonly keys: Readonly<Record<string, string>>;
  readonly event: string;
  readonly id: string;
  readonly result: "json" | "text";
}

export function readTemplate(parsed: ParsedText, root: JsonObject, file: ConfigFile, tools: LoadTools): Draft {
  const draft = new Draft(CORTEX_RULES, parsed, tools.regex);
  const name = typeof root["name"] === "string" ? root["name"] : basename(file.path).replace(/\.\w+$/, "");
  addTemplate(draft, name, root, file, []);
  return draft;
}

/** AX-01: several templates in one file, by name. */
export function readTemplates(parsed: ParsedText, root: JsonObject, file: ConfigFile, tools: LoadTools): Draft {
  const draft = new Draft(CORTEX_RULES, parsed, tools.regex);
  for (const [name, template] of Object.entries(root["templates"] as JsonObject)) {
    const at = ["templates", name];
    if (isRecord(template) && isIn(PROJECT_THREADS, file.path)) addStart(draft, name, file, at);
    if (isRecord(template)) addTemplate(draft, name, template, file, at);
    else draft.report("CONFIG_TYPE", `the template "${name}" must be an object`, at);
  }
  return draft;
}

/** Never fires: its approval, which covers the file, is the approval to run the template. */
function addStart(draft: Draft, name: string, file: ConfigFile, at: FieldPath): void {
  const match = { never: "`snaphook thread run` starts it" };
  const run = {
    type: "command" as const,
    command: "snaphook",
    args: ["thread", "run", name],
    exec: true,
    cwd: file.project,
  };
  const id = `template:${name}:run`;
  draft.add({ id, event: `${THREAD_EVENT}run`, at, run, timeoutMs: CORTEX_RULES.defaultTimeoutMs, rest: { match } });
}

function addTemplate(draft: Draft, name: string, template: JsonObject, file: ConfigFile, at: FieldPath): void {
  const hooks = template["hooks"] ?? {};
  const place = [...at, "hooks"];
  const kind: Lifecycle = {
    at: place,
    keys: THREAD_PHASES,
    event: THREAD_EVENT,
    id: `template:${name}:`,
    result: "json",
  };
  if (isRecord(hooks)) readLifecycle(draft, hooks, file, kind);
  else draft.report("CONFIG_TYPE", "`hooks` must be an object of phases", place);
}

export function readSessionHooks(parsed: ParsedText, root: JsonObject, file: ConfigFile, tools: LoadTools): Draft {
  const draft = new Draft({ ...CORTEX_RULES, defaultTimeoutMs: SESSION_TIMEOUT_MS }, parsed, tools.regex);
  readLifecycle(draft, root, file, {
    at: [],
    keys: SESSION_TRIGGERS,
    event: SESSION_EVENT,
    id: "session:",
    result: "text",
  });
  return draft;
}

function readLifecycle(
  draft: Draft,
  hooks: JsonObject,
  file: ConfigFile,
  { at, keys, event, id, result }: Lifecycle,
): void {
  for (const [key, entry] of Object.entries(hooks)) {
    const place = [...at, key];
    const moment = keys[key];
    if (moment === undefined) {
      draft.report("CONFIG_UNKNOWN_KEY", `"${key}" must be one of ${Object.keys(keys).join(", ")}`, place);
    } else if (!isRecord(entry)) draft.report("CONFIG_TYPE", `"${key}" must be an object with \`command\``, place);
    else {
      const head = { event: `${event}${moment}`, id: `${id}${moment}`, at: place };
      const cwd = cortexHome(file.path) ?? dirname(file.path);
      addEntry(draft, head, entry, { secondsPerUnit: 0.001, cwd, more: () => ({ rest: { result } }) });
    }
  }
}
