/** Scheduled jobs. Listing them is everyday work. */
import { operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { inputText } from "../../model/input-text.js";
import { type Invocation, UNKNOWN } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { optionValues } from "../../services/options.js";
import type { Program } from "../contract.js";

const INSTEAD = "ask the user to change scheduled jobs";

const schedules: Program = {
  names: [
    "crontab",
    "at",
    "batch",
    "systemd-run",
    "schtasks",
    "register-scheduledtask",
    "new-scheduledtask",
    "unregister-scheduledtask",
  ],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    return invocation.program === "crontab" ? crontab(invocation) : changes(invocation, where);
  },
};

export default schedules;

function crontab(invocation: Invocation): Effect[] {
  const line = lineOf(invocation);
  const removes = invocation.args.some(
    ({ text }, at) => /^-[a-z]{0,3}r[a-z]{0,3}$/.test(text) && invocation.args[at - 1]?.text !== "-u",
  );
  if (removes) return [made(invocation, "destructive", "deletes all scheduled jobs")];
  if (/ -\w{0,4}l/.test(line) || / -[VT]/.test(line)) return [];
  const reads = operands(invocation, ["-u", "-n", "-s"]).length > 0 || invocation.input.kind !== "none";
  if (/ -e/.test(line) || reads) return [made(invocation, "risky", "changes scheduled jobs")];
  return [];
}

const LOOKS = /^ (?:-l|-c|-V|-q \S -l)(?:\s|$)|^ \/query/i;

const AWAY = /(?:^|[\s;&|"'=>])(?:[/~$]|curl|wget|nc|ncat|ssh|bash|sh|python\d?|perl|nohup|eval|base64)/;

function isPlain(invocation: Invocation, where: Where): boolean {
  const [file] = optionValues(invocation, ["-f"]);
  if (file !== undefined) return /^[\w][\w./-]{0,200}$/.test(file) && !file.includes("..");
  const text = inputText(invocation.input, where);
  return text !== undefined && !text.includes(UNKNOWN) && !AWAY.test(text);
}

function changes(invocation: Invocation, where: Where): Effect[] {
  const line = lineOf(invocation);
  if (LOOKS.test(line)) return [];
  if (/^(?:at|batch)$/.test(invocation.program ?? "") && invocation.input.kind === "none" && !/ -\w{0,3}f/.test(line))
    return [];
  // The scheduled command is analysed separately; a project script or an inline command is visible.
  if (/^(?:at|batch)$/.test(invocation.program ?? "") && isPlain(invocation, where)) return [];
  if (invocation.program === "systemd-run" && !/ --(?:on-\w|unit|timer-property|path-property|service-type)/.test(line))
    return [];
  return [made(invocation, "risky", "schedules a command to run later or in the background")];
}

function made(invocation: Invocation, severity: Effect["severity"], what: string): Effect {
  return effectOf(invocation, { kind: "persistence", severity, what, instead: INSTEAD });
}
