/** Loads Opta's config.json: a flat list `hooks: [{event, command, matcher?, timeout?, background?}]` (CF-02). */
import { join } from "node:path";
import type { RegexEngine } from "../../../core/ports.js";
import { isRecord } from "../../../core/text/json.js";
import type { DialectLoader, LoadedConfig } from "../../contract.js";
import { type ParsedText, parseConfigText } from "../../read/config-text.js";
import { Draft, type DraftRules } from "../../read/draft.js";
import { readRun } from "../../read/run-spec.js";
import { type PlacedHook, readHooks, readLightUrls } from "./definitions.js";

const LIGHT_TIMEOUT_MS = 800;

const RULES: DraftRules = {
  dialect: "opta",
  strategy: "serial",
  matcherKind: "regex",
  matcherWithoutTool: "never",
  defaultTimeoutMs: 10_000,
  onTimeout: "allow",
};

const opta: DialectLoader = {
  name: "opta",
  summary: "Opta CLI's config.json",
  shared: true,
  usualTimeoutsMs: [RULES.defaultTimeoutMs, LIGHT_TIMEOUT_MS],
  locations: ({ configHome, project }) => [
    { path: join(configHome, "opta/config.json"), scope: "user" },
    { path: join(project, ".opta/config.json"), scope: "project" },
  ],
  detect: (path) => /[\\/]\.?opta[\\/]config\.json$/.test(path),
  load: (file, tools) => readOptaConfig(parseConfigText(file.path, file.text), tools.regex),
};

/** The hooks of a config value from any origin. */
export function readOptaConfig(parsed: ParsedText, regex: RegexEngine): LoadedConfig {
  const draft = new Draft(RULES, parsed, regex);
  const root = parsed.value;
  if (root === undefined && parsed.findings.length > 0) return { hooks: [], findings: draft.findings };
  const endIsStop = isRecord(root) && root["sessionEndIsStop"] === true;
  for (const placed of readHooks(root, (...problem) => draft.report(...problem))) addHook(draft, placed, endIsStop);
  addLightHooks(draft, root);
  return { hooks: draft.hooks, findings: draft.findings };
}

function addHook(draft: Draft, { hook, at }: PlacedHook, endIsStop: boolean): void {
  const { event, command, matcher, timeout, background, statusMessage } = hook;
  // A one-shot agent ends when it stops; the hook still receives the name it was written for.
  const moved = endIsStop && event === "session.end";
  draft.add({
    event: moved ? "stop" : event,
    at,
    run: { type: "command", command },
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    rest: {
      ...(background ? { background: true } : {}),
      ...(statusMessage === undefined ? {} : { statusMessage }),
      ...(moved ? { extra: { event } } : {}),
    },
  });
}

/** Run in the background, so that a server that is down does not delay the tool (HT-10). */
function addLightHooks(draft: Draft, root: unknown): void {
  for (const { event, url, at } of readLightUrls(root)) {
    const run = readRun(draft, { type: "http", url }, at, {});
    if (run === undefined) continue;
    draft.add({
      event,
      at,
      run,
      timeoutMs: LIGHT_TIMEOUT_MS,
      rest: { background: true, mode: "observe", extra: { light: true } },
    });
  }
}

export default opta;
