/** Random policies of an owner and of a project: few values everywhere, so that they meet and work against each other. */
import fc from "fast-check";
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { HookSpec, Level } from "../../src/core/hooks/hook.js";
import type { MatchSpec } from "../../src/core/match/spec.js";
import type { JsonObject } from "../../src/core/text/json.js";

/** What a hook makes of the input it sees. */
export type Change =
  | { readonly set: string; readonly to: unknown }
  | { readonly remove: string }
  | { readonly whole: JsonObject };

export type Reply = (Omit<HookOutput, "input"> & { readonly changes?: readonly Change[] }) | "throws" | "hangs";

export interface Policy {
  readonly level: Level;
  readonly rank: number;
  readonly spec: Omit<HookSpec, "id" | "event" | "dialect" | "run" | "enabled" | "timeoutMs"> & {
    readonly id?: string;
  };
  /** Turns of the microtask queue before it answers; undefined = at once. */
  readonly delay?: number;
  /** Which reply it gives depends on the command it sees. */
  readonly replies: Readonly<Record<string, Reply>>;
}

export interface Call {
  readonly event: string;
  readonly payload: JsonObject;
  readonly agent?: string;
}

export interface Case {
  readonly owners: readonly Policy[];
  readonly projects: readonly Policy[];
  /** Of one session, in order. */
  readonly calls: readonly Call[];
  readonly interactive: boolean;
  readonly contextBudget: number;
}

const COMMANDS = ["ls", "rm -r", "git push"];
/** A pattern of this text is never decided in time. */
export const SLOW = "slow(?!er)";

const often = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight });

const input: fc.Arbitrary<JsonObject> = fc.record(
  {
    command: fc.constantFrom(...COMMANDS),
    timeout: fc.constantFrom(1, 2),
    edits: fc.constantFrom<unknown[]>([{ old: "a" }], [{ old: "b" }], []),
    commands: fc.constantFrom(["ls", "rm -r"], ["git push"]),
  },
  { requiredKeys: ["command"] },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ set: fc.constant("command"), to: fc.constantFrom(...COMMANDS) }),
  fc.record({
    set: fc.constantFrom("timeout", "edits", "sandbox"),
    to: fc.constantFrom<unknown[]>(1, 2, [{ old: "c" }]),
  }),
  fc.record({ set: fc.constant("commands"), to: fc.constantFrom(["ls"], ["git push", "ls"]) }),
  fc.record({ remove: fc.constantFrom("command", "timeout", "edits", "sandbox") }),
  fc.record({ whole: input }),
  fc.record({ whole: fc.constantFrom<JsonObject[]>({}, { timeout: 2 }) }),
);

const answer = fc.record(
  {
    verdict: fc.constantFrom(...often("allow" as const, 2), "ask" as const, "deny" as const),
    reason: fc.constantFrom("one", "two"),
    changes: fc.array(change, { minLength: 1, maxLength: 2 }),
    context: fc.constantFrom("short", "a longer text", "the longest of all texts"),
    message: fc.constantFrom("look", "see"),
    output: fc.constantFrom("cut", "raw"),
    stop: fc.constantFrom({}, { reason: "enough" }),
    forceContinue: fc.constantFrom({ reason: "go on" }, { reason: "not yet" }),
  },
  { requiredKeys: [] },
);
/** Most answers say one or two things. */
const sparse = fc
  .tuple(
    answer,
    fc.array(fc.constantFrom("verdict", "changes", "context", "message", "output", "stop", "forceContinue"), {
      maxLength: 2,
    }),
  )
  .map(([whole, kept]) =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => (kept as string[]).includes(key) || key === "reason")),
  );
const reply: fc.Arbitrary<Reply> = fc.oneof(
  { arbitrary: sparse as fc.Arbitrary<Reply>, weight: 200 },
  { arbitrary: fc.constant("throws" as const), weight: 16 },
  { arbitrary: fc.constant("hangs" as const), weight: 1 },
);

