/**
 * Loads the settings files of Arawn's rewrite: Claude Code's nesting, globs as matchers (`Bash(git *)`), timeouts in
 * seconds. A timeout blocks if the hook could have blocked (EX-10).
 */
import { join } from "node:path";
import type { HookSpec } from "../../../core/hooks/hook.js";
import { isRecord } from "../../../core/text/json.js";
import type { DialectLoader } from "../../contract.js";
import { parseConfigText } from "../../read/config-text.js";
import { Draft } from "../../read/draft.js";
import { readGroups } from "../../read/groups.js";
import profile from "./profile.js";

const DEFAULT_TIMEOUT_S = 10;

const arawn2: DialectLoader = {
  name: "arawn2",
  summary: "Arawn's settings.json, since its rewrite",
  shared: true,
  usualTimeoutsMs: [DEFAULT_TIMEOUT_S * 1000],
  locations: ({ home, project }) => [
    { path: join(home, ".arawn/settings.json"), scope: "user" },
    { path: join(project, ".arawn/settings.json"), scope: "project" },
  ],
  detect: (path) => /[\\/]\.arawn[\\/]settings\.json$/.test(path),
  load(file, tools) {
    const parsed = parseConfigText(file.path, file.text);
    // As in Arawn itself, a file that does not parse counts as empty (CF-09).
    if (parsed.findings.length > 0) return { hooks: [], findings: parsed.findings.slice(0, 1) };
    const draft = new Draft(
      {
        dialect: "arawn2",
        strategy: "parallel",
        matcherKind: "glob",
        matcherWithoutTool: "ignored",
        subjectEvents: ["SessionStart", "Notification"],
        unknownEvent: "warning",
        defaultTimeoutMs: DEFAULT_TIMEOUT_S * 1000,
      },
      parsed,
      tools.regex,
    );
    const root = isRecord(parsed.value) ? parsed.value : {};
    if (root["hooks"] === undefined) draft.report("CONFIG_NOT_HOOKS", "the file has no `hooks`", []);
    readGroups(draft, root["hooks"], {
      at: ["hooks"],
      secondsPerUnit: 1,
      cwd: file.project,
      files: tools.files,
    });
    return { hooks: draft.hooks.map(withTimeoutContract), findings: draft.findings };
  },
};

function withTimeoutContract(hook: HookSpec): HookSpec {
  if (!profile.blocks.includes(hook.event)) return { ...hook, onTimeout: "allow" };
  const what = hook.run.type === "command" ? hook.run.command : hook.run.type;
  return {
    ...hook,
    onTimeout: "deny",
    timeoutReason: `Hook timed out after ${hook.timeoutMs / 1000}s: ${what}`,
  };
}

export default arawn2;
