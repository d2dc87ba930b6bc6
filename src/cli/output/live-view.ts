/**
 * Calls as they come, one line each. On a terminal the oldest pending question is pinned below them with its keys, and a
 * status line. Elsewhere questions are printed like the calls.
 */
import type { Finding } from "../../core/errors.js";
import type { Confirmed } from "../../core/ports.js";
import { isEventRecord } from "../../core/records/read-record.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { callLine, isWorthALine, type LineCall, lineOfRecord, markOf, toolText } from "./call-line.js";
import { canPin, PinnedScreen } from "./pinned-screen.js";
import { amount, brief, oneLine, paint, printFindings } from "./print.js";
import { outputWidth } from "./terminal.js";
import { cutText, textWidth } from "./text-width.js";
import { excerptText, wholeText } from "./visible-text.js";

const ONE_LINE = 300;
const TICK_MS = 1_000;
/** Of which the latency is shown. */
const LAST_CALLS = 1_000;
const CTRL_C = "\u0003";

export interface LiveView {
  /** A person can answer questions here: a terminal, and no agent above it. */
  readonly canAnswer: boolean;
  show(line: unknown): void;
  /** Above the lines that stay. */
  print(text: string): void;
  close(): void;
  /** What was seen so far. */
  summary(): string;
}

export interface AskDesk {
  /** The whole of an open question: the stream brings long ones in part. */
  find(id: string): Promise<JsonObject | undefined>;
  /** Resolves to what became of it, in words. `by`: the person who has agreed. */
  answer(ask: JsonObject, verdict: "allow" | "deny", by?: Confirmed["by"]): Promise<string>;
  /** Reads the person's answers from the terminal and sends them. */
  answerQuestions(ask: JsonObject): Promise<void>;
  /** Why it cannot be approved here. */
  whyNoCode(ask: JsonObject): Promise<Finding | undefined>;
}

/** Keys are read only from a terminal. */
export async function liveView(call: Call, desk: AskDesk): Promise<LiveView> {
  const screen = canPin(call.environment["TERM"]) ? new PinnedScreen() : undefined;
  const print = (text: string) => (screen === undefined ? call.out(text) : screen.print(text));
  const closed = new AbortController();
  const counts = new Counts();
  let open: readonly JsonObject[] = [];
  const hasKeys = process.stdin.isTTY === true;
  const redraw = () => screen?.pin(pinnedText(open, counts, hasKeys));

  const send = async (...answer: Parameters<AskDesk["answer"]>) => print(await desk.answer(...answer));
  /** The same proof of a person as for `snaphook approve`. */
  const approve = async (id: string) => {
    const checked = await call.person.isPerson();
    if (!checked.yes) return printFindings(call, [checked.why]);
    const whole = await desk.find(id);
    if (whole === undefined) return;
    call.out(questionText(whole));
    if (whole["kind"] === "question") return desk.answerQuestions(whole);
    const locked = await desk.whyNoCode(whole);
    if (locked !== undefined) return printFindings(call, [locked]);
    const consent = await call.person.confirm("let it run once", closed.signal);
    if (consent.yes) call.out(await desk.answer(whole, "allow", consent.by));
    else if (!closed.signal.aborted) printFindings(call, [consent.why]);
  };
  const keys = hasKeys ? new Keys(onKey) : undefined;
  function onKey(key: string): void {
    const [first, ...others] = open;
    if (key === CTRL_C) return void process.kill(process.pid, "SIGINT");
    if (first === undefined) return;
    if (key === "d") void send(first, "deny");
    if (key === "n" && others.length > 0) {
      open = [...others, first];
      redraw();
    }
    if (key !== "a") return;
    screen?.pause();
    keys?.stop(); // what is typed next is for the question
    void approve(String(first["id"])).then(() => {
      screen?.resume();
      if (!closed.signal.aborted) keys?.listen();
    });
  }
  keys?.listen();
  const timer = setInterval(() => {
    if (open.length > 0) redraw(); // the time that is left
  }, TICK_MS);
  const canAnswer = hasKeys && (await call.person.isPerson()).yes;
  redraw();
  return {
    canAnswer,
    print,
    show(line) {
      if (!isRecord(line)) return;
      const record = line["kind"] === "event" ? recordOf(line["record"]) : undefined;
      if (record !== undefined) {
        counts.add(record);
        if (isWorthALine(record)) print(callLine(record));
      }
      if (line["kind"] === "asks" && Array.isArray(line["open"])) showAsks(line["open"].filter(isRecord));
      redraw();
    },
    close() {
      closed.abort();
      clearInterval(timer);
      keys?.stop();
      screen?.close();
    },
    summary: () => counts.text(),
  };

  /** In the order in which they are shown now; new ones come last. */
  function showAsks(now: readonly JsonObject[]): void {
    const known = open.map(({ id }) => id);
    const added = now.filter(({ id }) => !known.includes(id));
    if (screen === undefined) for (const ask of added) call.out(askText(ask));
    if (added.length > 0 && process.stdout.isTTY) process.stdout.write("\u0007"); // the agent waits for a person
    const kept = known.map((id) => now.find((one) => one["id"] === id)).filter(isRecord);
    open = [...kept, ...added];
  }
}

type Counted = LineCall & { readonly ms: number };

function recordOf(value: unknown): Counted | undefined {
  return isEventRecord(value) ? { ...lineOfRecord(value), ms: value.ms } : undefined;
}

