/** Loads `.claude/settings*.json`: `{"hooks": {Event: [{matcher?, hooks: [{type, command, timeout}]}]}}` (CF-01). */
import { join } from "node:path";
import { parseMatcher } from "../../../core/match/parse.js";
import { isRecord } from "../../../core/text/json.js";
import type { DialectLoader } from "../../contract.js";
import { parseConfigText } from "../../read/config-text.js";
import { Draft } from "../../read/draft.js";
import { readGroups } from "../../read/groups.js";
import { serversOf } from "../../read/run-spec.js";

/** In seconds, as in Claude Code. */
const DEFAULT_TIMEOUT_S = 600;

/** Agents that run these files themselves. */
const READERS = {
  user: ["claude-code", "cursor"],
  project: ["claude-code", "cursor", "copilot", "vscode-copilot"],
} as const;

const claude: DialectLoader = {
  name: "claude",
  summary: "Claude Code's settings.json",
  shared: true,
  usualTimeoutsMs: [DEFAULT_TIMEOUT_S * 1000],
  locations: ({ home, project, claudeFolder = join(home, ".claude") }) => [
    { path: join(claudeFolder, "settings.json"), scope: "user" },
    { path: join(project, ".claude/settings.json"), scope: "project" },
    { path: join(project, ".claude/settings.local.json"), scope: "project" },
  ],
  detect: (path) => /[\\/]\.claude[\\/]settings[^\\/]*\.json$/.test(path),
  load(file, tools) {
    const parsed = parseConfigText(file.path, file.text);
    const draft = new Draft(
      {
        dialect: "claude",
        strategy: "parallel",
        matcherKind: "names-or-regex",
        matcherWithoutTool: "subject",
        defaultTimeoutMs: DEFAULT_TIMEOUT_S * 1000,
      },
      parsed,
      tools.regex,
    );
    const root = isRecord(parsed.value) ? parsed.value : {};
    if (root["disableAllHooks"] === true) return { hooks: [], findings: draft.findings };
    readGroups(draft, root["hooks"], {
      at: ["hooks"],
      secondsPerUnit: 1,
      cwd: file.project,
      ...serversOf(file.scope, file.project),
      more: (entry, at) => {
        const rest = { runBy: file.scope === "user" ? READERS.user : READERS.project };
        // `if` is one permission rule: `Bash(git *)`.
        if (typeof entry["if"] !== "string") return { rest };
        const rule = parseMatcher("native", entry["if"], tools.regex);
        if ("match" in rule) return { rest, conditions: { allOf: [rule.match] } };
        draft.report("MATCHER_INVALID", rule.invalid, [...at, "if"]);
        return { rest, conditions: { never: rule.invalid } };
      },
    });
    return { hooks: draft.hooks, findings: draft.findings };
  },
};

export default claude;
