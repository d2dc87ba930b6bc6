import { askThroughDaemon } from "../../client/ask-user.js";
import { finding } from "../../core/errors.js";
import { isCi } from "../../core/text/is-ci.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { json, refuse } from "../output/print.js";

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

const command: Command = {
  group: "Approvals",
  summary: "Ask the user a question and print the answer.",
  usage: "--question TEXT [--option LABEL]… [--multi] [--level LEVEL] [--timeout TIME] [--json]",
  example: 'snaphook ask --question "Deploy now?" --option Yes --option No --timeout 5m',
  options: {
    question: { type: "string", value: "TEXT", help: "The question." },
    option: { type: "string", multiple: true, value: "LABEL", help: "A possible answer. Repeat it for several." },
    multi: { type: "boolean", help: "Several options can be chosen." },
    level: { type: "string", value: "LEVEL", kind: ["info", "warning", "error"], help: "Importance (default: info)." },
    timeout: { type: "string", value: "TIME", help: "Time limit, such as 30s, 5m or 1h (default: 5m)." },
  },
  exits: { 1: "no answer: the user declined, could not be asked, or did not answer in time" },
  endsUnread: true,
  async run(call) {
    const { question, option, multi, level = "info", timeout = "5m" } = call.flags;
    const waitSeconds = secondsIn(String(timeout));
    if (typeof question !== "string" || question.trim() === "") return misused(call, "give a --question");
    if (waitSeconds === undefined) return misused(call, "--timeout takes a time from 1s to 24h, such as 5m");
    if (!["info", "warning", "error"].includes(String(level)))
      return misused(call, "--level is info, warning or error");
    const labels = Array.isArray(option) ? (option as readonly string[]) : [];
    const asked = { question, options: labels.map((label) => ({ label })), ...(multi ? { multiSelect: true } : {}) };
    const ci = { ci: isCi(call.environment) };
    const body = { questions: [asked], level: String(level), cwd: call.cwd, waitSeconds, ...ci };
    const { outcome, answers, said, problem } = await askThroughDaemon(call.places, body);
    const answer = answers?.[question];
    if (call.json) json(call, { outcome, ...(answer === undefined ? {} : { answer }), said, problem });
    else if (outcome === "allow") call.out(answer ?? "");
    else
      call.err(
        outcome === "deny" ? `The user declined to answer${said ? `: ${said}` : ""}.` : noAnswer(String(problem)),
      );
    return outcome === "allow" ? OK : PROBLEMS;
  },
};

function noAnswer(problem: string): string {
  return problem.startsWith("no answer") ? `N${problem.slice(1)}.` : `No answer: ${problem}.`;
}

function misused(call: Call, text: string): number {
  refuse(call, finding("USAGE", text));
  return MISUSE;
}

function secondsIn(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(number) * (UNITS[unit] ?? 0);
  return seconds >= 1 && seconds <= 86_400 ? seconds : undefined;
}

export default command;