class Counts {
  #calls = 0;
  readonly #by: { [Mark in ReturnType<typeof markOf>]?: number } = {};
  readonly #times: number[] = [];

  add(record: Counted): void {
    const mark = markOf(record);
    if (record.event === "PreToolUse" || record.event === "PermissionRequest") this.#calls++;
    this.#by[mark] = (this.#by[mark] ?? 0) + 1;
    this.#times.push(record.ms);
    if (this.#times.length > LAST_CALLS) this.#times.shift();
  }

  text(): string {
    const { deny = 0, ask = 0, would = 0, failed = 0 } = this.#by;
    const sorted = this.#times.toSorted((one, other) => one - other);
    const at = (part: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * part)]!)} ms`;
    return [
      amount(this.#calls, "call"),
      `${deny} stopped`,
      ...(ask > 0 ? [`${ask} asked`] : []),
      ...(would > 0 ? [`${would} would be stopped`] : []),
      ...(failed > 0 ? [`${failed} with a failed hook`] : []),
      ...(sorted.length > 0 ? [`p50 ${at(0.5)}`, `p95 ${at(0.95)}`] : []),
    ].join(" · ");
  }
}

/** Single keys, without Enter. */
class Keys {
  readonly #read: (data: Buffer) => void;
  readonly #restore = () => this.stop();

  constructor(onKey: (key: string) => void) {
    this.#read = (data) => {
      for (const key of data.toString("utf8")) onKey(key);
    };
  }

  listen(): void {
    process.stdin.setRawMode(true);
    process.stdin.on("data", this.#read).resume();
    process.once("exit", this.#restore);
  }

  stop(): void {
    process.stdin.off("data", this.#read).pause();
    process.stdin.setRawMode(false);
    process.off("exit", this.#restore);
  }
}

function pinnedText(open: readonly JsonObject[], counts: Counts, hasKeys: boolean): string {
  const width = outputWidth();
  const status = paint("grey", cutText(`${counts.text()} · Ctrl-C to leave`, width));
  const [first] = open;
  if (first === undefined) return status;
  const { id, agent, tool, input, reason } = first;
  const many = open.length > 1 ? `, 1 of ${open.length}` : "";
  const head = `? ${oneLine(String(agent))} asks (${id}${many}, ${secondsLeft(first)} s left)  `;
  const what = cutText(inputText(String(tool), String(input)), Math.max(12, width - textWidth(head)));
  const keys = hasKeys
    ? `  d deny   a show all of it and approve${open.length > 1 ? "   n next question" : ""}`
    : `  ${approveCommand(first)}   or   snaphook deny ${id}`;
  return [
    paint("grey", "─".repeat(Math.min(width, 60))),
    paint("yellow", head) + what,
    ...(reason === undefined ? [] : [`  ${cutText(oneLine(String(reason)), width - 2)}`]),
    paint("bold", keys),
    status,
  ].join("\n");
}

/** The input of a question is JSON, or its beginning. */
function inputText(tool: string, input: string): string {
  try {
    return toolText(tool, JSON.parse(input));
  } catch {
    return tool === "Bash" ? oneLine(input) : `${tool} ${oneLine(input)}`;
  }
}

function secondsLeft({ expiresAt }: JsonObject): number {
  return Math.max(0, Math.round((Number(expiresAt) - Date.now()) / 1000));
}

/** A question in a list: how it is answered, and of a long one both ends. `approve` shows all of it. */
export function askText(ask: JsonObject): string {
  const { id } = ask;
  return `${questionText(ask, excerptText)}\n  ${approveCommand(ask)}   or   snaphook deny ${id}   within ${secondsLeft(ask)} s`;
}

export function approveCommand({ id, kind }: JsonObject): string {
  return `snaphook ${kind === "question" ? "answer" : "approve"} ${id}`;
}

/** What is approved is what was shown: the whole question. */
export function questionText(ask: JsonObject, show = wholeText): string {
  const { id, agent, kind, level, tool, project, input, seenInPart, reason } = ask;
  const one = (text: unknown) => brief(String(text), ONE_LINE); // it must not look like lines of ours
  return [
    `${paint("yellow", `? ${id}`)}  ${one(agent)} ${WANTS[String(kind)] ?? `wants to use ${one(tool)}`} in ${one(project ?? "an unknown folder")}${level === undefined ? "" : ` (${one(level)})`}`,
    ...(kind === "question" ? questionLines(ask, show) : show(String(input), "    ")),
    ...(seenInPart
      ? ["  This is not all of it, so it can only be denied: the rest was not stored, or is not part of the call."]
      : []),
    ...(reason === undefined ? [] : [`  Reason: ${one(reason)}`]),
  ].join("\n");
}

const WANTS: Readonly<Record<string, string>> = { question: "has a question", plan: "has a plan" };

/** Each question with its options, numbered. */
export function questionLines({ questions }: JsonObject, show = wholeText): string[] {
  const asked = Array.isArray(questions) ? questions.filter(isRecord) : [];
  return asked.flatMap(({ question, options, multiSelect }, index) => [
    ...show(`${index + 1}. ${question}${multiSelect === true ? " (several are possible)" : ""}`, "    "),
    ...(Array.isArray(options) ? options.filter(isRecord) : []).flatMap(({ label, description }, place) =>
      show(`${place + 1}) ${label}${description === undefined ? "" : `: ${description}`}`, "       "),
    ),
  ]);
}
