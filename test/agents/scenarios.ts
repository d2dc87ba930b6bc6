/**
 * What every agent has to show. `changes` must hold with the hook and must not hold in the control; `keeps` must
 * hold in both. The control is the same run, wired the same way, without the hooks file, unless it says otherwise.
 * An agent whose adapter does not declare what a scenario needs is held to `otherwise`: the declared loss, and no other.
 */
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { whyUnsupported } from "../../src/adapters/_shared/event-table.js";
import type { Adapter, AgentAbility } from "../../src/adapters/contract.js";
import type { EventName } from "../../src/core/events.js";
import type { AgentDriver } from "./driver.js";
import {
  endsAfterCap,
  endsByItself,
  type Fact,
  failureIsKnown,
  goesOnAfterTool,
  HOOK_MARK,
  hookRan,
  hookRanOnce,
  isTold,
  mcpDenialIsTold,
  modelSees,
  modelSeesOnce,
  not,
  REWRITTEN_MARK,
  restored,
  rewrittenRan,
  someoneIsTold,
  subagentWorked,
  toolRan,
  transcriptEndsWith,
  turnsAre,
} from "./facts.js";
import { PAYLOADS, type ScriptStep, type Setting, TOOL_MARK } from "./world.js";

interface Expected {
  readonly changes: readonly Fact[];
  readonly keeps: readonly Fact[];
}

export interface Scenario extends Expected {
  readonly id: string;
  readonly title: string;
  readonly needs?: readonly [EventName, AgentAbility | "event"];
  /** What the driver or the adapter must bring for it to be run at all; says what is missing. */
  lacks?(driver: AgentDriver): string | undefined;
  readonly setting: Setting;
  readonly control?: Setting;
  readonly otherwise?: Expected;
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
const denied = [hookRan, not(toolRan), isTold("the harbour is closed")];
const unchanged: Expected = { changes: [], keeps: [toolRan, endsByItself, turnsAre(2)] };

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
    title: "a stop hook makes the agent go on once, with its reason",
    needs: ["Stop", "forceContinue"],
    setting: userHook("Stop", { command: goOn }, ONLY_TEXT),
    changes: [hookRan, turnsAre(2), modelSees("look at the log book", 2)],
    keeps: [endsByItself],
    otherwise: { changes: [], keeps: [turnsAre(1), endsByItself] },
  },
  {
    id: "stop-cap",
    title: "a stop hook that never lets go is ended by the cap",
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
  keeps: [endsByItself, goesOnAfterTool],
};

const programGone: Scenario = {
  id: "program-gone",
  title: "when our program is gone the launcher itself denies, and says how to mend it",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it has no launcher" : undefined),
  setting: { script: ONE_TOOL, stage: "program gone" },
  changes: [not(toolRan), someoneIsTold("program is gone")],
  keeps: [endsByItself],
};

const counted = `echo ran >> ${HOOK_MARK}; echo '${JSON.stringify({
  hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "the tide turns at noon" },
})}'`;

const hasProjectFile = (agent: string) =>
  ADAPTERS[agent]?.wiring?.files("project", { home: "/h", project: "/p", environment: {} }).length !== 0;

const twoFiles: Scenario = {
  id: "two-files",
  title: "a hook takes effect once, also when the agent is wired twice",
  lacks: ({ embedded, name, wireAgain }) => {
    if (embedded && !wireAgain) return "it has no config file";
    return wireAgain || hasProjectFile(name) ? undefined : "it reads hooks from one config file only";
  },
  needs: ["PostToolUse", "context"],
  setting: { ...userHook("PostToolUse", { command: counted }), stage: "wired twice" },
  changes: [hookRanOnce, modelSeesOnce("the tide turns at noon", 2)],
  keeps: [toolRan, endsByItself, turnsAre(2)],
  otherwise: { changes: [hookRanOnce], keeps: [toolRan, endsByItself, turnsAre(2)] },
};

