import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Adapter } from "../../adapters/contract.js";
import { type Finding, finding } from "../../core/errors.js";
import { projectAround } from "../../daemon/backup/folder.js";
import { addRecommended, PROBE_COMMAND, RECOMMENDED, recommendedFiles } from "../../runtime/pack/recommended-hooks.js";
import { offSwitch } from "../../runtime/wiring/off-switch.js";
import { type Reached, reachedHooks } from "../../runtime/wiring/reached-hooks.js";
import { installAgents } from "../agents/install-agents.js";
import { chosenAgents, findProgram, isHere, wirePlaces, wiringPlaces } from "../agents/known-agents.js";
import { demandForPlan } from "../agents/on-demand-events.js";
import { rememberStarter, starterFile, writeStarter } from "../agents/starter-file.js";
import { reportWiring } from "../agents/wiring-report.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { proofFacts } from "../doctor/prove-agents.js";
import { type GuardModes, guardModes, showIdleGuards } from "../health/guard-modes.js";
import { canAsk, typeYes } from "../human/type-yes.js";
import { usesOf } from "../input/in-force.js";
import { openCallPlan } from "../input/inputs.js";
import { isMemoryOn, showOffer, turnOnMemory } from "../memory/offer.js";
import { observesText } from "../output/describe-hook.js";
import { FeatureReport } from "../output/features.js";
import { amount, json, paint, refuse, safe, safeName } from "../output/print.js";

const command: Command = {
  group: "Get started",
  summary: "Wire your agents and enable recommended guards.",
  usage: "[AGENT…] [--yes] [--observe] [--memory] [--rules]",
  example: "snaphook setup --yes",
  arguments: [{ kind: "agent", many: true }],
  options: {
    yes: { type: "boolean", help: "No questions; every step is done. For scripts." },
    observe: { type: "boolean", help: "Observe mode: guards record decisions and block nothing." },
    rules: { type: "boolean", help: "Starter hooks file for the repository here (default: none)." },
    memory: { type: "boolean", help: "Turn memory on. Needs a person, also with --yes (default: off)." },
  },
  exits: { 1: "a step failed or was declined" },
  async run(call) {
    const yes = call.flags["yes"] === true;
    if (!yes && !canAsk(call)) {
      refuse(call, finding("USAGE", "setup asks before each step: run it in a terminal, or add --yes"));
      return MISUSE;
    }
    const chosen = chosenAgents(call);
    if ("problem" in chosen) {
      refuse(call, chosen.problem);
      return MISUSE;
    }
    const { adapters } = chosen;
    const quiet: Call = call.json ? { ...call, out: () => {}, json: false } : call;
    const report = new FeatureReport();
    const agreed = await wireStep(quiet, adapters, yes, report);
    const wired = agreed && !report.hasFailed;
    const added = agreed ? await report.run("guards", undefined, () => recommendStep(quiet, yes, report)) : undefined;
    const proofs = agreed ? await report.run("test call", [], () => proveStep(quiet, adapters, report)) : [];
    const memory = agreed
      ? await report.run("memory", isMemoryOn(call), () => memoryStep(quiet, yes, report))
      : isMemoryOn(call);
    const rules = agreed ? await report.run("rules", undefined, () => rulesStep(quiet, yes, report)) : undefined;
    const modes = await modesHere(call);
    if (call.json)
      json(call, {
        agents: adapters.map(({ name }) => name),
        wired,
        recommended: added ?? [],
        ...modes,
        memory,
        rules: rules ?? null,
        proofs,
        features: report.results,
      });
    else if (agreed) {
      showModes(call, modes);
      if (report.hasFailed) {
        call.out(paint("red", "\nNot everything was set up:"));
        report.show(call);
      }
      showNextSteps(call);
    }
    const isDone = wired && !report.hasFailed && added !== undefined && (memory || call.flags["memory"] !== true);
    return isDone && proofs.every(({ answered, wired: still }) => answered && still) ? OK : PROBLEMS;
  },
};

