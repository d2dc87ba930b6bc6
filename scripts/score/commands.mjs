/** Command lines through all guards as they come: how many are denied, how many are asked. */
import { tally } from "./table.mjs";

const GUARDS = [
  "self-protection",
  "protect-commands",
  "protect-paths",
  "protect-secrets",
  "protect-git",
  "protect-services",
];
const STOPPED = new Set(["destructive", "destructive_service", "malicious"]);
const NO_TARGET = new Set(["ordinary_risky_word", "ordinary_ci_risky_word", "recon", "sensitive_access"]);

export default async function scoreCommands(rows, { BUILTINS }) {
  const judge = judgeWith(BUILTINS);
  const judged = [];
  const times = [];
  // The first decisions are those of code that has never run.
  for (const row of rows.slice(0, 300)) await judge(row.text);
  for (const row of rows) {
    const startedAt = performance.now();
    const answer = await judge(row.text);
    times.push(performance.now() - startedAt);
    judged.push({ ...row, ...answer });
  }
  return {
    notes: [timesNote(times)],
    figures: tally(judged, ["stopped", "denied", "asked"], ({ verdict }) =>
      verdict === undefined ? [] : ["stopped", verdict === "deny" ? "denied" : "asked"],
    ),
    missed: judged.filter(
      ({ label, verdict }) => !NO_TARGET.has(label) && STOPPED.has(label) === (verdict === undefined),
    ),
  };
}

function timesNote(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(3)} ms`;
  return `One decision of all guards: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}.`;
}

const home = "/home/dev";
const project = `${home}/project`;
/** Nowhere. */
export const PLACE = {
  home,
  config: `${home}/.config/snaphook`,
  managed: "/etc/snaphook",
  data: `${home}/.local/share/snaphook`,
  state: `${home}/.local/state/snaphook`,
  cache: `${home}/.cache/snaphook`,
  sockets: "/run/user/1000/snaphook",
  project,
  cwd: project,
  platform: "linux",
  environment: {},
};

export function callOf(command) {
  return { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: project };
}

/** The strictest answer of all guards to a command, in a folder that is nowhere. */
export function judgeWith(builtins) {
  const services = { state: { read: async () => undefined }, level: "user", now: () => 0, emit: () => {} };
  const guards = GUARDS.flatMap((name) => (name in builtins ? [builtins[name].make(PLACE, {}, services)] : []));
  return async (command) => {
    const payload = callOf(command);
    const answers = [];
    for (const guard of guards) {
      const answer = await guard(payload);
      if (answer?.verdict !== undefined) answers.push(answer);
    }
    const denials = answers.filter(({ verdict }) => verdict === "deny");
    const equal = denials.length > 0 ? denials : answers;
    const strictest = equal.find(({ incidental }) => incidental !== true) ?? equal[0];
    return { verdict: strictest?.verdict, reason: strictest?.reason };
  };
}
