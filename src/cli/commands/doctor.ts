import { finding } from "../../core/errors.js";
import { namedAgents } from "../agents/known-agents.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { CHECKS } from "../doctor/checks.js";
import { collectContext } from "../doctor/context.js";
import { proveAgents, toProve } from "../doctor/prove-agents.js";
import { type Checked, runChecks } from "../doctor/run-checks.js";
import { showProofs } from "../doctor/show-proofs.js";
import { idleGuards } from "../health/guard-modes.js";
import { amount, findingText, json, paint, refuse, safeName } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Check that hooks work: wiring, trust, daemon, disk.",
  usage: "[--prove [AGENT…]]",
  example: "snaphook doctor --prove claude-code",
  arguments: [{ kind: "agent", many: true }],
  options: {
    prove: {
      type: "boolean",
      help: "Test call through each wired agent's entries; reports whether its denial arrives.",
    },
  },
  exits: { 1: "a check failed, or a wired agent is not live" },
  async run(call) {
    if (call.flags["prove"] === true) return prove(call);
    if (call.args.length > 0) {
      refuse(call, finding("USAGE", "agents can be given only with --prove"));
      return MISUSE;
    }
    const waiting = (names: readonly string[]) => call.err(paint("grey", `Still checking: ${names.join(", ")} …`));
    const checked = await runChecks(CHECKS, collectContext(call), waiting);
    const ok = checked.every(({ findings }) => findings.every(({ severity }) => severity !== "error"));
    if (call.json) json(call, { ok, checks: checked });
    else show(call, checked);
    return ok ? OK : PROBLEMS;
  },
};

async function prove(call: Call): Promise<number> {
  const named = namedAgents(call);
  if ("problem" in named) {
    refuse(call, named.problem);
    return MISUSE;
  }
  const embedded = named.adapters.find(({ wiring }) => wiring === undefined);
  if (embedded !== undefined) {
    refuse(call, finding("AGENT_EMBEDDED", `${embedded.title} has no config file, so there is nothing to test`));
    return MISUSE;
  }
  const sight = collectContext(call);
  const waiting = (titles: readonly string[]) => call.err(paint("grey", `Still testing: ${titles.join(", ")} …`));
  const proofs = await proveAgents(toProve(sight, named.adapters), sight, waiting);
  const ok = proofs.every(({ live }) => live);
  const guards = idleGuards((await sight.plan()).entries);
  if (call.json) json(call, { ok, agents: proofs, guards });
  else showProofs(call, proofs, guards);
  return ok ? OK : PROBLEMS;
}

/** `✗` for checks with an error, `!` for warnings only, `✓` for the rest; each finding with its fix. */
function show(call: Call, checked: readonly Checked[]): void {
  const worst = ({ findings }: Checked) =>
    findings.some(({ severity }) => severity === "error") ? "error" : findings.length > 0 ? "warning" : "ok";
  for (const [state, mark, colour] of MARKS)
    for (const one of checked.filter((other) => worst(other) === state)) {
      const text = (state === "ok" ? CHECKS.find(({ name }) => name === one.name)?.passed : undefined) ?? one.name;
      call.out(`${paint(colour, mark)} ${text}${one.detail === undefined ? "" : `: ${safeName(one.detail)}`}`);
      for (const found of one.findings) call.out(findingText(found).replace(/^/gm, "    "));
    }
  const all = checked.flatMap(({ findings }) => findings);
  const errors = all.filter(({ severity }) => severity === "error").length;
  const passed = checked.filter((one) => worst(one) === "ok").length;
  call.out(
    `\n${amount(passed, "check")} passed, ${amount(errors, "error")}, ${amount(all.length - errors, "warning")}.`,
  );
}

const MARKS = [
  ["error", "✗", "red"],
  ["warning", "!", "yellow"],
  ["ok", "✓", "green"],
] as const;

export default command;
