/** What every agent has to show: what hooks can do, and what becomes of them when they fail. */

import { daemonScenarios } from "./daemon-scenarios.js";
import {
  endsAfterCap,
  endsByItself,
  goesOnAfterTool,
  HOOK_MARK,
  hookRan,
  isTold,
  modelSees,
  not,
  REWRITTEN_MARK,
  rewrittenRan,
  toolRan,
  turnsAre,
} from "./facts.js";
import { failureScenarios } from "./failure-scenarios.js";
import { THROUGH_DAEMON } from "./run-daemon.js";
import { denial, denied, prints, type Scenario, specific, unchanged, userHook } from "./scenario.js";
import { wiringScenarios } from "./wiring-scenarios.js";
import { type ScriptStep, TOOL_MARK } from "./world.js";

const ONLY_TEXT: readonly ScriptStep[] = [{ text: "done" }];
/** It would be, but nothing is deleted when nobody stops it. */
const DESTRUCTIVE: readonly ScriptStep[] = [
  { shell: `touch ${TOOL_MARK}; false && mkfs.ext4 /dev/snaphook-disk-that-is-not-there; true` },
  { text: "done" },
];
/** Files that agents ask about themselves: a hook's question about such a call was seen to get lost. */
const PROTECTED_FILES: readonly ScriptStep[] = [
  { shell: `touch ${TOOL_MARK}; mkdir -p .git .claude .vscode; echo x > .git/x; echo x > .claude/x` },
  { text: "done" },
];
/** Times in a row that a stop hook may make an agent go on. Claude Code's own cap is the same. */
const CAP = 8;

const verdicts: readonly Scenario[] = [
  {
    id: "deny",
    title: "a deny stops the tool, and the reason reaches the model",
    needs: ["PreToolUse", "deny"],
    setting: userHook("PreToolUse", denial),
    changes: denied,
    keeps: [endsByItself, goesOnAfterTool],
    otherwise: unchanged,
  },
  {
    id: "protect-commands",
    title: "the built-in guard stops a destructive command, says what it saw and what to do instead",
    needs: ["PreToolUse", "deny"],
    setting: userHook("PreToolUse", { builtin: "protect-commands" }, DESTRUCTIVE),
    changes: [not(toolRan), isTold("Instead: "), isTold("snaphook why ")],
    keeps: [endsByItself, goesOnAfterTool],
    otherwise: unchanged,
  },
  {
    id: "rewrite",
    title: "a rewrite changes what runs",
    needs: ["PreToolUse", "rewrite"],
    setting: userHook("PreToolUse", {
      command: specific("PreToolUse", { updatedInput: { command: `touch ${REWRITTEN_MARK}` } }),
    }),
    changes: [hookRan, rewrittenRan, not(toolRan)],
    keeps: [endsByItself, turnsAre(2)],
    otherwise: { changes: [hookRan, not(toolRan), isTold("Use this input instead")], keeps: [endsByItself] },
  },
  {
    id: "ask-headless",
    title: "an ask without a person does not let the tool run",
    setting: userHook("PreToolUse", { command: prints({ decision: "ask", reason: "ask the harbour master" }) }),
    needs: ["PreToolUse", "deny"],
    changes: [hookRan, not(toolRan), isTold("ask the harbour master")],
    keeps: [endsByItself],
  },
  {
    id: "ask-permissive",
    title:
      "an ask in the agent's most permissive mode does not let the tool run, also on files the agent itself protects",
    setting: {
      ...userHook(
        "PreToolUse",
        { command: prints({ decision: "ask", reason: "ask the harbour master" }) },
        PROTECTED_FILES,
      ),
      permissive: true,
    },
    control: { script: PROTECTED_FILES, permissive: true },
    needs: ["PreToolUse", "deny"],
    changes: [hookRan, not(toolRan), isTold("ask the harbour master")],
    keeps: [endsByItself],
  },
  {
    id: "deny-prompt",
    title: "a denied prompt never reaches the model",
    needs: ["UserPromptSubmit", "deny"],
    setting: userHook("UserPromptSubmit", denial),
    changes: [hookRan, turnsAre(0), not(toolRan)],
    keeps: [endsByItself],
    otherwise: unchanged,
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
    needs: [event, "context"],
    setting: userHook(event, { command: specific(event, { additionalContext: "the tide turns at noon" }) }),
    changes: [hookRan, modelSees("the tide turns at noon", turn)],
    keeps: [endsByItself, toolRan, turnsAre(2)],
    otherwise: { ...unchanged, keeps: [...unchanged.keeps, not(modelSees("the tide turns at noon", turn))] },
  }),
);

const goOn = `touch ${HOOK_MARK}; echo 'look at the log book' >&2; exit 2`;

const stops: readonly Scenario[] = [
  {
    id: "stop-goes-on",
    title: "a stop hook makes the agent continue once, with its reason",
    needs: ["Stop", "forceContinue"],
    setting: userHook("Stop", { command: goOn }, ONLY_TEXT),
    changes: [hookRan, turnsAre(2), modelSees("look at the log book", 2)],
    keeps: [endsByItself],
    otherwise: { changes: [], keeps: [turnsAre(1), endsByItself] },
  },
  {
    id: "stop-cap",
    title: "a stop hook that always says continue is stopped by the cap",
    needs: ["Stop", "forceContinue"],
    setting: userHook("Stop", { command: goOn, runWhenActive: true }, ONLY_TEXT),
    changes: [hookRan, endsAfterCap(CAP)],
    keeps: [endsByItself],
    otherwise: { changes: [], keeps: [turnsAre(1), endsByItself] },
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
    needs: ["PreToolUse", "deny"],
    changes: [hookRan, not(toolRan), isTold("could not decide")],
    keeps: [endsByItself, goesOnAfterTool],
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

export const SCENARIOS: readonly Scenario[] = [
  ...verdicts,
  ...contexts,
  ...stops,
  ...guardFailures,
  ...observerFailures,
  ...failureScenarios,
  ...wiringScenarios,
  ...(THROUGH_DAEMON ? daemonScenarios : []),
];
