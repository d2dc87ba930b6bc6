/**
 * Questions that an agent cannot ask its user, held open until they are answered here. An answer is for one exact call
 * and is used once. If it comes after the agent has ended, or while the daemon was down, it waits for the same call to
 * be repeated.
 */
import { setTimeout as wait } from "node:timers/promises";
import { primaryArgument } from "../../core/events/tools.js";
import type { AskRow } from "../../core/records/records.js";
import type { AskStore } from "../../core/records/store.js";
import { redactStart } from "../../core/redact/excerpt.js";
import { redactText } from "../../core/redact/text.js";
import { canonicalJson } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import type { HeldAnswer, HeldQuestion } from "../../runtime/call/types.js";
import type { AskDesk, OpenAsk } from "../api.js";

type Verdict = "allow" | "deny";

/** How long an answer waits for the agent to repeat its call. */
const ANSWER_KEPT_MS = 10 * 60_000;
/** Margin: an answer at the last moment would come too late. */
const MARGIN_MS = 500;
const SUMMARY_CHARS = 300;
const KEPT_CHARS = 4_000;
/** A store that hangs must not hide a question. */
const KEEP_MS = 1_000;

interface Said {
  readonly verdict: Verdict | undefined;
  readonly why: "used" | "expired" | "gone" | "unattended" | "ending";
}

interface Held {
  readonly ask: OpenAsk;
  /** A call may arrive twice: both wait for the same answer. */
  readonly call?: string;
  readonly said?: Promise<Said>;
  readonly isPrivate?: boolean;
  /** False until it is durable. */
  readonly isKept?: boolean;
  /** Absent if its agent has ended. */
  settle?(verdict: Verdict | undefined, why: Said["why"]): void;
}

export interface AsksOptions {
  readonly store: AskStore;
  /** True if this proves that the user allowed exactly this call. */
  provesPerson(ask: Pick<OpenAsk, "id" | "hash">, proof: unknown): boolean;
  /** True if a view is open in which the user can answer. */
  isAttended(): boolean;
  onChange(open: readonly OpenAsk[]): void;
}

export class Asks implements AskDesk {
  readonly #held = new Map<string, Held>();
  readonly #options: AsksOptions;

  constructor(options: AsksOptions) {
    this.#options = options;
  }

