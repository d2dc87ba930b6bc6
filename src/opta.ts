/**
 * Opta CLI's own hook interface on Snaphook's engine: `HookManager.create(config.hooks)`, then `fire(event,
 * context)` at each point of the agent's loop. Event, tool and field names are Opta's.
 */
import { type Capability, degrade } from "./core/decision/capability.js";
import { type Decision, NO_DECISION } from "./core/decision/decision.js";
import { readToolInput } from "./core/events/normalize.js";
import type { BasePayload } from "./core/events/payload.js";
import { toCanonicalTool, toNativeTool } from "./core/events/tools.js";
import type { SourceRef } from "./core/hooks/hook.js";
import type { JsonObject } from "./core/text/json.js";
import { createHooks, type Hooks } from "./runtime/compose/create-hooks.js";
import { OptaConfigSchema, readValue } from "./runtime/compose/opta-config.js";
import { assemble, loadedAs } from "./sources/compile/assemble.js";
import type { OptaHook } from "./sources/dialects/opta/definitions.js";
import { isOptaEvent, OPTA_EVENTS, OPTA_TOOLS, type OptaEvent } from "./sources/dialects/opta/names.js";

export {
  type OptaConfig,
  OptaConfigError,
  type OptaConfigIssue,
  type OptaConfigResult,
} from "./runtime/compose/opta-config.js";
export { OptaConfigSchema };
/** An event of Opta CLI. */
export type HookEvent = OptaEvent;
/** A hook of Opta CLI. */
export type HookDefinition = OptaHook;

/** Context of an Opta CLI event. */
export interface HookContext {
  /** The event; `fire` gets it as its first argument too. */
  readonly event?: HookEvent;
  /** Opta's session. */
  readonly session_id: string;
  /** Working directory of Opta. */
  readonly cwd: string;
  /** Name of the model. */
  readonly model?: string;
  /** Opta's name of the tool. */
  readonly tool_name?: string;
  /** The arguments, or their JSON text. */
  readonly tool_args?: string | Readonly<Record<string, unknown>>;
  /** On `tool.post`: the output. */
  readonly tool_result?: string;
  /** On `error`; `error_message` is the older name. */
  readonly error?: string;
  /** Older name of `error`. */
  readonly error_message?: string;
  /** Number of the turn. */
  readonly turn_index?: number;
  /** Text of the prompt. */
  readonly prompt?: string;
  /** On `stop`: the agent already continues because of a hook. */
  readonly stop_hook_active?: boolean;
}

/** What Opta CLI should do. */
export interface HookResult {
  /** The tool call or prompt must not proceed; on `stop`, the agent must not stop yet. */
  readonly cancelled: boolean;
  /** What the model sees instead of a tool's result. */
  readonly reason?: string;
  /** The arguments to use instead, if a hook changed them. */
  readonly tool_args?: Readonly<Record<string, unknown>>;
}

const NOT_CANCELLED: HookResult = Object.freeze({ cancelled: false });
const NOTHING = Promise.resolve(NOT_CANCELLED);

const SOURCE: SourceRef = {
  key: "opta",
  level: "code",
  rank: 0,
  state: "named",
  dialect: "opta",
  why: "given to HookManager.create",
};

/** What a result can express. There is no user to ask, so a question becomes a cancellation. */
const CAPABILITY: Capability = {
  allow: false,
  ask: false,
  deny: true,
  rewrite: true,
  context: false,
  replaceOutput: false,
  forceContinue: true,
  stop: false,
  message: false,
};

/** Opta CLI's hook manager on Snaphook's engine. */
export class HookManager {
  /** Zero hooks cost nothing: one shared instance without an engine. */
  static readonly #none = new HookManager(undefined);
  readonly #hooks: Hooks | undefined;

  private constructor(hooks: Hooks | undefined) {
    this.#hooks = hooks;
    Object.freeze(this);
  }

  /** Throws an OptaConfigError that names the invalid field. */
  static create(definitions: readonly HookDefinition[] = []): HookManager {
    if (definitions.length === 0) return HookManager.#none;
    const { hooks, error } = readValue({ hooks: definitions });
    if (error !== undefined) throw error;
    return new HookManager(createHooks({ entries: assemble([loadedAs(SOURCE, hooks)]).entries }));
  }

  /** Never rejects. */
  fire(event: HookEvent, context: HookContext): Promise<HookResult> {
    if (this.#hooks === undefined || !isOptaEvent(event)) return NOTHING;
    return this.#hooks
      .fire(OPTA_EVENTS[event], toPayload(context) as never)
      .then((decision) => toResult(decision, context));
  }

  /** Terminates running background hooks after `graceMs`. */
  async close(graceMs = 0): Promise<void> {
    await this.#hooks?.close(graceMs);
  }
}

function toPayload({
  event: _,
  tool_name,
  tool_args,
  tool_result,
  error_message,
  ...context
}: HookContext): Partial<BasePayload> {
  const call =
    tool_name === undefined
      ? undefined
      : toCanonicalTool(OPTA_TOOLS, { name: tool_name, input: readToolInput(tool_args) });
  return {
    ...context,
    error: context.error ?? error_message,
    ...(call && { tool_name: call.name, tool_input: call.input }),
    ...(tool_result === undefined ? {} : { tool_output: tool_result }),
  };
}

function toResult(decision: Decision, { tool_name = "" }: HookContext): HookResult {
  if (decision === NO_DECISION) return NOT_CANCELLED;
  const { verdict, reason, input, forceContinue } = degrade(decision, CAPABILITY, "Opta");
  if (verdict === "deny") return cancelled(reason);
  if (forceContinue !== undefined) return cancelled(forceContinue.value.reason);
  return input === undefined ? NOT_CANCELLED : { cancelled: false, tool_args: nativeArgs(tool_name, input) };
}

function cancelled(reason: string | undefined): HookResult {
  return reason === undefined ? { cancelled: true } : { cancelled: true, reason };
}

function nativeArgs(toolName: string, input: JsonObject): JsonObject {
  const { name } = toCanonicalTool(OPTA_TOOLS, { name: toolName, input: {} });
  return toNativeTool(OPTA_TOOLS, { name, input }).input;
}
