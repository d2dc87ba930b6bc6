/**
 * Loads Orion's declarative settings.json: one file in Claude Code's format, or a session file with built-in and user
 * hooks; the built-in ones come first (CF-10).
 */
import { asText, isRecord } from "../../../core/text/json.js";
import type { ConfigFile, DialectLoader } from "../../contract.js";
import { type FieldPath, parseConfigText } from "../../read/config-text.js";
import { Draft, type DraftRules } from "../../read/draft.js";
import { readGroups } from "../../read/groups.js";

const RULES: DraftRules = {
  dialect: "orion",
  strategy: "serial",
  matcherKind: "names-or-regex",
  matcherWithoutTool: "subject",
  defaultTimeoutMs: 10_000,
};

const SECTIONS = ["builtin", "user"] as const;

const orion: DialectLoader = {
  name: "orion",
  summary: "Orion's declarative settings.json",
  shared: true,
  usualTimeoutsMs: [RULES.defaultTimeoutMs],
  locations: () => [], // Orion writes one file per session in any location: it must be named
  detect: (path, value) =>
    /[\\/]\.?orion[\\/]settings[^\\/]*\.json$/.test(path) || sectionsOf(value).includes("builtin"),
  load(file, tools) {
    const parsed = parseConfigText(file.path, file.text);
    const draft = new Draft(RULES, parsed, tools.regex);
    const root = isRecord(parsed.value) ? parsed.value : {};
    readSection(draft, root["hooks"], ["hooks"], isForeign(file));
    for (const section of sectionsOf(root)) {
      const holder = root[section];
      const hooks = isRecord(holder) ? holder["hooks"] : undefined;
      readSection(draft, hooks, [section, "hooks"], section === "user" || isForeign(file));
    }
    return { hooks: draft.hooks, findings: draft.findings };
  },
};

function sectionsOf(root: unknown): (typeof SECTIONS)[number][] {
  if (!isRecord(root)) return [];
  return SECTIONS.filter((section) => isRecord(root[section]) && isRecord(root[section]["hooks"]));
}

function isForeign({ scope }: ConfigFile): boolean {
  return scope === "project" || scope === "plugin";
}

/** From settings other than Orion's own, only prompt hooks may run (SE-01). */
function readSection(draft: Draft, hooks: unknown, at: FieldPath, promptsOnly: boolean): void {
  readGroups(draft, hooks, {
    at,
    secondsPerUnit: 1,
    accept(entry, place) {
      const type = entry["type"] ?? "command";
      if (!promptsOnly || type === "prompt") return true;
      draft.report("CONFIG_SCOPE", `a hook of type "${asText(type)}" is not allowed here; it is dropped`, place);
      return false;
    },
  });
}

export default orion;