const match: fc.Arbitrary<MatchSpec> = fc.oneof(
  { arbitrary: fc.constant<MatchSpec>({}), weight: 5 },
  {
    arbitrary: fc.constantFrom<MatchSpec[]>(
      { subject: { kind: "literals", exact: ["Bash"] } },
      { subject: { kind: "literals", exact: ["Write"] } },
      { content: { kind: "wildcard", source: "git *" } },
      { content: { kind: "wildcard", source: "rm *" } },
      { fields: { command: { kind: "literals", prefix: ["ls"] } } },
      { params: { kind: "literals", contains: ["timeout"] } },
      { params: { kind: "slow-regex", source: SLOW } },
    ),
    weight: 4,
  },
);

const failureMode = fc.constantFrom("allow" as const, "ask" as const, "deny" as const);
const policyOf = (levels: readonly Level[]): fc.Arbitrary<Policy> =>
  fc.record({
    level: fc.constantFrom(...levels),
    rank: fc.nat(3),
    spec: fc
      .record({
        id: maybe(fc.constant("same"), 3),
        match,
        guard: fc.constantFrom(true, false),
        strategy: fc.constantFrom("serial" as const, "parallel" as const),
        mode: fc.constantFrom(...often("enforce" as const, 7), "observe" as const),
        onFailure: maybe(failureMode),
        onTimeout: maybe(failureMode),
        once: fc.constantFrom(...often(undefined, 4), true),
        background: fc.constantFrom(...often(undefined, 9), true),
        runWhenActive: fc.constantFrom(undefined, true),
        rewrites: fc.constantFrom(undefined, undefined, "optional" as const),
        agents: fc.constantFrom<(readonly string[] | undefined)[]>(...often(undefined, 6), ["codex"], ["pi"]),
      })
      .map(
        (spec) =>
          Object.fromEntries(
            Object.entries(spec).filter(([, value]) => value !== undefined),
          ) as unknown as Policy["spec"],
      ),
    delay: fc.constantFrom(...often(undefined, 4), 0, 2),
    replies: fc.record(Object.fromEntries([...COMMANDS, ""].map((command) => [command, reply]))),
  });

const toolPayload = fc.record({ tool_name: fc.constantFrom("Bash", "Write"), tool_input: input });
const otherPayload = fc.record({ prompt: fc.constantFrom("one", "go on"), stop_hook_active: fc.boolean() });
/** The calls of a session: one kind of event, from one agent. */
const session = (payload: fc.Arbitrary<JsonObject>, ...events: string[]): fc.Arbitrary<Call[]> =>
  fc
    .record({
      event: fc.constantFrom(...events),
      agent: fc.constantFrom(undefined, "codex"),
      payloads: fc.array(payload, { minLength: 1, maxLength: 3 }),
    })
    .map(({ event, agent, payloads }) =>
      payloads.map((one) => ({ event, payload: one, ...(agent === undefined ? {} : { agent }) })),
    );
const toolCalls = session(toolPayload, ...often("PreToolUse", 5), "PermissionRequest", "PostToolUse", "custom:event");
const otherCalls = session(otherPayload, "UserPromptSubmit", "PreModelSwitch", "Stop", "PreCompact", "SessionStart");

export const ownerPolicies = (maxLength: number) =>
  fc.array(policyOf(["managed", "builtin", "user", "user", "code"]), { maxLength });
export const projectPolicies = (maxLength: number) =>
  fc.array(policyOf(["project", "project", "plugin"]), { minLength: 1, maxLength });

export const policies: fc.Arbitrary<Case> = fc.record({
  owners: ownerPolicies(4),
  projects: projectPolicies(4),
  calls: fc.oneof({ arbitrary: toolCalls, weight: 5 }, { arbitrary: otherCalls, weight: 1 }),
  interactive: fc.boolean(),
  contextBudget: fc.constantFrom(0, 20, 45, 10_000),
});

export function applyChanges(input: JsonObject, changes: readonly Change[]): JsonObject {
  let changed = { ...input };
  for (const one of changes) {
    if ("whole" in one) changed = { ...one.whole };
    else if ("set" in one) changed[one.set] = one.to;
    else delete changed[one.remove];
  }
  return changed;
}
