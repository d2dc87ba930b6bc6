/**
 * All questions to a person. Each row is on the disk before it is shown, and each transition is one compare-and-set there. An
 * answer is for one exact call and is used once. Nothing here throws or rejects.
 */
import type { AskRow } from "../core/records/records.js";
import { redactText } from "../core/redact/text.js";
import type { GivenAnswers } from "./answers.js";
import { CHANNELS } from "./channels/_registry.js";
import { answersFor, changedPlan } from "./check-answer.js";
import { callId, describeQuestion, questionText, restored, storable, withoutLongInput } from "./describe-question.js";
import type { OpenAsk, Question, QueuePorts, SeenEvent } from "./ports.js";
import { routeFor } from "./route.js";
import { type Answer, applyChange, type Change, isFinal, PARKED_MS } from "./transitions.js";

/** What became of a question, for the call that asked it. */
export type Held =
  | { readonly kind: "answered"; readonly ask: OpenAsk }
  /** The agent's own dialog asks, or has asked. */
  | { readonly kind: "agent" }
  | { readonly kind: "unattended"; readonly id?: string }
  | { readonly kind: "unanswered"; readonly id?: string; readonly waitedMs: number };

export interface GivenAnswer {
  /** Of the call that the person saw. */
  readonly hash: string;
  readonly verdict: "allow" | "deny";
  /** Of a person; a channel checks it. */
  readonly proof?: unknown;
  readonly said?: string | undefined;
  /** To a question. */
  readonly answers?: GivenAnswers | undefined;
}

/**
 * `answered`: given to the agent. `kept`: the agent does not wait any more; the same call gets it. `over`: the question has
 * ended or was answered before. `changed`: the plan was edited after it was shown; its new text is shown now. `unseen`: the person could not see the whole call. `unstored`: the disk refused, so nothing
 * was approved.
 */
export type AnswerOutcome =
  | { readonly outcome: "answered" | "kept"; readonly ask: OpenAsk }
  | { readonly outcome: "over"; readonly row: AskRow }
  | { readonly outcome: "unfit"; readonly problem: string }
  | { readonly outcome: "unknown" | "changed" | "other call" | "unseen" | "unproven" | "unstored" };

interface Entry {
  ask: OpenAsk;
  readonly isPrivate: boolean;
  /** Beside the agent's own dialog. */
  readonly isBeside: boolean;
  readonly call?: string | undefined;
  /** Of a plan, to see whether it has changed. */
  readonly asked?: Question | undefined;
  /** Whether its row is on the disk. */
  stored: "yes" | "no" | "unknown";
  isShown: boolean;
  /** Changes of one question follow each other. */
  pending: Promise<unknown>;
  held?: Promise<Held>;
  /** Ends the wait of its call. */
  release?: ((held: Held) => void) | undefined;
}

/** An answer in the last moment would come too late. */
const MARGIN_MS = 500;
/** A store that hangs must not hide a question, nor approve a call. */
const COMMIT_MS = 1_000;
const MOST_PARKED = 500;
const MOST_DIALOGS = 200;
/** Groups the announcements of questions that arrive within this time; longer if many are open, because all are listed. */
const TOGETHER_MS = 20;
const ANNOUNCE_EVERY_MS = 10_000;

