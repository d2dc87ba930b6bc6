/**
 * All questions to a person. An answer is for one exact call and is used once. `entries.ts` commits each transition, `waits.ts`
 * holds the calls, `give-answer.ts` takes the answers. Nothing here throws or rejects.
 */
import { CHANNELS } from "./channels/_registry.js";
import { callId, questionText, restored } from "./describe-question.js";
import { Entries } from "./entries.js";
import { newEntry, unanswered } from "./entry.js";
import { giveAnswer, revokeAnswer } from "./give-answer.js";
import type { AnswerOutcome, GivenAnswer, Held } from "./outcomes.js";
import type { OpenAsk, Question, QueuePorts, SeenEvent } from "./ports.js";
import { routeFor } from "./route.js";
import { Waits } from "./waits.js";

/** An answer in the last moment would come too late. */
export const MARGIN_MS = 500;
const MOST_DIALOGS = 200;

export class ApprovalQueue {
  readonly #ports: QueuePorts;
  readonly #entries: Entries;
  readonly #waits: Waits;
  /** Questions that the agent's own dialog asks, by hash, with their reason. */
  readonly #dialogs = new Map<string, Question>();

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#entries = new Entries(ports);
    this.#waits = new Waits(this.#entries, ports);
  }

  /** Takes over what the last daemon left. */
  async restore(): Promise<{ readonly problem?: string }> {
    const { store } = this.#ports;
    for (let cursor: string | undefined; ; ) {
      const page = await store
        .asks({ open: true, ...(cursor === undefined ? {} : { cursor }) })
        .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }));
      if ("problem" in page) return page;
      for (const row of page.rows) {
        if (this.#entries.get(row.id) !== undefined) continue;
        const entry = newEntry(restored(row), { stored: "yes" });
        this.#entries.restore(entry);
        if (row.state === "open") void this.#waits.keep(entry, "restart");
      }
      cursor = page.next;
      if (cursor === undefined) break;
    }
    this.#entries.forgetOld();
    return {};
  }

  /** An agent waits for these. */
  open(): readonly OpenAsk[] {
    return this.pending().filter(({ state }) => state === "open");
  }

  /** All that can still change: open, parked, and answers that wait for their call. */
  pending(): readonly OpenAsk[] {
    return this.#entries.shown();
  }

  /** `onWait` is called if the call has to wait. */
  async hold(question: Question, gone: AbortSignal, onWait: () => void): Promise<Held> {
    this.#entries.forgetOld();
    const hash = this.#ports.hash(questionText(question));
    const kept = await this.#useKept(hash, callId(question));
    if (kept !== undefined) return { kind: "answered", ask: kept };
    const same = this.#entries.find(
      ({ ask, call }) => call !== undefined && call === callId(question) && ask.hash === hash,
    );
    if (same?.held !== undefined) return same.held;
    const route = routeFor({ ...question, canAnswer: this.#ports.canAnswer() });
    if (route === "agent") {
      this.#rememberDialog(hash, question);
      return { kind: "agent" };
    }
    if (route === "keep") return { kind: "unattended", ...(await this.#waits.park(question, hash, "unattended")) };
    const waitMs = question.waitMs - MARGIN_MS;
    if (gone.aborted) return { kind: "unanswered", waitedMs: 0, because: "gone" };
    if (waitMs <= 0) return { kind: "unanswered", waitedMs: 0 };
    return this.#waits.start(question, hash, { gone, waitMs, onWait, isBeside: false });
  }

  /**
   * Holds the agent's permission prompt while its own dialog is open, if the dialog is about a question of a hook. Undefined
   * if it is not, or no answer can come from elsewhere.
   */
  async holdBeside(prompt: Question, gone: AbortSignal, onWait: () => void): Promise<Held | undefined> {
    const asksMore = prompt.about !== undefined && prompt.decision.verdict === "ask";
    if (!(this.#dialogs.size > 0 || asksMore) || prompt.isCi || !this.#ports.canAnswer()) return undefined;
    const hash = this.#ports.hash(questionText(prompt));
    const asked = this.#dialogs.get(hash) ?? (asksMore ? prompt : undefined);
    const waitMs = prompt.waitMs - MARGIN_MS;
    if (asked === undefined || waitMs <= 0 || gone.aborted) return undefined;
    this.#dialogs.delete(hash);
    const { reason } = asked.decision;
    const question = { ...prompt, decision: { ...prompt.decision, ...(reason === undefined ? {} : { reason }) } };
    return this.#waits.start(question, hash, { gone, waitMs, onWait, isBeside: true });
  }

  /** Ends questions that this event shows to be answered in the agent. */
  observe(event: SeenEvent): void {
    for (const entry of this.#entries.all()) {
      if (!entry.isBeside || entry.release === undefined) continue;
      const wasAnswered = Object.values(CHANNELS).some((channel) => channel.wasAnswered?.(entry.ask, event));
      if (wasAnswered) void this.#waits.end(entry, "gone");
    }
  }

  /** Whether `observe` has anything to look for. */
  get hasDialogs(): boolean {
    return this.#entries.find(({ isBeside }) => isBeside) !== undefined;
  }

  answer(id: string, given: GivenAnswer): Promise<AnswerOutcome> {
    return giveAnswer(this.#entries, this.#ports, id, given);
  }

  revoke(id: string, given: Pick<GivenAnswer, "hash" | "proof">): Promise<AnswerOutcome> {
    return revokeAnswer(this.#entries, this.#ports, id, given);
  }

  /** The daemon ends. Rows stay open: the next one parks them. */
  releaseAll(): void {
    for (const entry of this.#entries.all()) entry.release?.(unanswered(entry, this.#ports, "stopped"));
  }

  /** No answer can come any more. Resolves with how many calls have waited, when their ends are stored. */
  async releaseUnattended(): Promise<number> {
    const held = this.#entries.all().filter(({ release }) => release !== undefined);
    await Promise.all(held.map((entry) => this.#waits.end(entry, "unattended")));
    return held.length;
  }

  /** Denies every open question and revokes approvals that no call has used. Returns how many calls waited. */
  rejectAll(said: string): number {
    const entries = this.#entries.all();
    const open = entries.filter(({ release }) => release !== undefined);
    for (const { ask } of open) void this.answer(ask.id, { hash: ask.hash, verdict: "deny", said });
    for (const { ask } of entries)
      if (ask.state === "waiting" && ask.verdict === "allow") void this.revoke(ask.id, { hash: ask.hash });
    return open.length;
  }

  /** The answer that was kept for this call, used now. An unanswered question about it is asked anew. */
  async #useKept(hash: string, call: string | undefined): Promise<OpenAsk | undefined> {
    const entry = this.#entries.find(({ ask }) => ask.hash === hash && ask.state !== "open");
    if (entry === undefined) return undefined;
    if (entry.ask.state === "parked") return void this.#entries.change(entry, { to: "lapsed" });
    const { ask } = entry;
    const committed = await this.#entries.change(entry, {
      to: "used",
      ...(call === undefined ? {} : { usedBy: call }),
    });
    return committed === "yes" || (committed === "failed" && ask.verdict === "deny") ? ask : undefined;
  }

  #rememberDialog(hash: string, question: Question): void {
    this.#dialogs.delete(hash);
    this.#dialogs.set(hash, question);
    const [oldest] = this.#dialogs.keys();
    if (this.#dialogs.size > MOST_DIALOGS) this.#dialogs.delete(oldest!);
  }
}
