/** Agents started by an agent: without their safety controls, or to change those controls. */
import type { Effect, Severity } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import type { Program } from "../contract.js";

/** Programs, and the packages that provide them. */
export const AGENT_PROGRAMS: readonly string[] = [
  "claude",
  "codex",
  "gemini",
  "qwen",
  "cursor-agent",
  "copilot",
  "opencode",
  "kilo",
  "kilocode",
  "kimi",
  "pi",
  "cline",
  "amp",
  "aider",
  "goose",
  "droid",
  "crush",
  "claude-code",
  "gemini-cli",
  "qwen-code",
  "opencode-ai",
  "pi-coding-agent",
];

/** Flags that disable confirmation prompts or hooks. */
const UNBOUND =
  / (?:--(?:allow-)?dangerously-[\w-]{1,60}|--yolo|--allow-all(?:-tools|-paths|-urls)?|--full-auto|--trust-all-tools|--skip-trust|--skip-permissions(?:-unsafe)?|--bare|--safe-mode|--pure|--no-extensions|--no-hooks|--disable[= ]hooks|--ignore-user-config|--auto-approve|--yes-always|--permission-mode[= ]bypassPermissions|--approval-mode[= ]yolo|--sandbox[= ]danger-full-access|-s danger-full-access|--ask-for-approval[= ]never|-a never|--setting-sources|--settings|(?:-c|--config)[= ]\S{0,80}(?:hooks|approval_policy|sandbox_mode)\S{0,80})(?=[\s=]|$)/;
const SHORT: Readonly<Record<string, RegExp>> = {
  gemini: / -y(?=\s|$)/,
  qwen: / -y(?=\s|$)/,
  kimi: / -y(?=\s|$)/,
  pi: / -ne(?=\s|$)/,
  "cursor-agent": / (?:-f|--force)(?=\s|$)/,
};
/** Words that change settings, servers, plugins or trust. */
const CHANGES =
  /^ (?:(?:mcp|plugins?|extensions?|hooks?|config|settings|features|marketplace)(?: marketplace)? (?:add(?:-json|-from-\S{1,40})?|create|delete|disable|enable|install|link|new|remove|rm|set|uninstall|uninstall-all|unset|update|use)|approve-mcps|trust)(?=\s|$)/;
/** Variables that move an agent's config, or the user's home. */
export const MOVES =
  /^(?:HOME|USERPROFILE|XDG_CONFIG_HOME|CLAUDE_CONFIG_DIR|CODEX_HOME|COPILOT_HOME|GEMINI_CLI_HOME|QWEN_HOME|PI_CODING_AGENT_DIR|CLINE_DIR|KIMI_CODE_HOME|OPENCODE_CONFIG(?:_DIR)?|CLAUDE_CODE_SIMPLE|GEMINI_CLI_TRUST_WORKSPACE|(?:GEMINI_CLI|QWEN_CODE)_SYSTEM_(?:SETTINGS|DEFAULTS)_PATH)$/;

const agents: Program = {
  names: AGENT_PROGRAMS,
  effects: agentEffects,
};

export default agents;

export function agentEffects(invocation: Invocation): Effect[] {
  if (asksForHelp(invocation)) return [];
  const line = lineOf(invocation);
  const name = invocation.program!.toLowerCase();
  const effects: Effect[] = [];
  if (UNBOUND.test(line) || SHORT[name]?.test(line))
    effects.push(
      guarded(
        invocation,
        "destructive",
        "starts an agent with its safety controls disabled",
        "start it without that flag",
      ),
    );
  if (CHANGES.test(line))
    effects.push(
      guarded(invocation, "risky", "changes what an agent runs or what restricts it", "ask the user to do it"),
    );
  const isOther = / --config-dir[= ]\S/.test(line) || (name === "codex" && / (?:-p|--profile)[= ]\S/.test(line));
  if (isOther || [...invocation.variables.keys()].some((variable) => MOVES.test(variable)))
    effects.push(
      guarded(
        invocation,
        "risky",
        "starts an agent with other settings than the user's",
        "start it without that variable or option",
      ),
    );
  return effects;
}

function guarded(invocation: Invocation, severity: Severity, what: string, instead: string): Effect {
  return effectOf(invocation, {
    kind: "persistence",
    severity,
    what,
    instead,
    target: { type: "guard", name: invocation.program! },
  });
}
