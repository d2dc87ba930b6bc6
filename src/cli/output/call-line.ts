/**
 * One call on one line, for `log` and the live view:
 * `14:03:21 ✗ codex  rm -rf ~/important   protect-commands: deletes your home directory`
 */
import { primaryArgument } from "../../core/events/tools.js";
import {
  ASK_GONE,
  EVALUATED,
  type EventRecord,
  type NoteRecord,
  SWITCHED_OFF,
  turnNotes,
} from "../../core/records/records.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { oneLine, paint } from "./print.js";
import { outputWidth } from "./terminal.js";
import { cutText, textWidth } from "./text-width.js";
import { momentText } from "./times.js";

export interface LineHook {
  readonly id: string;
  readonly outcome: string;
  readonly cause?: string;
  readonly answered?: string;
  readonly did?: readonly string[];
  readonly reason?: string;
  /** What an observing hook would have answered. */
  readonly would?: string;
}

export interface LineCall {
  /** Of the record; `snaphook why` takes it. */
  readonly id?: string;
  readonly at: number;
  readonly agent: string;
  readonly event: string;
  readonly session?: string;
  readonly verdict: string;
  /** What the agent was sent. */
  readonly sent: string;
  readonly reason?: string;
  readonly hooks: readonly LineHook[];
  readonly notes: readonly NoteRecord[];
  /** Absent if the event was not recorded. */
  readonly payload?: JsonObject;
}

const MARKS = {
  deny: ["red", "✗"],
  ask: ["yellow", "?"],
  allow: ["green", "✓"],
  would: ["yellow", "○"],
  failed: ["red", "!"],
  paused: ["yellow", "‖"],
  none: ["grey", "·"],
} as const;

/** What the marks mean. */
export const LEGEND = "✓ allowed  ✗ denied  ? asked  ○ observed only  ! failed  ‖ paused  · no opinion";

/** Of a call that hooks may have stopped otherwise; its note says which. */
export const HOOKS_PAUSED = "hooks were paused";

const AGENT_COLUMNS = 11;
const GAP = "   ";
/** Narrower terminals leave out the id. */
const WIDTH_WITH_ID = 60;
const LEAST_WHY = 24;
const LEAST_WHAT = 14;
/** Less of a reason says nothing. */
const LEAST_PART = 8;
/** The start of a reason that ends before its first word, or soon after that word's start. */
const NAME_ONLY = /^(?:\S+:(?: \S{0,3})?)?…$/;
/** Only their own hooks make them worth a line: the call has one already. */
const AFTER_CALL = new Set(["PostToolUse", "PostToolUseFailure", "PermissionResult", "PostToolBatch"]);

export function lineOfRecord(record: EventRecord): LineCall {
  return {
    ...record,
    sent: (record.sent ?? record).verdict,
    hooks: record.hooks.map(({ would, ...hook }) => ({
      ...hook,
      ...(would === undefined ? {} : { would: [would.verdict ?? [], would.did ?? []].flat().join("+") }),
      ...(hook.reason === undefined && would?.reason !== undefined ? { reason: would.reason } : {}),
    })),
  };
}

/** False for events that only repeat what the line of their call says. */
export function isWorthALine({ event, hooks }: LineCall): boolean {
  return !AFTER_CALL.has(event) || hooks.some(hasOpinion);
}

export function callLine(call: LineCall, width = outputWidth()): string {
  const [colour, mark] = MARKS[markOf(call)];
  const head = `${momentText(call.at)} ${paint(colour, mark)} ${oneLine(call.agent).padEnd(AGENT_COLUMNS)}  `;
  const what = `${isSubagent(call) ? "  ↳ " : ""}${whatText(call)}`;
  const why = whyText(call);
  // Without a record there is nothing that `why` could explain.
  const id = call.id !== undefined && call.payload !== undefined ? shortRecordId(call.id) : "";
  if (!Number.isFinite(width)) {
    const session = call.session === undefined ? "" : `session ${oneLine(call.session)}`;
    const last = [id === "" ? "" : `why ${id}`, session].filter((part) => part !== "").join(", ");
    return `${head}${what}${why === "" ? "" : GAP + why}${last === "" ? "" : `${GAP}(${last})`}`;
  }
  const tail = id !== "" && width >= WIDTH_WITH_ID ? `  ${id}` : "";
  const room = Math.max(0, width - textWidth(head) - tail.length);
  const { shownWhat, shownWhy } = inRoom(what, why, room);
  const used = textWidth(shownWhat) + (shownWhy === "" ? 0 : GAP.length + textWidth(shownWhy));
  const space = tail === "" ? "" : " ".repeat(Math.max(0, room - used));
  const because = shownWhy === "" ? "" : `${GAP}${paint(colour, shownWhy)}`;
  return `${head}${shownWhat}${because}${space}${paint("grey", tail)}`;
}

