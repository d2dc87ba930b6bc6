/** Events and decisions as they come, one line each, and the questions that wait for an answer. */
import { createInterface, type Interface } from "node:readline";
import type { Confirmed } from "../../core/ports.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { brief, paint, printFindings, safe } from "./print.js";
import { wholeText } from "./visible-text.js";

const ONE_LINE = 300;
const COLOURS = { deny: "red", ask: "yellow", allow: "green" } as const;

export interface LiveView {
  /** A person can answer questions here: a terminal, and no agent above it. */
  readonly canAnswer: boolean;
  show(line: unknown): void;
  close(): void;
}

export interface AskDesk {
  /** The whole of an open question: the stream brings long ones in part. */
  find(id: string): Promise<JsonObject | undefined>;
  /** Resolves to what became of it, in words. `by`: the person who has agreed. */
  answer(ask: JsonObject, verdict: "allow" | "deny", by?: Confirmed["by"]): Promise<string>;
}

/** Only a terminal is listened to. */
export async function liveView(call: Call, desk: AskDesk): Promise<LiveView> {
  const shown = new Map<string, JsonObject>();
  const closed = new AbortController();
  const send: (...answer: Parameters<AskDesk["answer"]>) => void = (...answer) =>
    void desk.answer(...answer).then((said) => call.out(said));
  const approve = async (id: string) => {
    const checked = await call.person.isPerson();
    if (!checked.yes) return printFindings(call, [checked.why]);
    const whole = await desk.find(id);
    if (whole === undefined) return;
    call.out(askText(whole));
    const consent = await call.person.confirm("let it run once", closed.signal);
    if (consent.yes) send(whole, "allow", consent.by);
    else if (!closed.signal.aborted) printFindings(call, [consent.why]);
  };
  const listen = () => {
    if (process.stdin.isTTY && !closed.signal.aborted)
      createInterface({ input: process.stdin, signal: closed.signal }).on("line", read);
  };
  function read(this: Interface, line: string): void {
    const [, word, id] = /^\s*(a|approve|d|deny)\s+(\S+)\s*$/.exec(line) ?? [];
    const ask = id === undefined ? undefined : shown.get(id);
    if (word === undefined) return call.out(paint("grey", "Type `approve ID` or `deny ID`; Ctrl-C leaves."));
    if (ask === undefined) return call.out(paint("grey", `There is no open question ${safe(id!)}.`));
    if (word.startsWith("d")) return send(ask, "deny");
    this.close(); // what is typed next is for the question
    void approve(id!).then(listen);
  }
  listen();
  const canAnswer = process.stdin.isTTY && (await call.person.isPerson()).yes;
  return {
    canAnswer,
    show(line) {
      if (!isRecord(line)) return;
      if (line["kind"] === "event" && isRecord(line["record"])) call.out(eventText(line["record"]));
      if (line["kind"] === "asks" && Array.isArray(line["open"])) showNew(line["open"].filter(isRecord));
    },
    close: () => closed.abort(),
  };

  function showNew(open: readonly JsonObject[]): void {
    const added = open.filter((ask) => !shown.has(String(ask["id"])));
    for (const ask of added) call.out(askText(ask));
    if (added.length > 0 && process.stdout.isTTY) process.stdout.write("\u0007"); // the agent waits: call the person
    shown.clear();
    for (const ask of open) shown.set(String(ask["id"]), ask);
  }
}

function eventText({ at, agent, event, payload, verdict, sent, reason, hooks, ms }: JsonObject): string {
  // What the agent was sent is what happened; what the hooks decided stands before it if that differs.
  const told = isRecord(sent) ? sent["verdict"] : verdict;
  const colour = COLOURS[told as keyof typeof COLOURS] ?? "grey";
  const shown = [verdict, ...(told === verdict ? [] : [told])].map((one) => (one === "none" ? "-" : String(one)));
  const ran = (Array.isArray(hooks) ? hooks : []).filter(isRecord).map(hookText);
  const tool = isRecord(payload) && typeof payload["tool_name"] === "string" ? ` ${payload["tool_name"]}` : "";
  const time = new Date(Number(at)).toTimeString().slice(0, 8);
  const what = `${String(event)}${tool}`;
  const why = verdict === "none" || reason === undefined ? "" : `  ${String(reason)}`;
  return (
    safe(`${time}  ${String(agent).padEnd(14)} ${what.padEnd(26)} `) +
    paint(colour, shown.join(" → ").padEnd(5)) +
    safe(`  ${ms} ms  ${ran.join(", ")}${why}`).replaceAll("\n", " ")
  );
}

function hookText({ id, outcome, would }: JsonObject): string {
  const observed = isRecord(would) && would["verdict"] !== undefined;
  return `${id}: ${observed ? `would ${would["verdict"]}` : outcome}`;
}

/** What is approved is what was shown: the question, and how it is answered. */
export function askText(ask: JsonObject): string {
  const { id, expiresAt } = ask;
  const seconds = Math.max(0, Math.round((Number(expiresAt) - Date.now()) / 1000));
  return `${questionText(ask)}\n  snaphook approve ${id}   or   snaphook deny ${id}   within ${seconds} s`;
}

export function questionText({ id, agent, tool, project, input, seenInPart, reason }: JsonObject): string {
  const one = (text: unknown) => brief(String(text), ONE_LINE); // it must not look like lines of ours
  return [
    `${paint("yellow", `? ${id}`)}  ${one(agent)} wants to use ${one(tool)} in ${one(project ?? "an unknown folder")}`,
    ...wholeText(String(input), "    "),
    ...(seenInPart
      ? ["  This is not all of it: it was asked before the daemon was started anew, and can only be denied."]
      : []),
    ...(reason === undefined ? [] : [`  Why it is asked: ${one(reason)}`]),
  ].join("\n");
}
