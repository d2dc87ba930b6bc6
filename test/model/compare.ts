/** Drives the real engine through a scenario and asks the model the same question. */
import { isDeepStrictEqual } from "node:util";
import type { Decision } from "../../src/core/decision/decision.js";
import { eventSpec } from "../../src/core/events/events.js";
import type { admit } from "../../src/core/hooks/admission.js";
import type { HookFunction, HookSpec } from "../../src/core/hooks/hook.js";
import type { HookTable } from "../../src/core/hooks/hook-table.js";
import type { Executors } from "../../src/core/ports.js";
import type { Engine } from "../../src/engine/engine.js";
import type { functionExecutor } from "../../src/executors/function.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { CONFLICT, decide, failureReason } from "./decision-model.js";
import type { Input, ModelDecision, ModelReply } from "./fire.js";
import type { Scenario, ScenarioHook } from "./scenarios.js";

/** What is under test: the sources themselves, or a build of them with a defect in it. */
export interface EngineParts {
  readonly Engine: typeof Engine;
  readonly HookTable: typeof HookTable;
  readonly admit: typeof admit;
  readonly functionExecutor: typeof functionExecutor;
}

/** Undefined when engine and model agree. */
export async function difference(
  parts: EngineParts,
  scenario: Scenario,
): Promise<{ engine: ModelDecision; model: ModelDecision } | undefined> {
  const model = askModel(scenario);
  const engine = await fireEngine(parts, scenario);
  return isDeepStrictEqual(engine, model) ? undefined : { engine, model };
}

function askModel(scenario: Scenario): ModelDecision {
  return decide({
    hooks: scenario.hooks.map((hook, i) => ({
      ...hook,
      id: idOf(i),
      reply: (input) => replyTo(hook, input),
    })),
    input: scenario.input,
    abilities: eventSpec(scenario.event).can,
    interactive: scenario.interactive,
    contextBudget: scenario.contextBudget,
  });
}

async function fireEngine(parts: EngineParts, scenario: Scenario): Promise<ModelDecision> {
  const hooks = scenario.hooks.map((hook, i) => {
    const source = {
      key: `source-${hook.rank}`,
      level: hook.level,
      rank: hook.rank,
      state: "trusted",
      dialect: "native",
      why: "",
    } as const;
    const admission = parts.admit({ hook: toSpec(hook, idOf(i), scenario.event), source, alsoFrom: [] });
    if ("refused" in admission) throw new Error(admission.refused);
    return admission.admitted;
  });
  const engine = new parts.Engine({
    table: new parts.HookTable(hooks, {}, { regex: linearRegex, slow: { test: async () => false, close() {} } }),
    clock: monotonicClock,
    executors: { function: parts.functionExecutor() } as unknown as Executors,
    state: new MemoryState(),
    presence: scenario.interactive ? "interactive" : "headless",
    contextBudget: scenario.contextBudget,
  });
  const payload = {
    hook_event_name: scenario.event,
    tool_name: "Bash",
    prompt: "go on",
    to_model: "small",
    ...(scenario.input === undefined ? {} : { tool_input: { ...scenario.input } }),
  };
  return toComparable(await engine.fire({ name: scenario.event, payload }), scenario);
}

function toSpec(hook: ScenarioHook, id: string, event: string): HookSpec {
  const { guard, strategy, mode, onFailure, onTimeout } = hook;
  // A millisecond is enough: whatever answers at all does so before any timer can fire.
  return {
    id,
    event,
    dialect: "native",
    match: {},
    run: { type: "function", fn: toFunction(hook) },
    guard,
    strategy,
    timeoutMs: 1,
    onFailure,
    onTimeout,
    mode,
    enabled: true,
  };
}

function toFunction(hook: ScenarioHook): HookFunction {
  const answer: HookFunction = (payload) => {
    const reply = replyTo(hook, payload["tool_input"] as Input | undefined);
    if (reply === "throws") throw new Error("as told");
    return reply === "hangs" ? new Promise<never>(() => {}) : withoutUndefined(reply);
  };
  const { delay } = hook;
  if (delay === undefined) return answer;
  return async (payload, context) => {
    for (let turn = 0; turn < delay; turn++) await undefined;
    return answer(payload, context);
  };
}

function toComparable(decision: Decision, scenario: Scenario): ModelDecision {
  const ids = (skipped: boolean) =>
    decision.hooks.filter(({ outcome }) => (outcome === "skipped") === skipped).map(({ id }) => id);
  return {
    verdict: decision.verdict,
    reason: decision.reason === undefined ? undefined : comparableReason(decision.reason),
    input: decision.input ?? scenario.input,
    context: decision.context,
    output: decision.output?.value,
    forceContinue: decision.forceContinue?.value.reason,
    ran: ids(false),
    skipped: ids(true),
  };
}

function comparableReason(reason: string): string {
  if (/^Hooks "\w+" and "\w+" change "\w+" in different ways\.$/.test(reason)) return CONFLICT;
  const failed = /^(?:Guard|Hook) "(\w+)" could not decide: /.exec(reason);
  return failed ? failureReason(failed[1]!) : reason;
}

const idOf = (position: number) => `h${position}`;

function replyTo(hook: ScenarioHook, input: Input | undefined): ModelReply {
  const a = input?.["a"];
  return hook.replies[typeof a === "number" ? a : 0]!;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}