/** The reason gives way to the command on a narrow terminal, and is left out if too little of it would be left. */
function inRoom(what: string, why: string, room: number): { readonly shownWhat: string; readonly shownWhy: string } {
  const left = room - GAP.length - Math.min(textWidth(what), LEAST_WHAT);
  if (why === "" || left < LEAST_PART) return { shownWhat: cutText(what, room), shownWhy: "" };
  const forWhy = Math.max(LEAST_WHY, Math.floor(room / 2), room - GAP.length - textWidth(what));
  const shownWhy = cutWhy(why, Math.min(left, forWhy), textWidth(what) > room - GAP.length - forWhy ? left : 0);
  return { shownWhat: cutText(what, room - GAP.length - textWidth(shownWhy)), shownWhy };
}

/** Shows more than the hook that decided, if that fits. `more`: the columns that it may take from a command that is cut. */
function cutWhy(why: string, columns: number, more: number): string {
  const cuts = [cutText(why, columns), cutText(why, more), cutText(why, columns, "anywhere")];
  return cuts.find((cut) => !NAME_ONLY.test(cut)) ?? cuts[0]!;
}

/** What counts it, and how it is marked. */
export function markOf({ verdict, sent, hooks, notes }: LineCall): keyof typeof MARKS {
  if (verdict === "ask" && notes.some(({ code }) => code === ASK_GONE)) return "ask";
  if (sent === "deny" || sent === "ask" || sent === "allow") return sent;
  if (notes.some(({ code }) => code === "ASK_ANSWERED")) return "allow";
  if (hooks.some(({ outcome }) => outcome === "failed")) return "failed";
  if (hooks.some(({ would = "" }) => /deny|ask/.test(would))) return "would";
  if (hooks.some(isLetPass)) return "allow";
  return notes.some(({ code }) => code === SWITCHED_OFF) ? "paused" : "none";
}

/** An exception or a rule of the user covered what a guard would have stopped. */
function isLetPass({ outcome, reason = "" }: LineHook): boolean {
  return outcome === "none" && / allowed this call(?: by a rule of .|: .+ made an exception for it)/.test(reason);
}

/** The command, the file, the prompt: what the call is about. */
export function whatText({ event, payload }: LineCall): string {
  if (payload === undefined) return `${oneLine(event)} (not recorded)`;
  const text = (field: string) => (typeof payload[field] === "string" ? oneLine(payload[field]) : "");
  const tool = text("tool_name");
  if (event === EVALUATED) return `governance: ${text("action")} ${text("rule")}`.trim();
  if (tool !== "") return `${AFTER_CALL.has(event) ? "after " : ""}${toolText(tool, payload["tool_input"])}`;
  switch (event) {
    case "UserPromptSubmit":
      return `prompt: ${text("prompt")}`;
    case "SessionStart":
      return `session started${text("source") === "" ? "" : ` (${text("source")})`}`;
    case "SessionEnd":
      return "session ended";
    case "Stop":
      return "turn ended";
    case "SubagentStart":
      return `subagent ${text("agent_type") || "started"}`;
    case "SubagentStop":
      return `subagent ${text("agent_type")} ended`;
    case "Notification":
      return `notification: ${text("message")}`;
    default:
      return oneLine(event);
  }
}

export function toolText(tool: string, input: unknown): string {
  const argument = oneLine(primaryArgument(tool, input) ?? (isRecord(input) ? JSON.stringify(input) : ""));
  return tool === "Bash" && argument !== "" ? argument : `${tool} ${argument}`.trim();
}

/** Who decided and why. Hooks without an opinion are not listed. */
function whyText(call: LineCall): string {
  const { hooks, notes } = call;
  const by = decidingHook(call);
  const others = hooks.filter((hook) => hook !== by && isNotable(hook)).map(hookText);
  const answered = answerText(call);
  const first =
    by === undefined ? reasonOf(call) : [oneLine(by.id), reasonOf(call, by)].filter((part) => part !== "").join(": ");
  const paused = markOf(call) === "paused" ? HOOKS_PAUSED : "";
  return [answered, first, paused, ...others, ...turnTexts(notes)].filter((part) => part !== "").join("; ");
}

/** Turns that hooks asked for, and why there was none; a log without records has only the codes. */
export function turnTexts(notes: readonly NoteRecord[]): string[] {
  return turnNotes(notes).map(({ code, message }) => oneLine(message === undefined ? code : `${code}: ${message}`));
}