/** False if the user declined. A failure of one agent is noted, and the others are wired. */
async function wireStep(
  call: Call,
  adapters: readonly Adapter[],
  yes: boolean,
  report: FeatureReport,
): Promise<boolean> {
  call.out(paint("bold", "1. Agents"));
  for (const adapter of adapters) {
    const where = isHere(adapter, call) ? (findProgram(adapter, call) ?? "") : "not found on this machine";
    call.out(`   ${adapter.title}  ${safe(where)}`);
  }
  call.out(paint("bold", "\n2. Config files to edit"));
  const plan = installAgents(call, { put: adapters, take: [], scope: "user", dryRun: true });
  if ("code" in plan) return noted(call, plan, report);
  for (const { place, wired } of plan.files)
    call.out(
      `   ${safeName(place.file.path)}${"problem" in wired ? ` (cannot be edited: ${wired.problem.message})` : ""}`,
    );
  call.out("   Only entries that call Snaphook's launcher are added.\n   `snaphook install --dry-run` shows the diff.");
  if (!(await agrees(call, "Wire these agents?", yes))) return false;
  await demandForPlan(call, adapters);
  const results = installAgents(call, { put: adapters, take: [], scope: "user", dryRun: false });
  if ("code" in results) return noted(call, results, report);
  reportWiring(call, results, { dryRun: false });
  for (const { place, wired } of results.files)
    report.end(place.adapter.name, "problem" in wired ? wired.problem : undefined);
  return true;
}

function noted(call: Call, problem: Finding, report: FeatureReport): true {
  refuse(call, problem);
  report.end("launcher", problem);
  return true;
}

/** Undefined if it failed; empty if there was nothing to add or the user declined. */
async function recommendStep(call: Call, yes: boolean, report: FeatureReport): Promise<readonly string[] | undefined> {
  call.out(paint("bold", "\n3. Recommended guards"));
  for (const path of recommendedFiles(call.places.config)) call.out(`   ${safeName(path)}`);
  call.out("   Existing files are not changed.");
  if (!(await agrees(call, "Add them?", yes))) {
    report.note("guards", "skipped", "declined");
    return [];
  }
  try {
    return addRecommended(call.places.config, call.flags["observe"] === true ? "observe" : "enforce");
  } catch (error) {
    const problem = finding("FILE_UNWRITABLE", (error as Error).message, { file: call.places.config });
    report.end("guards", problem);
    refuse(call, problem);
    return undefined;
  }
}

/** Off unless a person turns it on here: `--yes` alone does not. True if it is on afterwards. */
async function memoryStep(call: Call, yes: boolean, report: FeatureReport): Promise<boolean> {
  const isOn = isMemoryOn(call);
  const wanted = call.flags["memory"] === true;
  call.out(paint("bold", `\n5. Memory (${isOn ? "on" : "off"})`));
  if (isOn) call.out("   `snaphook memory disable` turns it off.");
  else if (yes && !wanted) call.out("   Not turned on. `snaphook memory enable` shows what it stores.");
  if (!isOn) report.note("memory", "skipped", "off");
  if (isOn || (yes && !wanted)) return isOn;
  showOffer(call, "   ");
  if (!wanted && !(await agrees(call, "Turn memory on? It stays off otherwise.", false))) return false;
  const turnedOn = await turnOnMemory(call);
  report.note("memory", turnedOn ? "ok" : "error", turnedOn ? undefined : "it needs a person");
  if (turnedOn) call.out("   Memory is on.");
  return turnedOn;
}

/** Path of the starter hooks file, if one was written: only for the repository here, and only if it was asked for. */
async function rulesStep(call: Call, yes: boolean, report: FeatureReport): Promise<string | undefined> {
  const wanted = call.flags["rules"] === true;
  const root = projectAround(call.places, call.cwd);
  const skipped = (why: string) => void report.note("rules", "skipped", why);
  if (root === undefined) return skipped("this folder is in no repository");
  const folder = join(root, ".snaphook");
  if (!wanted && (yes || existsSync(folder))) return skipped("not asked for");
  call.out(paint("bold", "\n6. Rules of this repository"));
  call.out(`   ${safeName(starterFile(folder))}: hooks for all agents that work in it.`);
  if (!wanted && !(await agrees(call, "Write a starter file?", false))) return skipped("declined");
  const problem = writeStarter(folder, root);
  if (problem !== undefined) {
    call.out(`   ${safe(problem.message)}`);
    if (problem.code !== "FILE_EXISTS") return void report.end("rules", problem);
    return skipped(problem.message);
  }
  rememberStarter(call.places, starterFile(folder));
  report.note("rules", "ok");
  call.out("   Written. `snaphook trust` reviews and approves it.");
  return starterFile(folder);
}