export class ApprovalQueue {
  readonly #entries = new Map<string, Entry>();
  /** Questions that the agent's own dialog asks, by hash, with their reason. */
  readonly #dialogs = new Map<string, Question>();
  readonly #ports: QueuePorts;
  #telling = false;
  #announcedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
  }

  /** Takes over what the last daemon left. */
  async restore(): Promise<void> {
    const { store } = this.#ports;
    for (let cursor: string | undefined; ; ) {
      const page = await store.asks({ open: true, ...(cursor === undefined ? {} : { cursor }) }).catch(() => undefined);
      for (const row of page?.rows ?? []) {
        if (this.#entries.has(row.id)) continue;
        const entry = newEntry(restored(row), { stored: "yes" });
        entry.isShown = true;
        this.#entries.set(row.id, entry);
        if (row.state === "open") void this.#change(entry, { to: "parked", because: "restart" });
      }
      cursor = page?.next;
      if (cursor === undefined) break;
    }
    this.#forgetOld();
  }

  /** An agent waits for these. */
  open(): readonly OpenAsk[] {
    return this.pending().filter(({ state }) => state === "open");
  }

  /** All that can still change: open, parked, and answers that wait for their call. */
  pending(): readonly OpenAsk[] {
    this.#forgetOld();
    return [...this.#entries.values()].filter(({ isShown }) => isShown).map(({ ask }) => ask);
  }

  /** `onWait` is called if the call has to wait. */
  async hold(question: Question, gone: AbortSignal, onWait: () => void): Promise<Held> {
    this.#forgetOld();
    const hash = this.#ports.hash(questionText(question));
    const kept = await this.#useKept(hash, callId(question));
    if (kept !== undefined) return { kind: "answered", ask: kept };
    const same = this.#find(({ ask, call }) => call !== undefined && call === callId(question) && ask.hash === hash);
    if (same?.held !== undefined) return same.held;
    const route = routeFor({ ...question, canAnswer: this.#ports.canAnswer() });
    if (route === "agent") {
      this.#rememberDialog(hash, question);
      return { kind: "agent" };
    }
    if (route === "keep") return { kind: "unattended", ...(await this.#park(question, hash, "unattended")) };
    const waitMs = question.waitMs - MARGIN_MS;
    if (waitMs <= 0 || gone.aborted) return { kind: "unanswered", waitedMs: 0 };
    return this.#wait(question, hash, { gone, waitMs, onWait, isBeside: false });
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
    return this.#wait(question, hash, { gone, waitMs, onWait, isBeside: true });
  }

  /** Ends questions that this event shows to be answered in the agent. */
  observe(event: SeenEvent): void {
    for (const entry of this.#entries.values()) {
      if (!entry.isBeside || entry.release === undefined) continue;
      const wasAnswered = Object.values(CHANNELS).some((channel) => channel.wasAnswered?.(entry.ask, event));
      if (wasAnswered) void this.#leave(entry, "gone");
    }
  }

  /** Whether `observe` has anything to look for. */
  get hasDialogs(): boolean {
    return this.#find(({ isBeside }) => isBeside) !== undefined;
  }

  async answer(id: string, { hash, verdict, proof, said, answers }: GivenAnswer): Promise<AnswerOutcome> {
    this.#forgetOld();
    const entry = this.#entries.get(id);
    if (entry === undefined) return this.#over(id);
    const { ask } = entry;
    if (ask.hash !== hash) return { outcome: "other call" };
    if (verdict === "allow" && ask.seenInPart) return { outcome: "unseen" };
    const person = this.#identify(ask, proof);
    if (verdict === "allow" && person === undefined) return { outcome: "unproven" };
    const by = person ?? { channel: "terminal", user: this.#ports.owner, method: "command" };
    const checked = answersFor(ask, verdict, answers);
    if ("problem" in checked) return { outcome: "unfit", problem: checked.problem };
    const shown = verdict === "allow" && entry.asked ? changedPlan(entry.asked, ask, this.#ports.hash) : undefined;
    if (shown !== undefined) {
      await this.#change(entry, { to: "shown again", shown });
      return { outcome: "changed" };
    }
    const answer: Answer = { verdict, by, ...checked, ...(said === undefined ? {} : { said: redactText(said) }) };
    const usedBy = entry.call === undefined ? {} : { usedBy: entry.call };
    const committed = await this.#change(entry, { to: "answered", answer, ...usedBy });
    if (committed === "no") return { outcome: "over", row: entry.ask };
    if (committed === "failed" && verdict === "allow") return { outcome: "unstored" };
    // A denial that could not be stored counts all the same.
    const answered = { ...entry.ask, ...answer };
    const outcome = entry.release === undefined ? "kept" : "answered";
    entry.release?.({ kind: "answered", ask: answered });
    return { outcome, ask: answered };
  }

  /** Takes back an answer that no call has used yet. To take back a denial needs the proof of a person. */
  async revoke(id: string, { hash, proof }: Pick<GivenAnswer, "hash" | "proof">): Promise<AnswerOutcome> {
    this.#forgetOld();
    const entry = this.#entries.get(id);
    if (entry === undefined) return this.#over(id);
    if (entry.ask.hash !== hash) return { outcome: "other call" };
    if (entry.ask.verdict === "deny" && this.#identify(entry.ask, proof) === undefined) return { outcome: "unproven" };
    const committed = await this.#change(entry, { to: "revoked" });
    if (committed === "no") return { outcome: "over", row: entry.ask };
    return committed === "yes" ? { outcome: "answered", ask: entry.ask } : { outcome: "unstored" };
  }

  /** Ends the wait of every call: the daemon ends, or the last view was closed. */
  releaseAll(why: "ending" | "unattended"): void {
    for (const entry of [...this.#entries.values()]) {
      // Rows of a daemon that ends stay open: the next one parks them.
      if (why === "ending") entry.release?.(unanswered(entry, this.#ports.now()));
      else void this.#leave(entry, "unattended");
    }
  }

  /** Denies every open question and revokes approvals that no call has used. Returns how many calls waited. */
  rejectAll(said: string): number {
    const open = [...this.#entries.values()].filter(({ release }) => release !== undefined);
    for (const { ask } of open) void this.answer(ask.id, { hash: ask.hash, verdict: "deny", said });
    for (const { ask } of this.#entries.values())
      if (ask.state === "waiting" && ask.verdict === "allow") void this.revoke(ask.id, { hash: ask.hash });
    return open.length;
  }

  /** The answer that was kept for this call, used now. An unanswered question about it is asked anew. */
  async #useKept(hash: string, call: string | undefined): Promise<OpenAsk | undefined> {
    const entry = this.#find(({ ask }) => ask.hash === hash && ask.state !== "open");
    if (entry === undefined) return undefined;
    if (entry.ask.state === "parked") return void this.#change(entry, { to: "lapsed" });
    const { ask } = entry;
    const committed = await this.#change(entry, { to: "used", ...(call === undefined ? {} : { usedBy: call }) });
    return committed === "yes" || (committed === "failed" && ask.verdict === "deny") ? ask : undefined;
  }

  #wait(
    question: Question,
    hash: string,
    how: { gone: AbortSignal; waitMs: number; onWait(): void; isBeside: boolean },
  ): Promise<Held> {
    const { clock } = this.#ports;
    how.onWait();
    const now = this.#ports.now();
    const known = {
      id: this.#newId(),
      hash,
      state: "open",
      askedAt: now,
      expiresAt: Math.round(now + how.waitMs),
    } as const;
    const { isPrivate } = question;
    const ask = describeQuestion(question, known);
    const entry = newEntry(ask, {
      isPrivate,
      isBeside: how.isBeside,
      call: callId(question),
      asked: planOnly(question),
    });
    const leave = () => void this.#leave(entry, "gone");
    const cancel = clock.after(how.waitMs, () => void this.#leave(entry, "expired"));
    entry.held = new Promise((done) => {
      entry.release = (held) => {
        entry.release = undefined;
        cancel();
        how.gone.removeEventListener("abort", leave);
        done(held);
      };
    });
    how.gone.addEventListener("abort", leave, { once: true });
    this.#add(entry);
    return entry.held;
  }

  /** The call does not wait any more. An answer that is being stored comes first. */
  async #leave(entry: Entry, because: "expired" | "gone" | "unattended"): Promise<void> {
    for (let seen: unknown; entry.release !== undefined && seen !== entry.pending; ) {
      seen = entry.pending;
      await seen;
    }
    const { release } = entry;
    if (release === undefined) return;
    const now = this.#ports.now();
    if (entry.isBeside) {
      void this.#change(entry, { to: "elsewhere" });
      return release({ kind: "agent" });
    }
    void this.#change(entry, entry.isPrivate ? { to: "lapsed" } : { to: "parked", because });
    release(because === "unattended" ? { kind: "unattended", ...idOf(entry) } : unanswered(entry, now));
  }

  /** Keeps a question for which the call does not wait. */
  async #park(
    question: Question,
    hash: string,
    parked: NonNullable<AskRow["parked"]>,
  ): Promise<{ readonly id?: string }> {
    if (question.isPrivate) return {};
    const now = this.#ports.now();
    const known = { id: this.#newId(), hash, state: "parked", askedAt: now, expiresAt: now + PARKED_MS } as const;
    const ask = withoutLongInput({ ...describeQuestion(question, known), parked });
    const entry = newEntry(ask, { asked: planOnly(question) });
    this.#add(entry);
    this.#limitParked();
    await entry.pending;
    return { id: ask.id };
  }

  /** What a person is shown is on the disk, unless the disk refuses or hangs. */
  #add(entry: Entry): void {
    this.#entries.set(entry.ask.id, entry);
    if (entry.isPrivate) entry.stored = "no";
    else entry.pending = this.#limited(this.#addRow(entry));
    entry.pending = entry.pending.then(() => {
      entry.isShown = true;
      if (entry.ask.state === "open") this.#announce(entry);
      this.#tell();
    });
  }

  async #addRow(entry: Entry): Promise<void> {
    const added = await this.#ports.store.addAsk(storable(entry.ask)).catch(() => false);
    entry.stored = added ? "yes" : "no";
  }

  /** `no`: its state does not permit it any more. `failed`: the disk refused or hangs; nothing has changed. */
  #change(entry: Entry, change: Change): Promise<"yes" | "no" | "failed"> {
    const changing = entry.pending.then(async () => {
      const { ask } = entry;
      const next = applyChange(ask, change, this.#ports.now());
      if (next === undefined || !this.#entries.has(ask.id)) return "no";
      const committed = entry.stored === "no" ? true : await this.#commit(storable({ ...ask, ...next }), ask.state);
      if (committed === "failed") return "failed";
      // The store has a final state that this process does not know: keep it.
      if (!committed) return this.#forget(entry, "no");
      entry.ask = isFinal(next) || next.state === "open" ? { ...ask, ...next } : withoutLongInput({ ...ask, ...next });
      if (isFinal(next)) return this.#forget(entry, "yes");
      if (next.state === "parked") this.#limitParked();
      this.#tell();
      return "yes";
    });
    entry.pending = changing;
    return changing as Promise<"yes" | "no" | "failed">;
  }

  async #commit(row: AskRow, from: AskRow["state"]): Promise<boolean | "failed"> {
    const changed = this.#ports.store.changeAsk(row, from).catch(() => "failed" as const);
    return (await this.#limited(changed)) ?? "failed";
  }

  #limited<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((done) => {
      const cancel = this.#ports.clock.after(COMMIT_MS, () => done(undefined));
      void work.then((result) => {
        cancel();
        done(result);
      });
    });
  }

  #forget<T>(entry: Entry, result: T): T {
    this.#entries.delete(entry.ask.id);
    this.#tell();
    return result;
  }

  #forgetOld(): void {
    const now = this.#ports.now();
    for (const entry of this.#entries.values())
      if (entry.ask.expiresAt <= now && entry.release === undefined && entry.ask.state !== "open")
        void this.#change(entry, { to: "lapsed" });
  }

  #limitParked(): void {
    const parked = [...this.#entries.values()].filter(({ ask }) => ask.state === "parked");
    for (const entry of parked.slice(0, Math.max(0, parked.length - MOST_PARKED)))
      void this.#change(entry, { to: "lapsed" });
  }

  #rememberDialog(hash: string, question: Question): void {
    this.#dialogs.delete(hash);
    this.#dialogs.set(hash, question);
    const [oldest] = this.#dialogs.keys();
    if (this.#dialogs.size > MOST_DIALOGS) this.#dialogs.delete(oldest!);
  }

  async #over(id: string): Promise<AnswerOutcome> {
    const page = await this.#limited(this.#ports.store.asks({ id }).catch(() => undefined));
    const row = page?.rows[0];
    return row === undefined ? { outcome: "unknown" } : { outcome: "over", row };
  }

  #identify(ask: OpenAsk, proof: unknown) {
    for (const channel of Object.values(CHANNELS)) {
      const by = channel.identify?.(ask, proof, this.#ports.means);
      if (by !== undefined) return by;
    }
    return undefined;
  }

  #announce({ ask, isPrivate }: Entry): void {
    const now = this.#ports.clock.now();
    if (isPrivate || now - this.#announcedAt < ANNOUNCE_EVERY_MS) return;
    this.#announcedAt = now;
    const { id, agent, tool, summary } = ask;
    for (const channel of Object.values(CHANNELS)) channel.announce?.({ id, agent, tool, summary }, this.#ports.means);
  }

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    this.#ports.clock.after(Math.max(TOGETHER_MS, this.#entries.size / 2), () => {
      this.#telling = false;
      this.#ports.onChange(this.open());
    });
  }

  #newId(): string {
    for (;;) {
      const id = this.#ports.newId();
      if (!this.#entries.has(id)) return id;
    }
  }

  #find(wanted: (entry: Entry) => boolean): Entry | undefined {
    for (const entry of this.#entries.values()) if (wanted(entry)) return entry;
    return undefined;
  }
}

function newEntry(
  ask: OpenAsk,
  more: Partial<Pick<Entry, "isPrivate" | "isBeside" | "call" | "asked" | "stored">>,
): Entry {
  const start = { isPrivate: false, isBeside: false, stored: "unknown", isShown: false } as const;
  return { ...start, ...more, ask, pending: Promise.resolve() };
}

/** Nothing else of a call is kept in memory. */
function planOnly(question: Question): Question | undefined {
  return question.about?.kind === "plan" ? question : undefined;
}

function idOf({ ask, isPrivate }: Entry): { readonly id?: string } {
  return isPrivate ? {} : { id: ask.id };
}

function unanswered(entry: Entry, now: number): Held {
  return { kind: "unanswered", ...idOf(entry), waitedMs: now - entry.ask.askedAt };
}
