/** Loads Snaphook's own files: `hooks.json`, `.jsonc`, `.yaml`, and one file per hook in `hooks.d/`. */
import { basename, dirname } from "node:path";
import type { z } from "zod";
import { NATIVE_NAMESPACES, resolveEvent } from "../../../core/events/events.js";
import type { Builtin } from "../../../core/hooks/builtin.js";
import type { HookSpec } from "../../../core/hooks/hook.js";
import type { MatchSpec } from "../../../core/match/spec.js";
import type { RegexEngine } from "../../../core/ports.js";
import { asText, cut, isRecord, type JsonObject, lookUp } from "../../../core/text/json.js";
import { nearKey, unknownKey } from "../../../core/text/unknown-key.js";
import { matcherProblem } from "../../code/check-definition.js";
import { readMatcherOption } from "../../code/function-hooks.js";
import { contractOf, readBuiltin } from "../../compile/builtin-hooks.js";
import type { ConfigFile, DialectLoader, LoadTools } from "../../contract.js";
import { type FieldPath, parseConfigText } from "../../read/config-text.js";
import { Draft, type DraftEntry } from "../../read/draft.js";
import { readRun, serversOf } from "../../read/run-spec.js";
import { configSchema, flatHookSchema, hookSchema, keyFacts, matcherSchema } from "./schema.js";

const DEFAULT_TIMEOUT_MS = 30_000;
const CONFIG_KEYS = keyFacts(configSchema);
const HOOK_KEYS = keyFacts(hookSchema);
const ENTRY_KEYS = { ...HOOK_KEYS, ...keyFacts(flatHookSchema) };
const MATCHER = matcherSchema.optional();
/** String lists that other components look up. */
const LISTS = ["dialects", "allowHosts", "grantEnv"] as const;
const SWITCHES = ["managedOnly", "secondOpinion"] as const;

const native: DialectLoader = {
  name: "native",
  summary: "Snaphook's own hooks files",
  usualTimeoutsMs: [DEFAULT_TIMEOUT_MS],
  locations: () => [], // found by walking up from the event's directory, see sources/discover/discover.ts
  detect: (path) => /[\\/]\.?snaphook[\\/]/.test(path),
  load(file, tools) {
    const parsed = parseConfigText(file.path, file.text);
    const root = isRecord(parsed.value) ? parsed.value : {};
    const draft = new Draft(
      {
        dialect: "native",
        strategy: root["strategy"] === "parallel" ? "parallel" : "serial",
        matcherKind: "native",
        matcherWithoutTool: "subject",
        defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
      },
      parsed,
      tools.regex,
    );
    if (parsed.value !== undefined && !isRecord(parsed.value))
      draft.report("CONFIG_TYPE", "the file must contain an object", []);
    const reader = new NativeReader(draft, file, tools, root["mode"] === "observe" ? "observe" : undefined);
    const single = basename(dirname(file.path)) === "hooks.d";
    const settings = single ? {} : reader.readFile(root);
    if (single && isRecord(parsed.value)) reader.readEntry(root, [], undefined);
    return {
      hooks: draft.hooks,
      findings: draft.findings,
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
    };
  },
};

/** Settings of a file besides its hooks. Keys that its scope may not set are already removed. */
function settingsOf(kept: JsonObject): JsonObject {
  const lists = LISTS.map((name) => [name, list(kept[name]).filter((one) => typeof one === "string")] as const);
  return {
    ...Object.fromEntries(lists.filter(([, texts]) => texts.length > 0)),
    ...Object.fromEntries(SWITCHES.filter((name) => kept[name] === true).map((name) => [name, true])),
  };
}

class NativeReader {
  constructor(
    readonly draft: Draft,
    readonly file: ConfigFile,
    readonly tools: LoadTools,
    readonly fileMode: "observe" | undefined,
  ) {}

  /** Returns the file's settings. */
  readFile(root: JsonObject): JsonObject {
    const kept = this.#checkKeys(root, CONFIG_KEYS, []);
    for (const name of ["mode", "strategy", "version", ...SWITCHES, ...LISTS] as const) {
      this.#checkTypes(configSchema.shape[name], kept[name], [name]);
    }
    const { hooks = {} } = root;
    if (Array.isArray(hooks)) hooks.forEach((entry: unknown, i) => this.readEntry(entry, ["hooks", i], undefined));
    else if (isRecord(hooks)) {
      for (const [event, groups] of Object.entries(hooks)) this.#readEvent(event, groups);
    } else this.draft.report("CONFIG_TYPE", "`hooks` must be an object of event names, or a list", ["hooks"]);
    return settingsOf(kept);
  }

