/** One event of the hook log as a line for people. */
import type { LoggedEvent, LoggedHook } from "../../runtime/record/read-hook-log.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { brief, paint } from "./print.js";

const COLOURS = { deny: "red", ask: "yellow", allow: "green" } as const;

export function logText(logged: LoggedEvent): string {
  const { agent, event, session, decision, sent = decision, presence, hooks, notes } = logged;
  return (
    [
      paint("grey", localTime(logged.at)),
      brief(agent, 18).padEnd(12),
      brief(event, 24).padEnd(16),
      brief(session ?? "-", 8).padEnd(8),
      presence === "background" ? presence : verdictText(decision, sent),
      hooks.map(hookText).join(", ") || paint("grey", "no hooks"),
      ...(logged.id !== undefined && decision in COLOURS ? [paint("grey", `why ${shortRecordId(logged.id)}`)] : []),
      ...(notes.length > 0 ? [paint("grey", [...new Set(notes.map(({ code }) => brief(code, 40)))].join(" "))] : []),
    ].join("  ") + hooks.map(stderrText).join("")
  );
}

/** AX-03: what a hook wrote last, on a line of its own. */
function stderrText({ id, stderr }: LoggedHook): string {
  const last = stderr?.split("\n").findLast((line) => line.trim() !== "");
  return last === undefined ? "" : paint("grey", `\n    ${brief(id, 60)} stderr: ${brief(last, 200)}`);
}

function hookText({ id, outcome, ms, cause, answered, did = [], would }: LoggedHook): string {
  const instead = would === undefined ? answered : `would ${would}`;
  const why = [cause, outcome === "observed" ? answered : instead].filter((part) => part !== undefined).join(" → ");
  const observed = outcome === "observed" && would !== undefined ? `would ${would}` : outcome;
  const what = outcome === "none" && did.length > 0 ? did.join("+") : observed;
  const said = `${brief(id, 60)} ${brief(what, 40)}${why === "" ? "" : ` (${brief(why, 60)})`} ${Math.round(ms)} ms`;
  return outcome === "failed" ? paint("red", said) : said;
}

/** `ask → deny`: decided by the hooks, and what the agent was sent if that differs. */
export function verdictText(decision: string, sent: string): string {
  return coloured(brief(decision, 10)) + (sent === decision ? "" : ` → ${coloured(brief(sent, 10))}`);
}

function coloured(decision: string): string {
  const colour = Object.hasOwn(COLOURS, decision) ? COLOURS[decision as keyof typeof COLOURS] : undefined;
  return colour === undefined ? decision.padEnd(5) : paint(colour, decision.padEnd(5));
}

function localTime(at: string): string {
  const time = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
