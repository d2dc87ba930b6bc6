import { formatFinding } from "../../core/errors.js";
import { type Call, type Command, OK, PROBLEMS } from "../command.js";
import { CHECKS } from "../doctor/checks.js";
import { type Checked, runChecks } from "../doctor/run-checks.js";
import { lookAround } from "../doctor/sight.js";
import { json, paint, safe } from "../print.js";

const command: Command = {
  summary:
    "Look for what keeps hooks from working: versions, wiring, trust, programs, daemon, disk; each with its fix.",
  usage: "",
  example: "snaphook doctor",
  exits: { 1: "something is broken" },
  async run(call) {
    const waiting = (names: readonly string[]) => call.err(paint("grey", `Still looking at: ${names.join(", ")} …`));
    const checked = await runChecks(CHECKS, lookAround(call), waiting);
    const ok = checked.every(({ findings }) => findings.every(({ severity }) => severity !== "error"));
    if (call.json) json(call, { ok, checks: checked });
    else show(call, checked);
    return ok ? OK : PROBLEMS;
  },
};

function show(call: Call, checked: readonly Checked[]): void {
  const all = checked.flatMap(({ findings }) => findings);
  const errors = all.filter(({ severity }) => severity === "error");
  const warnings = all.filter(({ severity }) => severity !== "error");
  for (const found of [...errors, ...warnings])
    call.out(paint(found.severity === "error" ? "red" : "yellow", safe(formatFinding(found))));
  const well = checked.filter(({ findings }) => findings.length === 0).map(({ name }) => name);
  if (well.length > 0) call.out(`${paint("green", "Nothing wrong with")}: ${well.join(", ")}.`);
  call.out(`${count(errors.length, "error")}, ${count(warnings.length, "warning")}.`);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export default command;