  #readEvent(event: string, groups: unknown): void {
    const at = ["hooks", event];
    if (!Array.isArray(groups)) return this.draft.report("CONFIG_TYPE", `the value of "${event}" must be a list`, at);
    groups.forEach((group: unknown, i) => {
      const place = [...at, i];
      if (!isRecord(group) || group["hooks"] === undefined) return this.readEntry(group, place, event);
      const { hooks, matcher, ...shared } = group;
      for (const unknown of Object.keys(shared))
        this.draft.report(
          unknown in HOOK_KEYS ? "HOOK_FIELD_INVALID" : "CONFIG_UNKNOWN_KEY",
          `"${unknown}" has no meaning beside \`hooks\`; move it into the hook`,
          [...place, unknown],
        );
      if (!Array.isArray(hooks)) return this.draft.report("CONFIG_TYPE", "`hooks` must be a list", [...place, "hooks"]);
      hooks.forEach((entry: unknown, j) =>
        this.readEntry(entry, [...place, "hooks", j], event, matcher, [...place, "matcher"]),
      );
    });
  }

  /** One hook. An invalid guard is kept and applies its failure contract. */
  readEntry(entry: unknown, at: FieldPath, event: string | undefined, matcher?: unknown, matcherAt?: FieldPath): void {
    if (!isRecord(entry)) return this.draft.report("CONFIG_TYPE", "each hook must be an object", at);
    const name = event ?? entry["event"];
    if (name === undefined && typeof entry["builtin"] === "string")
      return this.#onItsEvents(entry, entry["builtin"], at);
    if (typeof name !== "string") return this.draft.report("HOOK_FIELD_MISSING", "the hook names no `event`", at);
    const allowed = event === undefined ? ENTRY_KEYS : { ...HOOK_KEYS, matcher: ENTRY_KEYS["matcher"]! };
    const clean = this.#checkKeys(entry, allowed, at);
    const wrong = Object.keys(clean).filter(
      (field) =>
        Object.hasOwn(hookSchema.shape, field) &&
        !this.#checkTypes(hookSchema.shape[field as keyof typeof hookSchema.shape], clean[field], [...at, field]),
    );
    const names = clean["builtin"] !== undefined;
    const used = names ? readBuiltin(this.draft, clean, name, at, this.tools.builtins) : undefined;
    // Any value here means that its author wanted a guard; the kind of an unknown built-in is unknown too.
    const guard = (clean["guard"] ?? (names && (used?.builtin.guard ?? true))) !== false;
    for (const field of wrong) delete clean[field];
    const unknown = list(clean["agents"]).filter((one) => !AGENTS.has(agentName(asText(one))));
    for (const one of unknown)
      this.draft.report("AGENT_UNKNOWN", `"${asText(one)}" must be one of ${[...AGENTS].join(", ")}`, [
        ...at,
        "agents",
      ]);
    const matched = this.#match(matcher ?? clean["matcher"], clean["if"], used && usualMatch(used.builtin, name));
    if ("invalid" in matched) this.draft.report("MATCHER_INVALID", matched.invalid, matcherAt ?? [...at, "matcher"]);
    const run = names
      ? used?.run
      : readRun(this.draft, clean, at, {
          cwd: projectOf(this.file),
          files: this.tools.files,
          ...serversOf(this.file.scope, projectOf(this.file)),
        });
    const problem =
      wrong.length > 0
        ? `its ${wrong.join(" and ")} cannot be read`
        : "invalid" in matched
          ? matched.invalid
          : run === undefined
            ? names
              ? `its built-in "${cut(asText(clean["builtin"]), 80)}" is unknown, or its settings are invalid`
              : "it does not say what to run"
            : undefined;
    if (problem !== undefined && !guard) return;
    this.draft.add({
      event: name,
      at,
      guard,
      run: run ?? { type: "command", command: "false" },
      ...idOf(clean, used !== undefined),
      ...(problem === undefined ? { ...(used && usualTimeout(used.builtin)), ...readTimeout(clean) } : {}),
      ...("invalid" in matched ? {} : { matcher: matched.text, conditions: matched.conditions }),
      rest: {
        ...(used === undefined ? {} : contractOf(used.builtin)),
        ...readRest(clean, this.fileMode),
        ...(problem === undefined ? {} : { broken: { code: "CONFIG_TYPE", message: problem } }),
      },
    });
  }

  /** A built-in without an event runs on all its events. Those of an unknown built-in are unknown. */
  #onItsEvents(entry: JsonObject, builtin: string, at: FieldPath): void {
    const events = lookUp(this.tools.builtins ?? {}, builtin)?.events ?? ["PreToolUse"];
    const { id = builtin } = entry;
    for (const [i, event] of events.entries())
      this.readEntry(i === 0 ? entry : { ...entry, id: `${asText(id)}.${event}` }, at, event);
  }

  #match(matcher: unknown, rule: unknown, usual: MatchSpec | undefined): ReadMatcher {
    if (usual !== undefined && matcher === undefined && rule === undefined) return { conditions: usual };
    return readMatcher(this.tools.regex, matcher, rule);
  }

  /** The entry without keys that are unknown or that this scope may not set. */
  #checkKeys(value: JsonObject, known: ReturnType<typeof keyFacts>, at: FieldPath): JsonObject {
    const kept: JsonObject = {};
    for (const [name, field] of Object.entries(value)) {
      const facts = lookUp(known, name);
      if (facts === undefined)
        this.draft.report(
          "CONFIG_UNKNOWN_KEY",
          unknownKey(name, Object.keys(known)),
          [...at, name],
          misspelt(name, value, known),
        );
      else if (!facts.scopes.includes(this.file.scope))
        this.draft.report("CONFIG_SCOPE", `"${name}" may not be set by a ${this.file.scope} file and is ignored`, [
          ...at,
          name,
        ]);
      else kept[name] = field;
    }
    return kept;
  }

  #checkTypes(schema: z.ZodType, value: unknown, at: FieldPath): boolean {
    const result = schema.safeParse(value);
    if (result.success) return true;
    const issue = result.error.issues[0]!;
    this.draft.report(
      "CONFIG_TYPE",
      `${issue.message.replace(/^Invalid (input|option): /, "").replace(/, received \w+$/, "")}, got ${cut(JSON.stringify(value), 80)}`,
      [...at, ...(issue.path as FieldPath)],
    );
    return false;
  }
}

