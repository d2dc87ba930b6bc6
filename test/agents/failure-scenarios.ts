/** Every kind of failure, one call of a tool each, in as few runs as possible: guards hold, observers do not matter. */
import type { AgentDriver } from "./driver.js";
import { endsByItself, exists, type Fact, HOOK_MARK, hookRan, not, someoneIsTold } from "./facts.js";
import type { DaemonFault } from "./run-daemon.js";
import type { Scenario } from "./scenario.js";
import type { ScriptStep } from "./world.js";

const script = (first: string, name: string) => `printf '#!${first}\\n' > ${name}`;

/** What a hook of each kind does. Where the system has no handles left is shown without an agent. */
const KINDS: Readonly<Record<string, object>> = {
  missing: { command: "exec ./no-such-script" },
  "not-executable": { command: `${script("/bin/sh", "plain.sh")}; exec ./plain.sh` },
  interpreter: { command: `${script("/no/such/program", "foreign.sh")}; chmod +x foreign.sh; exec ./foreign.sh` },
  "too-long": { command: `: ${"x".repeat(200_000)}` },
  "exit-1": { command: "exit 1" },
  "exit-77": { command: "exit 77" },
  "exit-2": { command: "exit 2" },
  signal: { command: "kill -9 $$" },
  timeout: { command: "exec sleep 20", timeoutMs: 300 },
  "not-json": { command: "echo hello" },
  "half-json": { command: `printf '{"decision":"al'` },
  "wrong-shape": { command: `echo '{"decision":"perhaps"}'` },
  "too-much": { command: "printf %05000d 0", stdoutLimit: 1000 },
};

const NAMES = Object.keys(KINDS);
const mark = (name: string) => `ran-${name}`;
const ran = (name: string): Fact => exists(mark(name), `the tool ran although, or because, its hook failed: ${name}`);
const ALL_CALLS: readonly ScriptStep[] = [...NAMES.map((name) => ({ shell: `touch ${mark(name)}` })), { text: "done" }];

const hooksWith = (keys: object) => ({
  version: 1,
  hooks: {
    PreToolUse: [
      { id: "seen", command: `touch ${HOOK_MARK}` },
      ...NAMES.map((name) => ({ id: `hook-${name}`, matcher: `Bash(touch ${mark(name)})`, ...KINDS[name], ...keys })),
    ],
  },
});

const endsRun = ({ denyEndsRun }: AgentDriver) =>
  denyEndsRun ? "a denied call ends its run, so that there is no second one" : undefined;

const guards: Scenario = {
  id: "failures-guard",
  title: "a guard that fails in any way keeps the tool from running and is named in the answer",
  needs: ["PreToolUse", "deny"],
  lacks: endsRun,
  setting: { script: ALL_CALLS, user: hooksWith({ guard: true }) },
  changes: [hookRan, ...NAMES.flatMap((name) => [not(ran(name)), someoneIsTold(`hook-${name}`)])],
  keeps: [endsByItself],
};

/** A question without an answer does not let a tool run. */
const attended: Scenario = {
  ...guards,
  id: "failures-guard-attended",
  title: "the same if the agent reports a person and the question stays unanswered",
  lacks: (driver) =>
    driver.attended === undefined ? "without a person it cannot say that there is one" : endsRun(driver),
  setting: { ...guards.setting, attended: true },
};

const observers: Scenario = {
  id: "failures-observer",
  title: "an observer that fails in any way does not stop the tool; only exit 2 denies",
  needs: ["PreToolUse", "deny"],
  lacks: endsRun,
  setting: { script: ALL_CALLS, user: hooksWith({}) },
  changes: [hookRan, not(ran("exit-2"))],
  keeps: [...NAMES.filter((name) => name !== "exit-2").map(ran), endsByItself],
};

const TWO_CALLS: readonly ScriptStep[] = [
  { shell: `touch ${mark("guarded")}` },
  { shell: `touch ${mark("observed")}` },
  { text: "done" },
];

const BROKEN = {
  version: 1,
  hooks: {
    PreToolUse: [
      { id: "hook-guarded", matcher: "Bash(touch ran-guarded)", command: `touch ${HOOK_MARK}; exit 1`, guard: true },
      { id: "hook-observed", matcher: "Bash(touch ran-observed)", command: "exit 1" },
    ],
  },
};

const FAULTS: Readonly<Record<DaemonFault, string>> = {
  down: "is gone and has left its sockets behind",
  hung: "hangs",
  "another version": "is of another version",
};

const daemons = (Object.keys(FAULTS) as DaemonFault[]).map(
  (fault): Scenario => ({
    id: `failures-daemon-${fault.replace(" ", "-")}`,
    title: `while the daemon ${FAULTS[fault]}, a guard that fails denies and an observer does not`,
    needs: ["PreToolUse", "deny"],
    lacks: (driver) => (driver.embedded ? "it answers within the agent's own program" : endsRun(driver)),
    setting: { script: TWO_CALLS, user: BROKEN, daemonFault: fault },
    control: { script: TWO_CALLS },
    changes: [hookRan, not(ran("guarded")), someoneIsTold("hook-guarded")],
    keeps: [ran("observed"), endsByItself],
  }),
);

export const failureScenarios: readonly Scenario[] = [guards, attended, observers, ...daemons];
