/** Hooks for programs on the Claude Agent SDK: `query({ prompt, options: { hooks: await agentSdkHooks() } })`. */
import { wiredEvents } from "./adapters/_shared/wired-calls.js";
import claudeAgentSdk from "./adapters/claude-agent-sdk/index.js";
import type { Presence } from "./core/events/payload.js";
import type { JsonObject } from "./core/text/json.js";
import { checkOptionKeys } from "./core/text/unknown-key.js";
import type { Answerer } from "./runtime/agent-sdk/answerer.js";
import { answererOfEngine } from "./runtime/agent-sdk/of-engine.js";
import { answererOfFiles } from "./runtime/agent-sdk/of-files.js";
import { SessionStarts } from "./runtime/agent-sdk/session-starts.js";
import type { AgentSdkCallback, AgentSdkEvent, AgentSdkHooks, AgentSdkOutput } from "./runtime/agent-sdk/types.js";
import { answerFailure } from "./runtime/call/handle-call.js";
import type { AgentCall, HeldAnswer, HeldQuestion } from "./runtime/call/types.js";
import type { Hooks } from "./runtime/compose/create-hooks.js";
import { currentFolder } from "./runtime/platform/paths.js";

export type {
  AgentSdkCallback,
  AgentSdkEvent,
  AgentSdkHooks,
  AgentSdkMatcher,
  AgentSdkOutput,
} from "./runtime/agent-sdk/types.js";

/** Options of `agentSdkHooks`. */
export interface AgentSdkOptions {
  /** Your own hooks, from `createHooks`. Without them, the hooks files that apply in `cwd` run. */
  readonly hooks?: Hooks;
  /** Working directory of the agent: the `cwd` of `query()`. Default: that of `hooks`, then this process's. */
  readonly cwd?: string;
  /** Whether the user can answer now: "interactive" if `query()` has a `canUseTool` that asks one. */
  readonly presence?: Presence;
  /** For hooks files: the environment that their commands inherit from (default: that of this process). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const OPTIONS = Object.keys({
  hooks: true,
  cwd: true,
  presence: true,
  environment: true,
} satisfies Record<keyof AgentSdkOptions, true>);

/** A callback that throws would allow the call, and a late one would block it: ours do neither. */
export async function agentSdkHooks(options: AgentSdkOptions = {}): Promise<AgentSdkHooks> {
  checkOptionKeys("agentSdkHooks", options, OPTIONS);
  const { hooks, cwd, presence = "headless", environment = process.env } = options;
  const adapter = { ...claudeAgentSdk, presence: () => ({ presence, evidence: "said by the program" }) };
  const answerer =
    hooks === undefined
      ? await answererOfFiles({ cwd: cwd ?? currentFolder(), environment, adapter, hold })
      : answererOfEngine(hooks, adapter, cwd);
  const starts = new SessionStarts();
  const callback =
    (event: string): AgentSdkCallback =>
    (input, _toolUseId, { signal }) =>
      starts.answer(event, input as JsonObject, async (name, payload) => {
        if (!isNeeded(answerer, name)) return {};
        const { stdout } = await answerer
          .answer(name, payload, signal)
          .catch((error: unknown) => answerFailure({ adapter, event: name, payload, environment }, error).answer);
        return JSON.parse(stdout) as AgentSdkOutput;
      });
  return Object.fromEntries(
    wiredEvents(adapter)
      .filter(({ event }) => isNeeded(answerer, event))
      .map(({ event, seconds }) => [event as AgentSdkEvent, [{ hooks: [callback(event)], timeout: seconds }]]),
  );
}

/** Loaded only if a hook asks. */
async function hold(call: AgentCall, question: HeldQuestion): Promise<HeldAnswer> {
  return (await import("./client/hold-call.js")).holdCall(call, question);
}

/** A prompt also starts its session, and resets the count of forced continues. */
function isNeeded(answerer: Answerer, event: string): boolean {
  const also = event === "UserPromptSubmit" ? ["SessionStart", "Stop", "SubagentStop"] : [];
  return [event, ...also].some((name) => answerer.has(name));
}