  /** Questions left open by the last daemon: their answers wait for the calls. */
  async restore(): Promise<void> {
    const { rows } = await this.#options.store.asks({ open: true }).catch(() => ({ rows: [] }));
    for (const row of rows) {
      if (row.expiresAt < Date.now()) void this.#keep({ ...row, closed: "expired" });
      else
        this.#held.set(row.id, {
          ask: { ...row, input: row.input ?? row.summary, seenInPart: row.input === undefined },
        });
    }
  }

  open(): readonly OpenAsk[] {
    this.#forgetOld();
    const shown = [...this.#held.values()].filter(({ isKept }) => isKept !== false);
    return shown.map(({ ask }) => ask).filter(({ verdict }) => verdict === undefined);
  }

  /** Waits for the user while a view is open in which they can answer. `onWait` is called if it has to wait. */
  async hold(agent: string, question: HeldQuestion, gone: AbortSignal, onWait: () => void): Promise<HeldAnswer> {
    this.#forgetOld();
    const hash = hashOf(agent, question);
    const earlier = [...this.#held.values()].find((held) => held.ask.hash === hash && held.settle === undefined);
    if (earlier !== undefined) this.#close(earlier.ask, "used");
    if (earlier?.ask.verdict !== undefined) return earlier.ask.verdict;
    const call = callOf(hash, question);
    const same = [...this.#held.values()].find((held) => held.call !== undefined && held.call === call);
    if (same?.said !== undefined) return answerOf(await same.said);
    if (!this.#options.isAttended()) return "unattended";
    const waitMs = question.waitMs - MARGIN_MS;
    if (waitMs <= 0 || gone.aborted) return "unanswered";
    onWait();
    const ask = describe(agent, hash, question, Math.round(Date.now() + waitMs));
    const said = await this.#wait(
      { ask, isPrivate: question.isPrivate, ...(call === undefined ? {} : { call }) },
      waitMs,
      gone,
    );
    if (said.why === "ending") return "unanswered"; // it stays open for the next daemon
    this.#close(
      { ...ask, ...(said.verdict === undefined ? {} : { verdict: said.verdict, answeredAt: Date.now() }) },
      said.why,
    );
    return answerOf(said);
  }

  answer(id: string, hash: string, verdict: Verdict, proof?: unknown): ReturnType<AskDesk["answer"]> {
    this.#forgetOld();
    const held = this.#held.get(id);
    if (held === undefined || held.ask.verdict !== undefined) return "unknown";
    if (held.ask.hash !== hash) return "other call";
    if (held.ask.expiresAt <= Date.now()) return "too late";
    if (verdict === "allow" && held.ask.seenInPart) return "unseen";
    if (verdict === "allow" && !this.#options.provesPerson(held.ask, proof)) return "unproven";
    if (held.settle !== undefined) held.settle(verdict, "used");
    else {
      const answeredAt = Date.now();
      const ask = { ...held.ask, verdict, answeredAt, expiresAt: answeredAt + ANSWER_KEPT_MS };
      this.#held.set(id, { ask });
      void this.#keep(ask);
      this.#changed();
    }
    return "answered";
  }

  /** Answers every waiting call as unanswered: the daemon ends, or the last view was closed. */
  settleAll(why: "ending" | "unattended"): void {
    for (const { settle } of [...this.#held.values()]) settle?.(undefined, why);
  }

  #wait(held: Held, waitMs: number, gone: AbortSignal): Promise<Said> {
    const { ask } = held;
    let settle: Held["settle"];
    const said = new Promise<Said>((done) => {
      const timer = setTimeout(() => done({ verdict: undefined, why: "expired" }), waitMs);
      const finish = (verdict: Verdict | undefined, why: Said["why"]) => {
        clearTimeout(timer);
        done({ verdict, why });
      };
      gone.addEventListener("abort", () => finish(undefined, "gone"), { once: true });
      settle = finish;
    });
    const whole = { ...held, said, ...(settle === undefined ? {} : { settle }) };
    this.#held.set(ask.id, { ...whole, isKept: false });
    // Shown questions survive a restart.
    void this.#keep(ask).then(() => {
      if (this.#held.has(ask.id)) this.#held.set(ask.id, whole);
      this.#changed();
    });
    return said;
  }

  #close(ask: OpenAsk, closed: NonNullable<AskRow["closed"]>): void {
    void this.#keep({ ...ask, closed });
    this.#held.delete(ask.id);
    this.#changed();
  }

  #forgetOld(): void {
    for (const { ask, settle } of this.#held.values())
      if (ask.expiresAt < Date.now() && settle === undefined) this.#close(ask, "expired");
  }

  /** On a full disk open questions are lost at a restart, but answers to waiting ones still work. */
  async #keep({ input, seenInPart, ...row }: AskRow & Partial<OpenAsk>): Promise<void> {
    if (this.#held.get(row.id)?.isPrivate) return;
    const plain = input !== undefined && !seenInPart && input.length <= KEPT_CHARS && redactText(input) === input;
    const kept = this.#options.store.putAsk(plain ? { ...row, input } : row).catch(() => {});
    await Promise.race([kept, wait(KEEP_MS, undefined, { ref: false })]);
  }

  #changed(): void {
    this.#options.onChange(this.open());
  }
}

function answerOf({ verdict, why }: Said): HeldAnswer {
  return verdict ?? (why === "unattended" ? "unattended" : "unanswered");
}

function describe(agent: string, hash: string, { event, decision, cwd }: HeldQuestion, expiresAt: number): OpenAsk {
  const tool = String(event.payload["tool_name"] ?? event.name);
  const input = decision.input ?? event.payload["tool_input"] ?? event.payload["prompt"] ?? {};
  const main = primaryArgument(tool, input) ?? JSON.stringify(input);
  return {
    id: randomName(4),
    hash,
    agent,
    tool,
    project: cwd,
    askedAt: Date.now(),
    expiresAt,
    summary: redactStart(main, SUMMARY_CHARS),
    input: typeof input === "string" ? input : JSON.stringify(input, null, 2),
    ...(event.payload.session_id === undefined ? {} : { session: event.payload.session_id }),
    ...(decision.reason === undefined ? {} : { reason: redactText(decision.reason) }),
  };
}

/** Undefined if nothing distinguishes two identical calls. */
function callOf(hash: string, { event }: HeldQuestion): string | undefined {
  const id = event.payload["tool_use_id"];
  return typeof id === "string" ? `${hash} ${id}` : undefined;
}

/** Hash of everything an answer is about: another session, directory, tool or input is another question. */
function hashOf(agent: string, { event, decision, cwd }: HeldQuestion): string {
  const { session_id, tool_name, tool_input, prompt } = event.payload;
  const input = decision.input ?? tool_input ?? prompt;
  return keyedHash(canonicalJson([agent, session_id ?? null, event.name, cwd, tool_name ?? null, input]));
}
