/** What holds when a daemon answers; run only with one. Everything else has to hold then as it does without. */
import { ADAPTERS } from "../../src/adapters/_registry.js";
import {
  activityIsShown,
  answerIsShown,
  callsAnsweredBy,
  decisionIsShown,
  endsByItself,
  exists,
  firstAnsweredBy,
  goesOnAfterTool,
  HOOK_MARK,
  hookRan,
  hookRanOnce,
  hookRanTimes,
  isTold,
  not,
  promptIsShown,
  someoneIsTold,
  toolRan,
} from "./facts.js";
import { denial, denied, fileWith, prints, type Scenario, userHook } from "./scenario.js";
import { type ScriptStep, TOOL_MARK } from "./world.js";

const NO_DAEMON = "it answers within the agent's own program";
const FIRST_MARK = "first-one-ran";
const firstRan = exists(FIRST_MARK, "the first tool ran");

const TWO_TOOLS: readonly ScriptStep[] = [
  { shell: `touch ${FIRST_MARK}` },
  { shell: `touch ${TOOL_MARK}` },
  { text: "done" },
];

/** Has nothing against the first call and denies the second. */
const deniesSecond = fileWith("PreToolUse", {
  matcher: "Bash",
  guard: true,
  command: `echo ran >> ${HOOK_MARK}; if grep -q ${TOOL_MARK}; then echo '${JSON.stringify({
    decision: "deny",
    reason: "the harbour is closed",
  })}'; fi`,
});

const started: Scenario = {
  id: "daemon-started",
  title: "the first call of a session starts the daemon, and the calls after it go there",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => embedded && NO_DAEMON,
  setting: { ...userHook("PreToolUse", denial), daemon: { startedByAgent: true } },
  changes: [firstAnsweredBy("alone"), ...denied],
  keeps: [callsAnsweredBy("daemon"), goesOnAfterTool, endsByItself],
};

const killed: Scenario = {
  id: "daemon-killed",
  title: "a guard holds when the daemon is killed in the middle of a session, and nothing runs twice or is lost",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => embedded && NO_DAEMON,
  setting: { script: TWO_TOOLS, user: deniesSecond, daemon: { killed: "between calls" } },
  changes: [callsAnsweredBy("daemon", "alone"), hookRanTimes(2), not(toolRan), someoneIsTold("the harbour is closed")],
  keeps: [firstRan, endsByItself],
};

const killedInCall: Scenario = {
  id: "daemon-killed-in-call",
  title: "a call that the daemon was handling when it was killed is denied, and its guard is not run again",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => embedded && NO_DAEMON,
  setting: {
    // The parent of a hook is whoever answers.
    ...userHook("PreToolUse", { guard: true, command: `echo ran >> ${HOOK_MARK}; kill -9 $PPID; sleep 1` }),
    daemon: { killed: "by a hook" },
  },
  changes: [hookRanOnce, not(toolRan), isTold("daemon ended while it checked this call")],
  keeps: [goesOnAfterTool, endsByItself],
};

const capture: Scenario = {
  id: "capture",
  title: "the session can be inspected afterwards: prompt, actions and decisions",
  needs: ["UserPromptSubmit", "event"],
  lacks: ({ embedded }) => embedded && NO_DAEMON,
  setting: { script: TWO_TOOLS, user: deniesSecond, daemon: { timeline: true } },
  control: { script: TWO_TOOLS, daemon: { timeline: true } },
  changes: [decisionIsShown("deny", "the harbour is closed")],
  keeps: [promptIsShown, activityIsShown("Bash", FIRST_MARK), firstRan, endsByItself],
  otherwise: {
    changes: [decisionIsShown("deny", "the harbour is closed")],
    keeps: [not(promptIsShown), activityIsShown("Bash", FIRST_MARK), firstRan, endsByItself],
  },
};

const question = { command: prints({ decision: "ask", reason: "ask the harbour master" }) };

/** Agents that can ask and say when they run without a person. */
const TELLS_ALONE = ["claude-code"];

const approved: Scenario = {
  id: "ask-approved",
  title: "a question that no person at the agent can answer is held, and the tool runs when a person approves",
  needs: ["PreToolUse", "deny"],
  lacks({ name, embedded }) {
    if (embedded) return NO_DAEMON;
    const asks = ADAPTERS[name]?.capability("PreToolUse", "headless").ask ?? false;
    if (asks && !TELLS_ALONE.includes(name))
      return "it takes questions itself, and does not tell that no person is there";
    return undefined;
  },
  setting: { ...userHook("PreToolUse", question), daemon: { person: "allow", timeline: true } },
  changes: [hookRan, answerIsShown("allow", "ask the harbour master")],
  keeps: [toolRan, endsByItself],
};

export const daemonScenarios: readonly Scenario[] = [started, killed, killedInCall, capture, approved];