function decidingHook({ verdict, hooks }: LineCall): LineHook | undefined {
  return verdict === "none" ? undefined : hooks.find((hook) => (hook.answered ?? hook.outcome) === verdict);
}

/** If the agent was sent something else than the hooks decided. */
function answerText({ verdict, sent, notes, payload }: LineCall): string {
  if (verdict === sent) return "";
  const has = (code: string) => notes.some((note) => note.code === code);
  const answered = notes.find(({ code }) => code === "ASK_ANSWERED");
  if (answered !== undefined)
    return `${sent === "deny" ? "denied" : approvedWord(payload?.["tool_name"])} ${personText(answered)}`;
  if (has(ASK_GONE)) return `${verdict}, nothing was sent: the agent had gone`;
  if (has("ASK_UNATTENDED")) return "needs approval, no person could be asked";
  return `${verdict === "none" ? "no opinion" : verdict}, sent as ${sent === "none" ? "no opinion" : sent}`;
}

/** A question of the agent itself is not approved. */
export function approvedWord(tool: unknown): string {
  return tool === "AskUserQuestion" ? "answered" : "approved";
}

/** Who answered, through which channel and when, as the note ASK_ANSWERED says. */
export function answererIn(message: string): {
  readonly user?: string;
  readonly channel?: string;
  readonly at?: number;
} {
  const [, user, channel] = /\. By (\S{1,64}) \(([\w-]{1,20})[,)]/.exec(message) ?? [];
  const at = Date.parse(/\) at ([\d:TZ-]{20})\./.exec(message)?.[1] ?? "");
  return {
    ...(user === undefined || channel === undefined ? {} : { user, channel }),
    ...(Number.isNaN(at) ? {} : { at }),
  };
}

/** Who answered, through which channel, and for what; a log without records has only the code of the note. */
function personText({ message = "" }: NoteRecord): string {
  const { user, channel } = answererIn(message);
  const scope = message.includes("for 60 minutes")
    ? ", for 60 minutes"
    : message.includes("made a rule")
      ? ", with a rule"
      : "";
  return user === undefined ? "by a person" : `by ${oneLine(user)} (${channel}${scope})`;
}

/** The first sentence, without the command, which stands beside it, and without the id. */
function reasonOf(call: LineCall, by?: LineHook): string {
  if (by?.outcome === "failed") return failureText(by);
  const reason = call.verdict === "none" ? undefined : (call.reason ?? by?.reason);
  if (reason === undefined) return "";
  const said = oneLine(reason).replace(/ {0,4}\(snaphook why [\da-f-]{1,64}\)/, "");
  const command = whatText(call);
  const short = said.startsWith(`\`${command}\` `) ? said.slice(command.length + 3) : said;
  return /^.*?[.!?](?= [A-Z])/.exec(short)?.[0].replace(/\.$/, "") ?? short.replace(/\.$/, "");
}

function hookText(hook: LineHook): string {
  const id = oneLine(hook.id);
  if (hook.outcome === "failed") return `${id}: ${failureText(hook)}`;
  if (hook.would !== undefined && hook.would !== "")
    return `${id} would ${oneLine(hook.would)}${hook.reason === undefined ? "" : `: ${oneLine(hook.reason)}`}`;
  // An exception or a rule let it pass.
  if (hook.outcome === "none" && hook.reason !== undefined) return oneLine(hook.reason);
  return `${id}: ${(hook.did ?? []).map((one) => DID[one] ?? oneLine(one)).join(", ") || oneLine(hook.outcome)}`;
}

const DID: Readonly<Record<string, string>> = {
  rewrite: "changed the input",
  context: "added context",
  "new output": "changed the output",
  "go on": "made the agent continue",
  message: "sent a message",
  stop: "ended the run",
};

function failureText({ cause, answered, would = "" }: LineHook): string {
  const failed = `failed${cause === undefined ? "" : ` (${oneLine(cause)})`}`;
  if (would !== "") return `${failed}, would ${oneLine(would)}`;
  return answered === "deny" || answered === "ask" ? `${failed}, so the answer is ${answered}` : failed;
}

function isNotable(hook: LineHook): boolean {
  return hook.outcome === "failed" || (hook.would ?? "") !== "" || (hook.did ?? []).length > 0;
}

function hasOpinion(hook: LineHook): boolean {
  return isNotable(hook) || ["deny", "ask", "allow"].includes(hook.outcome);
}

function isSubagent({ payload }: LineCall): boolean {
  return typeof payload?.["agent_id"] === "string";
}