/** The recommended guards, by mode. */
async function modesHere(call: Call): Promise<GuardModes> {
  const { entries } = await openCallPlan(call);
  return guardModes(RECOMMENDED.flatMap((name) => usesOf(name, entries)));
}

function showModes(call: Call, { enforcing, observing, disabled }: GuardModes): void {
  call.out("");
  if (enforcing.length > 0) {
    call.out(paint("bold", "These guards are active:"));
    for (const id of enforcing) call.out(`   ${id}`);
    call.out("Destructive calls are denied. Risky calls are asked about, or denied if no");
    call.out("person can answer. To only observe: snaphook observe NAME");
  }
  call.out("self-protection is always active: it protects Snaphook's own files and settings.");
  if (observing.length > 0) call.out(paint("yellow", observesText(observing)));
  showIdleGuards(call, { observing: [], disabled });
  if (enforcing.length + observing.length + disabled.length === 0)
    call.out(paint("yellow", "No guard was added, so nothing is blocked. `snaphook pack` lists the guards."));
}

function showNextSteps(call: Call): void {
  call.out(`\n${paint("bold", "Next")}`);
  call.raw(
    [
      "   Try it: this command is only checked, not run.",
      `     echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf ~"}}' | snaphook fire PreToolUse --payload -`,
      "   snaphook up          watch calls and decisions live",
      "   snaphook doctor      find problems",
      "   snaphook uninstall   undo: remove Snaphook's entries",
    ].join("\n"),
  );
}

/** Our entries were called by us: an agent whose own config disables hooks will not call them. */
interface Proof extends Reached {
  readonly hooksOff: readonly Finding[];
}

async function proveStep(call: Call, adapters: readonly Adapter[], report: FeatureReport): Promise<Proof[]> {
  call.out(paint("bold", "\n4. Test call through each agent's entries"));
  const facts = proofFacts(call);
  const proofs: Proof[] = [];
  for (const adapter of adapters) {
    const reached = await reachedHooks(wirePlaces(adapter, call, "user"), PROBE_COMMAND, facts);
    const proof = { ...reached, hooksOff: offSwitch(adapter, wiringPlaces(call)) };
    call.out(`   ${adapter.title}: ${proofText(proof)}`);
    for (const found of proof.hooksOff) report.end("test call", found);
    if (!proof.answered || !proof.wired) report.note("test call", "error", `${adapter.name} did not answer`);
    proofs.push(proof);
  }
  call.out(`   This command was sent to the guards as a test and never executed:\n   ${PROBE_COMMAND}`);
  if (proofs.some(({ hooks }) => hooks.length > 0)) call.out("   `snaphook log` shows the decision.");
  return proofs;
}

function proofText({ agent, wired, answered, ms, hooks, denied, wouldDeny, hooksOff }: Proof): string {
  if (!wired) return paint("red", `its config has no entries of Snaphook's; run \`snaphook install ${agent}\``);
  if (!answered) return paint("red", `no answer; run \`snaphook doctor --prove ${agent}\``);
  const [off] = hooksOff;
  if (off !== undefined)
    return paint("red", `answered in ${ms} ms, but ${off.message} (${safeName(off.file ?? "")})\n   ${off.fix}`);
  const said = denied ? " and denied it" : wouldDeny ? "; it would have been denied" : "";
  return hooks.length === 0
    ? `answered in ${ms} ms; no hook matched`
    : `${amount(hooks.length, "hook")} answered in ${ms} ms${said}`;
}

async function agrees(call: Call, question: string, yes: boolean): Promise<boolean> {
  const agreed = yes || (await typeYes(call, `   ${question}`));
  if (!agreed) call.out("   Skipped.");
  return agreed;
}

export default command;
