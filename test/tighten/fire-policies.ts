/** Fires calls through the real engine with real function hooks made of policies. */
import type { Decision } from "../../src/core/decision/decision.js";
import type { HookFunction, HookSpec } from "../../src/core/hooks/hook.js";
import type { Executors } from "../../src/core/ports.js";
import { isRecord } from "../../src/core/text/json.js";
import { monotonicClock } from "../../src/runtime/platform/clock.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import type { EngineParts } from "../model/compare.js";
import { applyChanges, type Call, type Case, type Policy, SLOW } from "./policies.js";

/** A pattern that is not decided in time for one kind of input, and does not fit any other. */
const slow = {
  test: async (source: string, text: string) =>
    (source === SLOW && text.includes("rm") ? "timeout" : false) as "timeout" | false,
  close() {},
};

type Settings = Pick<Case, "interactive" | "contextBudget">;

/** All decisions of a session, in order. */
export async function fireAll(
  { Engine, HookTable, admit, functionExecutor }: EngineParts,
  policies: readonly Policy[],
  calls: readonly Call[],
  settings: Settings,
): Promise<Decision[]> {
  const event = calls[0]!.event;
  const hooks = policies.map((policy, i) => {
    const source = {
      key: policy.level,
      level: policy.level,
      rank: policy.rank,
      state: "trusted",
      dialect: "native",
      why: "",
    };
    const admission = admit({ hook: toSpec(policy, i, event), source: source as never, alsoFrom: [] });
    if ("refused" in admission) throw new Error(admission.refused);
    return admission.admitted;
  });
  const engine = new Engine({
    table: new HookTable(hooks, {}, { regex: linearRegex, slow }),
    executors: { function: functionExecutor() } as unknown as Executors,
    clock: monotonicClock,
    state: new MemoryState(),
    presence: settings.interactive ? "interactive" : "headless",
    contextBudget: settings.contextBudget,
    continueCap: 100,
  });
  const decisions: Decision[] = [];
  for (const { event: name, payload, agent } of calls) {
    const own = { hook_event_name: name, session_id: "s", ...payload };
    const native = agent === undefined ? {} : { native: { agent, event: name, payload: own } };
    decisions.push(await engine.fire({ name, payload: own, ...native }));
  }
  await engine.close();
  return decisions;
}

function toSpec(policy: Policy, i: number, event: string): HookSpec {
  // A millisecond is enough: whatever answers at all does so before any timer can fire.
  return {
    id: `${policy.level}-${i}`,
    ...policy.spec,
    event,
    dialect: "native",
    run: { type: "function", fn: toFunction(policy) },
    timeoutMs: 1,
    enabled: true,
  };
}

function toFunction({ replies, delay }: Policy): HookFunction {
  const answer: HookFunction = (payload) => {
    const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
    const command = input["command"];
    const reply = replies[typeof command === "string" ? command : ""]!;
    if (reply === "throws") throw new Error("as told");
    if (reply === "hangs") return new Promise<never>(() => {});
    const { changes, ...rest } = reply;
    return {
      verdict: undefined,
      ...rest,
      ...(changes === undefined ? {} : { input: applyChanges(input, changes) }),
    } as never;
  };
  if (delay === undefined) return answer;
  return async (payload, context) => {
    for (let turn = 0; turn < delay; turn++) await undefined;
    return answer(payload, context);
  };
}
