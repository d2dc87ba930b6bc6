import { finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import { isRecord } from "../../core/text/json.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { askOfDecision } from "../human/answer-ask.js";
import { exceptable } from "../human/exceptable.js";
import { findRecord, isRecordId } from "../input/find-record.js";
import { refusingUnusable } from "../input/read-store.js";
import { askText } from "../output/live-view.js";
import { brief, json, paint, refuse, safe, table } from "../output/print.js";
import { recordedEffects, type SeenEffect } from "../output/recorded-effects.js";
import { dayAndTime } from "../output/times.js";

const command: Command = {
  summary: "Explain one decision: what was asked, which hooks said what, and what a guard saw in the call.",
  usage: "ID",
  example: "snaphook why 3f9a1c2d",
  exits: { 1: "there is no record of it" },
  run: (call) =>
    refusingUnusable(call, async () => {
      const [id = ""] = call.args;
      if (!isRecordId(id) || call.args.length > 1) {
        refuse(call, finding("USAGE", "give the id that stands at the end of a guard's reason, or in `snaphook log`"));
        return MISUSE;
      }
      const record = await findRecord(call, id);
      const open = record === undefined ? await askOfDecision(call, id) : undefined;
      if (open !== undefined) {
        if (call.json) json(call, { open });
        else call.out(`This question is still open.\n${askText(open)}`);
        return OK;
      }
      if (record === undefined) {
        refuse(call, finding("DECISION_UNKNOWN", `there is no record of a decision "${id}"`));
        return PROBLEMS;
      }
      const effects = recordedEffects(record, call.places.home);
      // `gravity` is the old name of `severity`, kept for one release.
      if (call.json)
        json(call, { ...record, effects: effects.map((effect) => ({ ...effect, gravity: effect.severity })) });
      else call.out(whyText(record, effects, "guard" in (await exceptable(call, record))));
      return OK;
    }),
};

function whyText(record: EventRecord, effects: readonly SeenEffect[], mayBeExcepted: boolean): string {
  const { payload, reason, project } = record;
  const tool = typeof payload["tool_name"] === "string" ? ` ${brief(payload["tool_name"], 60)}` : "";
  const input = isRecord(payload["tool_input"]) ? JSON.stringify(payload["tool_input"]) : undefined;
  const said = record.hooks.map(({ id, source, outcome, ms, cause, answered }) => [
    `  ${brief(id, 60)}`,
    outcome === "none" ? "no opinion" : outcome,
    `${Math.round(ms)} ms`,
    brief(source, 60),
    brief([cause, answered].filter((part) => part !== undefined).join(" → "), 100),
  ]);
  const seen = effects.map(({ kind, severity, target, certainty, words }) => [
    `  ${kind}`,
    paint(severity === "destructive" ? "red" : severity === "risky" ? "yellow" : "grey", severity),
    certainty,
    brief(target?.name ?? "", 80),
    brief(words, 80),
  ]);
  return [
    `${paint("bold", record.verdict === "none" ? "no opinion" : record.verdict)} on ${brief(record.event, 40)}${tool}, ${dayAndTime(record.at)}, ${brief(record.agent, 40)}`,
    ...(project === undefined ? [] : [`  in       ${safe(project)}`]),
    ...(input === undefined ? [] : [`  input    ${brief(input, 500)}`]),
    ...(reason === undefined ? [] : [`  reason   ${safe(reason)}`]),
    ...(said.length === 0 ? ["", "No hook was for this call."] : ["", "Hooks:", table(said)]),
    ...(seen.length === 0 ? [] : ["", "What guards see in this call:", table(seen)]),
    ...(record.notes.length === 0
      ? []
      : ["", `Notes: ${[...new Set(record.notes.map(({ code }) => brief(code, 40)))].join(", ")}`]),
    ...(mayBeExcepted
      ? [
          "",
          `A false alarm? \`snaphook except ${shortRecordId(record.id)} --for 7d\` lets this exact call pass in this project.`,
        ]
      : []),
  ].join("\n");
}

export default command;
