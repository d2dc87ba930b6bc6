/**
 * Every agent as its makers' documents and its released program show it: how it says whether a person is there, and
 * the exact words by which it takes a denial or a question before a shell command. Written by hand, not read from the
 * adapters, so that an adapter that says something else is noticed.
 */
import type { Mode, Told } from "./kinds.js";

/** What the agent reads of an answer. */
export interface Words {
  /** Of stdout; undefined when it is empty. */
  readonly json?: unknown;
  readonly stderr?: string;
  readonly exitCode: number;
}

export interface AgentWords {
  /** What its payload and environment hold in each mode; absent where it cannot say that a person is there. */
  readonly interactive?: { readonly payload?: object; readonly environment?: Record<string, string> };
  readonly headless: { readonly payload?: object; readonly environment?: Record<string, string> };
  /** Whether it can put a question to a person, by mode. Where it cannot, a question is a denial. */
  readonly asks: Record<Mode, boolean>;
  says(told: Told, reason: string): Words;
}

const json = (value: unknown): Words => ({ json: value, exitCode: 0 });
const SILENCE: Words = { exitCode: 0 };
const NEVER = { interactive: false, headless: false };
const ALWAYS = { interactive: true, headless: true };
const WITH_A_PERSON = { interactive: true, headless: false };

const claudeStyle = (told: Told, reason: string) =>
  told === "none"
    ? {}
    : {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: told,
          permissionDecisionReason: reason,
        },
      };

const CLAUDE: AgentWords = {
  interactive: { payload: { permission_mode: "default" }, environment: { CLAUDE_CODE_SESSION_ATTENDED: "1" } },
  headless: { payload: { permission_mode: "default" }, environment: { CLAUDE_CODE_SESSION_ATTENDED: "0" } },
  asks: ALWAYS,
  says: (told, reason) => json(claudeStyle(told, reason)),
};

const OPENCODE: AgentWords = {
  interactive: { payload: { mode: "tui" } },
  headless: { payload: { mode: "run" } },
  asks: NEVER,
  says: (told, reason) => json(told === "none" ? {} : { deny: reason }),
};

export const AGENTS: Readonly<Record<string, AgentWords>> = {
  "claude-agent-sdk": CLAUDE,
  "claude-code": CLAUDE,
  cline: {
    headless: {},
    asks: NEVER,
    says: (told, reason) =>
      told === "none"
        ? SILENCE
        : json({
            overrideInput: { denied: reason },
            contextModification: `This call was denied by a hook and did not run: ${reason}`,
          }),
  },
  codex: {
    interactive: { payload: { permission_mode: "default" } },
    headless: { payload: { permission_mode: "bypassPermissions" } },
    asks: NEVER,
    says: (told, reason) => (told === "none" ? SILENCE : json(claudeStyle(told, reason))),
  },
  copilot: {
    headless: { environment: { COPILOT_AGENT_PROMPT: "do it" } },
    asks: ALWAYS,
    says: (told, reason) => json(told === "none" ? {} : { permissionDecision: told, permissionDecisionReason: reason }),
  },
  cursor: {
    interactive: { payload: { composer_mode: "agent" } },
    headless: { payload: { is_background_agent: true } },
    asks: NEVER,
    says: (told, reason) =>
      json(told === "none" ? {} : { permission: told, user_message: reason, agent_message: reason }),
  },
  gemini: {
    headless: { environment: { CI: "true" } },
    asks: NEVER,
    says: (told, reason) => json(told === "none" ? {} : { decision: told, reason }),
  },
  kilo: OPENCODE,
  kimi: {
    headless: {},
    asks: NEVER,
    says: (_told, reason) =>
      _told === "none"
        ? SILENCE
        : json({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: reason } }),
  },
  opencode: OPENCODE,
  pi: {
    interactive: { payload: { ctx: { mode: "interactive", hasUI: true } } },
    headless: { payload: { ctx: { mode: "print", hasUI: false } } },
    asks: WITH_A_PERSON,
    says(told, reason) {
      if (told === "ask") return json({ ask: reason });
      return json(told === "none" ? {} : { block: true, reason });
    },
  },
  qwen: {
    interactive: { environment: { QWEN_CODE_MESSAGING_SOCKET: "/run/qwen" } },
    headless: {},
    asks: ALWAYS,
    says: (told, reason) =>
      json(told === "none" ? {} : { continue: false, stopReason: reason, ...claudeStyle(told, reason) }),
  },
  "vscode-copilot": {
    headless: {},
    asks: ALWAYS,
    says: (told, reason) => json(told === "none" ? { hookSpecificOutput: {} } : claudeStyle(told, reason)),
  },
  windsurf: {
    headless: {},
    asks: NEVER,
    says: (told, reason) => (told === "none" ? SILENCE : { stderr: `${reason}\n`, exitCode: 2 }),
  },
};

function declaredFor(agent: AgentWords, declared: Record<Mode, Told>, mode: Mode): Told {
  return declared[agent.interactive === undefined ? "headless" : mode];
}

/** Whether a person is to be asked, whatever this agent can do. */
export function isQuestion(agent: AgentWords, declared: Record<Mode, Told>, mode: Mode): boolean {
  return declaredFor(agent, declared, mode) === "ask";
}

/** What this agent is to be told of a declared outcome, by mode. One that cannot say who is there counts as alone. */
export function toldTo(agent: AgentWords, declared: Record<Mode, Told>, mode: Mode): Told {
  const said = declaredFor(agent, declared, mode);
  return said === "ask" && !agent.asks[mode] ? "deny" : said;
}
