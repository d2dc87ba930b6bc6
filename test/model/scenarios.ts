/** Random fires: few values everywhere, so that hooks meet, agree, contradict each other and undo changes. */
import fc from "fast-check";
import type { Level } from "../../src/core/hooks/hook.js";
import type { Input, ModelReply } from "./fire.js";

export interface ScenarioHook {
  readonly rank: number;
  readonly level: Level;
  readonly guard: boolean;
  readonly strategy: "serial" | "parallel";
  readonly mode: "enforce" | "observe";
  readonly onFailure?: "allow" | "ask" | "deny";
  readonly onTimeout?: "allow" | "ask" | "deny";
  /** Turns of the event loop's microtask queue before it answers; undefined = answers at once. */
  readonly delay?: number;
  /** Which reply it gives depends on `input.a`. */
  readonly replies: readonly [ModelReply, ModelReply, ModelReply];
}

export interface Scenario {
  readonly event: string;
  readonly input: Input | undefined;
  readonly interactive: boolean;
  readonly contextBudget: number;
  readonly hooks: readonly ScenarioHook[];
}

/** The events cover every ability, alone and together; the last ones carry no input. */
const EVENTS_WITH_INPUT = [
  "PreToolUse",
  "PreToolUse",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "model:anything",
];
const EVENTS_WITHOUT_INPUT = ["UserPromptSubmit", "Stop", "PreModelSwitch"];

const often = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
const failureMode = fc.constantFrom(...often(undefined, 4), "allow" as const, "ask" as const, "deny" as const);
const input: fc.Arbitrary<Input> = fc.constantFrom<Input[]>(
  { a: 0 },
  { a: 1 },
  { a: 2 },
  { a: 0, b: 1 },
  { a: 1, b: 1 },
  { b: 2, a: 0 },
  { a: 0, b: 1, c: { x: 1 } },
  { a: 0, b: 2, c: { x: 1 } },
  { a: 1, c: { x: 2 } },
  { b: 1 },
  {},
);

const answer = fc.record({
  verdict: fc.constantFrom(...often(undefined, 3), "allow" as const, "allow" as const, "ask" as const, "deny" as const),
  reason: fc.constantFrom(undefined, "one", "two", "three"),
  input: fc.oneof({ arbitrary: fc.constant(undefined), weight: 1 }, { arbitrary: input, weight: 1 }),
  context: fc.constantFrom(...often(undefined, 2), "", "short", "a longer text", "the longest of the texts"),
  output: fc.constantFrom(...often(undefined, 3), "first", "second", null),
  forceContinue: fc.constantFrom(...often(undefined, 3), { reason: "go on" }, { reason: "not yet" }),
});

const reply: fc.Arbitrary<ModelReply> = fc.oneof(
  { arbitrary: answer, weight: 100 },
  { arbitrary: fc.constant("throws" as const), weight: 8 },
  { arbitrary: fc.constant("hangs" as const), weight: 1 },
);

const hook: fc.Arbitrary<ScenarioHook> = fc.record({
  rank: fc.nat(2),
  level: fc.constantFrom<Level[]>("user", "user", "managed", "builtin", "code", "project", "plugin"),
  guard: fc.constantFrom(false, false, true),
  strategy: fc.constantFrom("serial" as const, "parallel" as const),
  mode: fc.constantFrom(...often("enforce" as const, 7), "observe" as const),
  onFailure: failureMode,
  onTimeout: failureMode,
  delay: fc.constantFrom(...often(undefined, 4), 0, 1, 2, 3, 5),
  replies: fc.tuple(reply, reply, reply),
});

const settings = {
  interactive: fc.boolean(),
  contextBudget: fc.constantFrom(0, 8, 20, 30, 45, 150, 320, 10_000),
  hooks: fc.array(hook, { maxLength: 6 }),
};

export const scenario: fc.Arbitrary<Scenario> = fc.oneof(
  { arbitrary: fc.record({ event: fc.constantFrom(...EVENTS_WITH_INPUT), input, ...settings }), weight: 5 },
  {
    arbitrary: fc.record({
      event: fc.constantFrom(...EVENTS_WITHOUT_INPUT),
      input: fc.constant(undefined),
      ...settings,
    }),
    weight: 1,
  },
);