const uninstalled: Scenario = {
  id: "uninstall",
  title: "uninstall restores every byte, and the hooks are gone",
  lacks: ({ embedded }) => (embedded ? "there is nothing to uninstall" : undefined),
  setting: { ...userHook("PreToolUse", denial), stage: "uninstalled" },
  control: userHook("PreToolUse", denial),
  changes: [toolRan, not(hookRan)],
  keeps: [restored, endsByItself],
};

const IN_SUBAGENT = {
  script: [{ subagent: "Do your part." }, { text: "done" }],
  subagentScript: [{ shell: `touch ${TOOL_MARK}` }, { text: "my part is done" }],
} as const;

const subagent: Scenario = {
  id: "subagent",
  title: "a guard holds for the tools of a subagent",
  needs: ["PreToolUse", "deny"],
  lacks: ({ subagent: start }) => (start === undefined ? "no subagent could be started without a person" : undefined),
  setting: { ...IN_SUBAGENT, user: fileWith("PreToolUse", { ...denial, matcher: "Bash" }) },
  control: IN_SUBAGENT,
  changes: [hookRan, not(toolRan)],
  keeps: [subagentWorked, endsByItself],
};

const mcp: Scenario = {
  id: "mcp",
  title: "a guard holds for the tools of an MCP server",
  needs: ["PreToolUse", "deny"],
  lacks: ({ mcp: server }) => (server === undefined ? "no MCP server could be added" : undefined),
  setting: userHook("PreToolUse", { ...denial, matcher: "mcp__.*" }, [{ mcp: true }, { text: "done" }]),
  changes: [hookRan, not(toolRan), mcpDenialIsTold("the harbour is closed")],
  keeps: [endsByItself],
};

/** One line per payload. */
const keepsPayload = (id: string) => ({ id, command: `touch ${HOOK_MARK}; (cat; echo) >> ${PAYLOADS}` });

const failedTool: Scenario = {
  id: "failed-tool",
  title: "a hook learns that a shell command failed",
  lacks: ({ name }) => ADAPTERS[name]?.notCovered?.find((gap) => gap.startsWith("whether a shell command failed")),
  setting: {
    // The second call gives an agent that does not wait for hooks at its end the time to tell of the first.
    script: [{ shell: `touch ${TOOL_MARK}; exit 3` }, { shell: "true" }, { text: "done" }],
    user: { version: 1, hooks: { PostToolUse: [keepsPayload("after")], PostToolUseFailure: [keepsPayload("failed")] } },
  },
  changes: [hookRan, failureIsKnown],
  keeps: [toolRan, endsByItself],
};

const transcript: Scenario = {
  id: "transcript",
  title: "the last answer can be read from its transcript",
  needs: ["Stop", "event"],
  lacks: ({ name }) => (ADAPTERS[name]?.transcript === undefined ? "it has no transcript that we read" : undefined),
  setting: userHook("Stop", keepsPayload("probe")),
  changes: [hookRan, transcriptEndsWith("done")],
  keeps: [toolRan, endsByItself],
};

export const SCENARIOS: readonly Scenario[] = [
  ...verdicts,
  ...contexts,
  ...stops,
  ...guardFailures,
  ...observerFailures,
  trust,
  programGone,
  twoFiles,
  uninstalled,
  subagent,
  mcp,
  failedTool,
  transcript,
];

/** The same run without any hook. */
export const controlOf = ({ setting, control }: Scenario): Setting => control ?? { script: setting.script };

/** Why the adapter says that this cannot be done; undefined when it says that it can. */
export function whyNotDeclared({ needs }: Scenario, adapter: Adapter): string | undefined {
  if (needs === undefined) return undefined;
  const [event, ability] = needs;
  const unsupported = whyUnsupported(adapter, event);
  if (unsupported !== undefined || ability === "event") return unsupported;
  return adapter.capability(event, "headless")[ability] ? undefined : `it takes no ${ability} on ${event}`;
}
