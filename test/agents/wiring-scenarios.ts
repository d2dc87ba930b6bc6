/** What holds however an agent is wired, and for everything its hooks can see: subagents, MCP tools, failures, transcripts. */
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { CODE, TERMINAL } from "../support/on-terminal.js";
import { PROGRAM } from "../support/program.js";
import { everyday } from "./everyday-scenario.js";
import {
  endsByItself,
  failureIsKnown,
  goesOnAfterTool,
  HOOK_MARK,
  hookRan,
  hookRanOnce,
  isLeftAtHome,
  isRecordedAsStopped,
  isRefusedIn,
  lossIsTold,
  mcpDenialIsTold,
  modelSeesOnce,
  not,
  restored,
  someoneIsTold,
  subagentWorked,
  toolRan,
  transcriptEndsWith,
  turnsAre,
} from "./facts.js";
import { denial, denied, fileWith, ONE_TOOL, type Scenario, userHook } from "./scenario.js";
import { PAYLOADS, type Setting, TOOL_MARK } from "./world.js";

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
  title: "if the Snaphook program is missing, the launcher denies and says how to repair it",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it has no launcher" : undefined),
  setting: { script: ONE_TOOL, stage: "program gone" },
  changes: [not(toolRan), someoneIsTold("program is missing")],
  keeps: [endsByItself],
};

const programEmpty: Scenario = {
  ...programGone,
  id: "program-empty",
  title: "if a power loss left the Snaphook program empty, the launcher denies",
  setting: { script: ONE_TOOL, stage: "program empty" },
};

const killedAfterAnswer: Scenario = {
  id: "killed-after-answer",
  title: "if the Snaphook program is killed right after its denial, the agent gets one denial and obeys it",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it has no launcher" : undefined),
  setting: { ...userHook("PreToolUse", denial), stage: "killed after its answer" },
  control: { script: ONE_TOOL },
  changes: denied,
  keeps: [endsByItself],
};

const configDamaged: Scenario = {
  id: "config-damaged",
  title: "if the user's config lost its first brace, its guard still denies and names the file",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it reads its hooks when it starts" : undefined),
  setting: { ...userHook("PreToolUse", { ...denial, guard: true }), stage: "config damaged" },
  control: { script: ONE_TOOL },
  changes: [not(toolRan), someoneIsTold("hooks.json")],
  keeps: [endsByItself],
};

const launcherGone: Scenario = {
  id: "launcher-gone",
  title: "if the launcher is missing, no tool runs, and the model or the user sees why",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it has no launcher" : undefined),
  notDeclared: ({ failures }) =>
    failures.launcherGone === "goes on" ? "it goes on when a hook cannot be started" : undefined,
  setting: { script: ONE_TOOL, stage: "launcher gone" },
  changes: [not(toolRan), lossIsTold],
  keeps: [endsByItself],
  otherwise: { changes: [], keeps: [toolRan, endsByItself] },
};

const counted = `echo ran >> ${HOOK_MARK}; echo '${JSON.stringify({
  hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "the tide turns at noon" },
})}'`;

const hasProjectFile = (agent: string) =>
  ADAPTERS[agent]?.wiring?.files("project", { home: "/h", project: "/p", environment: {} }).length !== 0;

const twoFiles: Scenario = {
  id: "two-files",
  title: "a hook takes effect once, even if the agent is wired twice",
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

const THESIS = "important/thesis.txt";
/** Codex refuses `rm -f` by itself. */
const deletesAtHome = (stage: Setting["stage"]): Setting => ({
  script: [{ shell: "rm -r ~/important" }, { text: "done" }],
  atHome: { [THESIS]: "ten years of work" },
  ...(stage === undefined ? {} : { stage }),
});

const setUp: Scenario = {
  id: "setup",
  title: "after `setup --yes` a folder in the home directory is not deleted",
  needs: ["PreToolUse", "deny"],
  lacks: ({ embedded }) => (embedded ? "it is not set up, but embeds us" : undefined),
  setting: deletesAtHome("set up"),
  control: deletesAtHome(undefined),
  changes: [isLeftAtHome(THESIS), isRecordedAsStopped],
  keeps: [endsByItself],
};

const TYPED = [{ opens: "bash" }, { types: `touch ${TOOL_MARK}\n` }, { text: "done" }] as const;

const typed: Scenario = {
  id: "typed-input",
  title: "a shell that accepts input without a hook is not started",
  needs: ["PreToolUse", "deny"],
  lacks: ({ typing }) => (typing === undefined ? "no tool of it types into a running program unseen" : undefined),
  setting: { script: TYPED, user: fileWith("PreToolUse", { builtin: "protect-commands" }) },
  control: { script: TYPED },
  changes: [not(toolRan), someoneIsTold("no hook checks what")],
  keeps: [endsByItself],
};

/** What a script that the agent's shell tool starts tries; each way leaves what it was answered in a file. */
const LOOSENING = {
  plain: (command: string) => command,
  clean: (command: string) => `env -i $keep ${command}`,
  orphan: (command: string) => `setsid -f env -i $keep ${command}`,
  "orphan-on-terminal": (command: string) => `setsid -f env -i $keep python3 ${TERMINAL} '${CODE}' '' '{}' ${command}`,
};
const WAYS = Object.entries(LOOSENING);
const COMMANDS = ["disable probe", "off --for 1h"];
const attempts = WAYS.flatMap(([way, wrap]) =>
  COMMANDS.map((args) => {
    const file = `${way}-${args.split(" ")[0]}`;
    return {
      file,
      line: wrap(
        `sh -c '"$0" "$@" > ${file}.said 2>&1; mv ${file}.said ${file}' ${process.execPath} ${PROGRAM} ${args}`,
      ),
    };
  }),
);
const LOOSEN = `keep="HOME=$HOME PATH=$PATH"
for name in XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME; do
  eval "value=\\$$name"; [ -n "$value" ] && keep="$keep $name=$value"
done
${attempts.map(({ line }) => line).join("\n")}
for file in ${attempts.map(({ file }) => file).join(" ")}; do while [ ! -e $file ]; do sleep 0.1; done; done
`;
const LOOSENS = [{ shell: 'sh "$HOME/loosen.sh"' }, { shell: `touch ${TOOL_MARK}` }, { text: "done" }] as const;

const loosened: Scenario = {
  id: "agent-loosens",
  title: "its shell tool cannot disable guards, not even through orphans with a clean environment",
  needs: ["PreToolUse", "deny"],
  setting: {
    script: LOOSENS,
    atHome: { "loosen.sh": LOOSEN },
    user: fileWith("PreToolUse", { ...denial, matcher: `Bash(touch ${TOOL_MARK})` }),
  },
  control: { script: LOOSENS, atHome: { "loosen.sh": LOOSEN } },
  changes: [hookRan, not(toolRan)],
  keeps: [...attempts.map(({ file }) => isRefusedIn(file)), endsByItself],
};

export const wiringScenarios: readonly Scenario[] = [
  setUp,
  everyday,
  typed,
  loosened,
  trust,
  programGone,
  programEmpty,
  killedAfterAnswer,
  configDamaged,
  launcherGone,
  twoFiles,
  uninstalled,
  subagent,
  mcp,
  failedTool,
  transcript,
];
