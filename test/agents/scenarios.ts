/**
 * What every agent has to show. `changes` must hold with the hook and must not hold in the control; `keeps` must
 * hold in both. The control is the same run, wired the same way, without the hooks file, unless it says otherwise.
 */
import {
  endsByItself,
  type Fact,
  HOOK_MARK,
  hookRan,
  modelSees,
  not,
  REWRITTEN_MARK,
  rewrittenRan,
  TOOL_MARK,
  toolRan,
  turnsAre,
} from "./facts.js";
import type { ScriptStep, Setting } from "./world.js";

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly setting: Setting;
  readonly control?: Setting;
  readonly changes: readonly Fact[];
  readonly keeps: readonly Fact[];
}

const ONE_TOOL: readonly ScriptStep[] = [{ shell: `touch ${TOOL_MARK}` }, { text: "done" }];
const ONLY_TEXT: readonly ScriptStep[] = [{ text: "done" }];
/** Times in a row that a stop hook may make an agent go on. Claude Code's own cap is the same. */
const CAP = 8;

const fileWith = (event: string, hook: object) => ({ version: 1, hooks: { [event]: [{ id: "probe", ...hook }] } });
const userHook = (event: string, hook: object, script = ONE_TOOL): Setting => ({ script, user: fileWith(event, hook) });
const prints = (answer: object) => `touch ${HOOK_MARK}; echo '${JSON.stringify(answer)}'`;
const specific = (hookEventName: string, rest: object) => prints({ hookSpecificOutput: { hookEventName, ...rest } });

const denial = { command: prints({ decision: "deny", reason: "the harbour is closed" }), guard: true };
const denied = [hookRan, not(toolRan), modelSees("the harbour is closed", 2)];

const verdicts: readonly Scenario[] = [
  {
    id: "deny",
    title: "a deny stops the tool, and the reason reaches the model",
    setting: userHook("PreToolUse", denial),
    changes: denied,
    keeps: [endsByItself, turnsAre(2)],
  },
  {
    id: "rewrite",
    title: "a rewrite changes what runs",
    setting: userHook("PreToolUse", {
      command: specific("PreToolUse", { updatedInput: { command: `touch ${REWRITTEN_MARK}` } }),
    }),
    changes: [hookRan, rewrittenRan, not(toolRan)],
    keeps: [endsByItself, turnsAre(2)],
  },
  {
    id: "ask-headless",
    title: "an ask without a person does not let the tool run",
    setting: userHook("PreToolUse", { command: prints({ decision: "ask", reason: "ask the harbour master" }) }),
    changes: [hookRan, not(toolRan), modelSees("ask the harbour master", 2)],
    keeps: [endsByItself],
  },
  {
    id: "deny-prompt",
    title: "a denied prompt never reaches the model",
    setting: userHook("UserPromptSubmit", denial),
    changes: [hookRan, turnsAre(0), not(toolRan)],
    keeps: [endsByItself],
  },
];

const contexts = (
  [
    ["SessionStart", "at the start of the session", 1],
    ["UserPromptSubmit", "with the prompt", 1],
    ["PreToolUse", "before a tool", 2],
    ["PostToolUse", "after a tool", 2],
  ] as const
).map(
  ([event, when, turn]): Scenario => ({
    id: `context-${event}`,
    title: `context given ${when} reaches the model`,
    setting: userHook(event, { command: specific(event, { additionalContext: "the tide turns at noon" }) }),
    changes: [hookRan, modelSees("the tide turns at noon", turn)],
    keeps: [endsByItself, toolRan, turnsAre(2)],
  }),
);

const goOn = `touch ${HOOK_MARK}; echo 'look at the log book' >&2; exit 2`;

const stops: readonly Scenario[] = [
  {
    id: "stop-goes-on",
    title: "a stop hook makes the agent go on once, with its reason",
    setting: userHook("Stop", { command: goOn }, ONLY_TEXT),
    changes: [hookRan, turnsAre(2), modelSees("look at the log book", 2)],
    keeps: [endsByItself],
  },
  {
    id: "stop-cap",
    title: "a stop hook that never lets go is ended by the cap",
    setting: userHook("Stop", { command: goOn, runWhenActive: true }, ONLY_TEXT),
    changes: [hookRan, turnsAre(CAP + 1)],
    keeps: [endsByItself],
  },
];

/** Each leaves its mark first, so that a hook that never started is not taken for one that failed. */
const FAILURES = [
  ["missing", "whose script is missing", { command: `touch ${HOOK_MARK}; exec ./no-such-script` }],
  ["exit-1", "that ends with 1", { command: `touch ${HOOK_MARK}; exit 1` }],
  ["timeout", "that is too slow", { command: `touch ${HOOK_MARK}; sleep 20`, timeoutMs: 300 }],
  ["crash", "that is ended by a signal", { command: `touch ${HOOK_MARK}; kill -SEGV $$` }],
  ["half-json", "that prints half an answer", { command: `touch ${HOOK_MARK}; printf '{"decision": "al'` }],
] as const;

const guardFailures = FAILURES.map(
  ([id, what, hook]): Scenario => ({
    id: `guard-${id}`,
    title: `a guard ${what} does not let the tool run`,
    setting: userHook("PreToolUse", { ...hook, guard: true }),
    changes: [hookRan, not(toolRan), modelSees("could not decide", 2)],
    keeps: [endsByItself, turnsAre(2)],
  }),
);

const observerFailures = FAILURES.map(
  ([id, what, hook]): Scenario => ({
    id: `observer-${id}`,
    title: `an observer ${what} changes nothing`,
    setting: userHook("PreToolUse", hook),
    changes: [hookRan],
    keeps: [toolRan, not(modelSees("could not decide", 2)), endsByItself, turnsAre(2)],
  }),
);

const ofProject = (approved: boolean): Setting => ({
  script: ONE_TOOL,
  project: { file: fileWith("PreToolUse", denial), approved },
});

const trust: Scenario = {
  id: "project-trust",
  title: "hooks of a project run when they are approved, and not before",
  setting: ofProject(true),
  control: ofProject(false),
  changes: denied,
  keeps: [endsByItself, turnsAre(2)],
};

export const SCENARIOS = [...verdicts, ...contexts, ...stops, ...guardFailures, ...observerFailures, trust];

/** The same run without any hook. */
export const controlOf = ({ setting, control }: Scenario): Setting => control ?? { script: setting.script };
