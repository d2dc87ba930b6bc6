import { finding } from "../../core/errors.js";
import { ASK_GONE, type EventRecord, type HookRunRecord, SWITCHED_OFF } from "../../core/records/records.js";
import type { JsonObject } from "../../core/text/json.js";
import { type RecordedInput, recordedEffects, recordedInput } from "../../daemon/records/recorded-effects.js";
import type { Effect } from "../../effects/model/effect.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { askOfDecision } from "../human/answer-ask.js";
import { exceptable } from "../human/exceptable.js";
import { findEvidence, findRecord, isRecordId } from "../input/find-record.js";
import { refusingUnusable, withStore } from "../input/read-store.js";
import { sessionCalls } from "../input/session-calls.js";
import { givenAt } from "../memory/given-at.js";
import { answererIn, approvedWord, HOOKS_PAUSED } from "../output/call-line.js";
import { withNames } from "../output/json-names.js";
import { askText } from "../output/live-view.js";
import { brief, json, oneLine, paint, refuse, safe, safeName } from "../output/print.js";
import { insteadOf } from "../output/session-timeline.js";
import { table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

/** Of the input; `--json` shows all of it. */
const SHOWN_INPUT = 1_000;

const SHOWN_TEXT = 300;
const STDERR_LINES = 10;
const HEADS = { deny: "red", ask: "yellow", allow: "green", none: "bold" } as const;

const command: Command = {
  group: "Live and history",
  summary: "Explain a decision (default: the last stopped call).",
  usage: "[ID | --hook ID]",
  example: "snaphook why 3f9a1c2d",
  arguments: [{ kind: "text" }],
  options: {
    hook: { type: "string", value: "ID", kind: "hook", help: "Hook whose last call to explain." },
  },
  exits: { 1: "no such record" },
  run: (call) =>
    refusingUnusable(call, async () => {
      const { hook } = call.flags;
      if (typeof hook === "string") {
        if (call.args.length > 0) {
          refuse(call, finding("USAGE", "give the id of a record or --hook, not both"));
          return MISUSE;
        }
        const { lastCallOf } = await import("../input/last-call.js");
        const last = await lastCallOf(call, hook);
        if ("problem" in last) {
          refuse(call, last.problem);
          return PROBLEMS;
        }
        await explain(call, last);
        return OK;
      }
      const [id = lastStopped(call), ...more] = call.args;
      if (id === undefined) {
        refuse(call, finding("DECISION_UNKNOWN", "no call was stopped yet; `snaphook log` shows recent calls"));
        return PROBLEMS;
      }
      if (!isRecordId(id) || more.length > 0) {
        refuse(call, finding("USAGE", "give the id at the end of a guard's reason, or one from `snaphook log`"));
        return MISUSE;
      }
      const record = await findRecord(call, id);
      if (record !== undefined && "problem" in record) {
        refuse(call, record.problem);
        return MISUSE;
      }
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
      await explain(call, record);
      return OK;
    }),
};

async function explain(call: Call, record: EventRecord): Promise<void> {
  const evidence = await findEvidence(call, record);
  const recorded = recordedInput(record, evidence);
  const effects = recordedEffects(record, recorded, call.places.home);
  if (call.json) return json(call, withNames(whyJson(record, recorded, effects)));
  const mayBeExcepted = "guard" in (await exceptable(call, record));
  call.out(whyText(record, recorded, effects, { ...(await around(call, record)), mayBeExcepted }));
}

/** Without an id: the last call that was denied or asked about. */
function lastStopped({ places }: Call): string | undefined {
  for (const { id, decision, sent = decision } of loggedEvents(places.state))
    if (sent === "deny" || sent === "ask" || decision === "ask") return id;
  return undefined;
}

interface Around {
  /** The prompt that led to the call. */
  readonly request?: string;
  /** What the agent did afterwards. */
  readonly instead?: string;
  /** What memory gave it, and what it withheld. */
  readonly memory?: string;
}

/** Only what a daemon has taken in is known by its session. */
async function around(call: Call, { id, session, at }: EventRecord): Promise<Around> {
  if (session === undefined) return {};
  const found = await withStore(call, async (store) => ({
    detail: await store.session(session),
    calls: await sessionCalls(store, session),
    memory: await givenAt(store, id),
  }));
  if (found === undefined) return {};
  const memory = found.memory === undefined ? {} : { memory: found.memory };
  const batch = found.detail?.batches.findLast(({ startedAt }) => startedAt <= at);
  if (batch === undefined) return memory;
  const index = found.calls.findIndex((one) => one.id === id || one.decision?.id === id);
  const end = batch.endedAt ?? Number.POSITIVE_INFINITY;
  const later = found.calls.slice(index + 1).filter((one) => one.at >= at && one.at <= end);
  const instead = index === -1 ? undefined : insteadOf(found.calls[index]!, later, batch);
  return { request: batch.prompt, ...memory, ...(instead === undefined ? {} : { instead }) };
}

/** `gravity` is the old name of `severity`, kept for one release. */
function whyJson(
  { evidence: _, ...record }: EventRecord,
  recorded: RecordedInput | undefined,
  effects: readonly Effect[] | undefined,
): JsonObject {
  return {
    ...record,
    ...(recorded === undefined ? {} : { finalInput: recorded.input, finalInputComplete: recorded.complete }),
    effects: effects?.map((effect) => ({ ...effect, gravity: effect.severity })) ?? null,
  };
}

function whyText(
  record: EventRecord,
  recorded: RecordedInput | undefined,
  effects: readonly Effect[] | undefined,
  { request, instead, memory, mayBeExcepted }: Around & { readonly mayBeExcepted: boolean },
): string {
  const { payload, project, sent, session } = record;
  const tool = typeof payload["tool_name"] === "string" ? ` ${oneLine(payload["tool_name"])}` : "";
  const isGone = record.notes.some(({ code }) => code === ASK_GONE);
  const answer = answerOf(record);
  const verdict = isGone ? record.verdict : answer?.isApproved ? "allow" : (sent ?? record).verdict;
  const reason = isGone ? record.reason : (sent?.reason ?? record.reason);
  const by = record.hooks.find((hook) => (hook.answered ?? hook.outcome) === record.verdict);
  return [
    `${paint(HEADS[verdict], answer?.isApproved ? approvedWord(payload["tool_name"]) : spoken(verdict))} on ${oneLine(record.event)}${tool}, ${dayAndTime(record.at)}, ${oneLine(record.agent)}`,
    ...(answer === undefined ? [] : [`  ${answer.text}`]),
    ...(project === undefined ? [] : [`  in       ${safeName(project)}`]),
    ...(session === undefined ? [] : [`  session  ${oneLine(session)}`]),
    ...(request === undefined ? [] : [`  request  ${brief(request, SHOWN_TEXT)}`]),
    ...(recorded === undefined ? [] : inputText(tool.trim(), recorded, record)),
    ...(by === undefined || record.verdict === "none" ? [] : [`  by       ${oneLine(by.id)} (${oneLine(by.source)})`]),
    ...(reason === undefined ? [] : [`  reason   ${safe(reason)}`]),
    ...(isGone ? ["  sent     nothing: the agent had gone"] : sentText(record)),
    ...(instead === undefined ? [] : [`  instead  ${instead}`]),
    ...(memory === undefined ? [] : [`  memory   ${memory}`]),
    "",
    ...(record.hooks.length === 0 ? [noHooksText(record)] : ["Hooks:", ...hooksText(record)]),
    ...effectsText(effects),
    ...notesText(record.notes),
    ...(mayBeExcepted && answer?.isApproved !== true
      ? [
          "",
          `False alarm? \`snaphook except ${shortRecordId(record.id)} --for 7d\` allows this exact call in this project.`,
        ]
      : []),
  ].join("\n");
}

/** What a person answered, and who. */
function answerOf({
  notes,
  sent,
  payload,
}: EventRecord): { readonly isApproved: boolean; readonly text: string } | undefined {
  const note = notes.find(({ code }) => code === "ASK_ANSWERED");
  if (note === undefined) return undefined;
  const { user = "a person", channel, at } = answererIn(note.message ?? "");
  const isApproved = sent?.verdict !== "deny";
  const what = isApproved ? approvedWord(payload["tool_name"]) : "denied";
  const through = channel === undefined ? "" : ` through ${channel}`;
  return {
    isApproved,
    text: `${what} by ${oneLine(user)}${at === undefined ? "" : ` at ${dayAndTime(at)}`}${through}`,
  };
}

/** A command as it was written; other inputs as JSON. */
function inputText(tool: string, { input, complete }: RecordedInput, record: EventRecord): string[] {
  const isCommand = Object.keys(input).every((key) => key === "command" || key === "description");
  const text = isCommand && typeof input["command"] === "string" ? input["command"] : JSON.stringify(input);
  const redacted = Object.values(record.marks ?? {}).includes("redacted") ? ["secrets are redacted"] : [];
  const remarks = [
    ...(record.input === undefined ? [] : ["after hooks changed it"]),
    ...(complete === false ? ["cut when it was recorded; the rest is not available"] : []),
    ...(complete === "unknown" ? ["recorded by an older version, which may have cut it"] : []),
    ...(process.stdout.isTTY && text.length > SHOWN_INPUT
      ? [`${text.length - SHOWN_INPUT} more characters with --json`]
      : []),
    ...redacted,
  ];
  return [
    `  tried    ${tool === "" || (isCommand && tool === "Bash") ? "" : `${tool} `}${brief(text, SHOWN_INPUT)}`,
    ...(remarks.length === 0 ? [] : [paint("grey", `           (${remarks.join("; ")})`)]),
  ];
}

/** Only if it is not what the hooks decided, or not known. */
function sentText({ verdict, reason, sent }: EventRecord): string[] {
  if (sent === undefined)
    return verdict === "none" ? [] : ["  sent     unknown: recorded by a version that did not keep it"];
  if (sent.verdict === verdict) return [];
  const isShown = reason === undefined || sent.reason === undefined || sent.reason.includes(withoutId(reason));
  const because = isShown ? "" : `: ${safe(reason)}`;
  return [`  decided  ${spoken(verdict)} by the hooks${because}`, `  sent     ${spoken(sent.verdict)} to the agent`];
}

/** The reason of a built-in guard ends with the id for this command. */
function withoutId(reason: string): string {
  return reason.replace(/ {0,4}\(snaphook why [\da-f-]{1,64}\)$/, "");
}

function noHooksText({ notes }: EventRecord): string {
  const isPaused = notes.some(({ code }) => code === SWITCHED_OFF);
  return isPaused ? `No hook ran: ${HOOKS_PAUSED}.` : "No hook matched this call.";
}

function hooksText({ hooks, reason, sent }: EventRecord): string[] {
  const above = [reason ?? "", sent?.reason ?? ""];
  const rows = table(
    [{}, {}, { align: "right" }, { narrow: "cut" }, { narrow: "cut-path", drop: 1 }],
    hooks.map(({ id, source, outcome, ms, cause, answered }) => [
      oneLine(id),
      spoken(outcome),
      `${Math.round(ms)} ms`,
      oneLine([cause, answered].filter((part) => part !== undefined).join(" → ")),
      oneLine(source),
    ]),
    { indent: 2 },
  ).split("\n");
  return hooks.flatMap((hook, index) => [
    rows[index]!,
    ...saidBy(hook, above).map((line) => paint("grey", `    ${line}`)),
  ]);
}

/** `above`: reasons that were printed already. */
function saidBy({ reason, would, stderr }: HookRunRecord, above: readonly string[]): string[] {
  const wouldBe = [would?.verdict ?? [], would?.did ?? []].flat().join(", ");
  return [
    ...(reason === undefined || above.some((text) => text.includes(reason)) ? [] : [`said: ${brief(reason, 300)}`]),
    ...(would === undefined
      ? []
      : [`only observes; it would have answered: ${brief([wouldBe, would.reason ?? []].flat().join(": "), 300)}`]),
    ...(stderr === undefined ? [] : stderrLines(stderr)),
  ];
}

/** The last lines: what a program says in the end is why it ended. */
function stderrLines(stderr: string): string[] {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-STDERR_LINES).map((line) => `stderr: ${brief(line, 300)}`);
}

function effectsText(effects: readonly Effect[] | undefined): string[] {
  if (effects === undefined) return ["", "What guards saw in this call: not available without the complete input."];
  if (effects.length === 0) return [];
  const rows = effects.map(({ kind, severity, target, certainty, words }) => [
    kind,
    paint(severity === "destructive" ? "red" : severity === "risky" ? "yellow" : "grey", severity),
    certainty,
    brief(target?.name ?? "", 80),
    brief(words, 80),
  ]);
  return [
    "",
    "What guards see in this call:",
    table([{}, {}, { drop: 2 }, { narrow: "cut-path" }, { narrow: "cut", drop: 1 }], rows, { indent: 2 }),
  ];
}

function notesText(notes: EventRecord["notes"]): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map(({ code, message }) =>
    message === undefined ? `  ${brief(code, 40)}` : `  ${brief(code, 40)}: ${brief(message, 300)}`,
  );
  return ["", "Notes:", ...new Set(lines)];
}

function spoken(outcome: string): string {
  return outcome === "none" ? "no opinion" : outcome;
}

export default command;