/** An error if a guard key was probably meant: the file counts as damaged then. */
function misspelt(name: string, value: JsonObject, known: object): "error" | undefined {
  const near = nearKey(name, Object.keys(known));
  return near !== undefined && ["hooks", "guard", "builtin"].includes(near) && !(near in value) ? "error" : undefined;
}

function usualTimeout({ timeoutMs }: Builtin): Pick<DraftEntry, "timeoutMs"> {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function usualMatch({ match, matchOn }: Builtin, event: string): MatchSpec {
  const name = resolveEvent(event)?.name;
  return (matchOn !== undefined && name !== undefined && lookUp<MatchSpec>(matchOn, name)) || match;
}

/** A built-in names its hook; an unknown one keeps its author's name. */
function idOf({ id, builtin }: JsonObject, found: boolean): Pick<DraftEntry, "id"> {
  if (typeof id === "string") return { id };
  return builtin === undefined || found ? {} : { id: String(builtin) };
}

/** A file in `.snaphook/` belongs to the parent directory. */
function projectOf(file: ConfigFile): string {
  const folder = basename(dirname(file.path)) === "hooks.d" ? dirname(dirname(file.path)) : dirname(file.path);
  return basename(folder) === ".snaphook" ? dirname(folder) : file.scope === "project" ? folder : file.project;
}

function readTimeout(entry: JsonObject): Pick<DraftEntry, "timeoutMs"> {
  if (typeof entry["timeoutMs"] === "number") return { timeoutMs: entry["timeoutMs"] };
  return typeof entry["timeout"] === "number" ? { timeoutMs: entry["timeout"] * 1000 } : {};
}

const AGENTS: ReadonlySet<string> = new Set(Object.values(NATIVE_NAMESPACES));

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const COPIED = [
  "onFailure",
  "onTimeout",
  "strategy",
  "mode",
  "agents",
  "enabled",
  "once",
  "runWhenActive",
  "rewrites",
  "audit",
  "statusMessage",
] as const;

function readRest(entry: JsonObject, fileMode: "observe" | undefined): Partial<HookSpec> {
  const copied = Object.fromEntries(
    COPIED.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]),
  );
  return {
    ...copied,
    ...(entry["background"] === true || entry["async"] === true ? { background: true } : {}),
    ...(entry["background"] === false ? { background: false } : {}),
    ...(Array.isArray(entry["agents"]) ? { agents: entry["agents"].map((name) => agentName(asText(name))) } : {}),
    ...(fileMode ? { mode: fileMode } : {}),
  };
}

/** `claude` and `cc` are common aliases. */
function agentName(name: string): string {
  return name === "claude" ? "claude-code" : (lookUp(NATIVE_NAMESPACES, name) ?? name);
}

type ReadMatcher = { readonly text?: string; readonly conditions?: MatchSpec } | { readonly invalid: string };

/**
 * The matcher's string stays a string (the draft knows its meaning on each event); everything else becomes conditions.
 */
function readMatcher(regex: RegexEngine, matcher: unknown, rule: unknown): ReadMatcher {
  const allOf: MatchSpec[] = [];
  if (typeof rule === "string") {
    const parsed = readMatcherOption(rule, regex);
    if ("invalid" in parsed) return parsed;
    allOf.push(parsed);
  }
  const shape = MATCHER.safeParse(matcher);
  if (!shape.success)
    return {
      invalid:
        matcherProblem(matcher) ??
        "the matcher must be a string or an object with tool, content, path, params, fields or equals",
    };
  const option = shape.data;
  const { tool, ...others } = typeof option === "object" ? option : { tool: option };
  const conditions = readMatcherOption(others, regex);
  if ("invalid" in conditions) return conditions;
  const parsed = readMatcherOption(tool, regex);
  if ("invalid" in parsed) return parsed;
  return { text: tool, conditions: { ...conditions, ...(allOf.length > 0 ? { allOf } : {}) } };
}

export default native;
