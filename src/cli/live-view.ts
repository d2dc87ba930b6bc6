/** Events and decisions as they come, one line each, and the questions that wait for an answer. */
import { isRecord } from "../core/json.js";
import type { Call } from "./command.js";
import { brief, paint, safe } from "./print.js";

const COLOURS = { deny: "red", ask: "yellow", allow: "green" } as const;

export function showLine(call: Call, line: unknown): void {
  if (!isRecord(line)) return;
  if (Array.isArray(line["asks"])) {
    for (const ask of line["asks"].filter(isRecord)) call.out(askText(ask));
    return;
  }
  const { at, agent, event, decision, hooks, ms } = line;
  const colour = COLOURS[decision as keyof typeof COLOURS] ?? "grey";
  const ran = (Array.isArray(hooks) ? hooks : []).filter(isRecord).map(({ id, outcome }) => `${id}: ${outcome}`);
  const time = String(at).slice(11, 19);
  call.out(
    safe(`${time}  ${String(agent).padEnd(12)} ${String(event).padEnd(18)} `) +
      paint(colour, String(decision).padEnd(5)) +
      safe(`  ${ms} ms  ${ran.join(", ")}`),
  );
}

export function askText({ id, agent, tool, summary, reason }: Readonly<Record<string, unknown>>): string {
  const what = summary === undefined ? "(a call from before the daemon was started anew)" : brief(String(summary), 100);
  return [
    paint("yellow", `? ${id}`) + safe(`  ${agent} wants ${tool}: ${what}`),
    ...(reason === undefined ? [] : [safe(`  ${reason}`)]),
    `  snaphook approve ${id}   or   snaphook deny ${id}`,
  ].join("\n");
}
