/** One configured channel: its cards, its tickets, and whether it works. */
import { join } from "node:path";
import { type AskCard, cardFor } from "../../approvals/card.js";
import type { AnswerOutcome } from "../../approvals/outcomes.js";
import type { OpenAsk } from "../../approvals/ports.js";
import type { ApprovalQueue } from "../../approvals/queue.js";
import { Vouched } from "../../approvals/vouched.js";
import type { Clock } from "../../core/ports.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import type { ChannelSettings, SecretPlace } from "../lifecycle/settings.js";
import { CardFile, channelsFolder } from "./card-file.js";
import type {
  ChannelAnswer,
  ChannelProblem,
  Note,
  OpenChannel,
  Redeemed,
  RemoteChannel,
  TicketBody,
} from "./contract.js";
import { ChannelLine } from "./line.js";
import { readSecret } from "./secrets.js";
import { newTicket, readTicket, TICKETS_PER_CARD, ticketHash, type Verdict } from "./tickets.js";

export interface ChannelWorld {
  readonly places: AppPaths;
  readonly queue: Pick<ApprovalQueue, "pending" | "answer">;
  readonly clock: Clock;
  readonly environment: NodeJS.ProcessEnv;
  /** A person confirmed the settings. Otherwise a channel approves nothing. */
  mayApprove(): boolean;
  now(): number;
  quietMs(): number;
  log(text: string): void;
}

/** For `status`. `down`: since when, and why. */
export interface ChannelState {
  readonly name: string;
  readonly state: "up" | "starting" | "down";
  readonly since: number;
  readonly problem?: string;
  /** Nothing can arrive until the user changes something. */
  readonly isLasting?: boolean;
  /** Cards that are not sent yet. */
  readonly waiting: number;
}

/** A ticket also answers a question that no agent waits for any more. It ends with the question in any case. */
const LATE_MS = 12 * 60 * 60_000;

export class RunningChannel {
  readonly name: string;
  readonly #world: ChannelWorld;
  readonly #channel: RemoteChannel;
  readonly #line: ChannelLine;
  readonly cards: CardFile;
  readonly #problems = new Map<"sending" | "listening", { readonly since: number; readonly problem: ChannelProblem }>();
  #since: number;
  #hasWorked = false;

  constructor(name: string, open: OpenChannel, settings: ChannelSettings, world: ChannelWorld) {
    this.name = name;
    this.#world = world;
    this.#since = world.now();
    const log = (text: string) => world.log(`${name}: ${text}`);
    this.cards = new CardFile(join(channelsFolder(world.places), `${name}.json`), log);
    const own = settings[name as keyof ChannelSettings] as unknown as Readonly<Record<string, SecretPlace>>;
    this.#channel = open(settings, {
      secret: (key) => readSecret(own[key]!, world.places.home, world.environment),
      card: (id) => this.#card(id),
      answer: (given) => this.#answer(given),
      tickets: (card, verdicts) => this.#tickets(card, verdicts),
      redeem: (ticket, more) => this.redeem(ticket, more),
      listening: (problem) => this.#state("listening", problem),
      log,
    });
    if (this.#channel.refIsId) this.cards.assumeSent();
    this.#line = new ChannelLine({
      show: (ask, ref) => this.#channel.show(this.#cardOf(ask), ref),
      cards: this.cards,
      clock: world.clock,
      quietMs: () => world.quietMs(),
      onState: (problem) => this.#state("sending", problem),
      log,
    });
  }

  get state(): ChannelState {
    const [first] = [...this.#problems.values()].sort((one, other) => one.since - other.since);
    const { waiting } = this.#line;
    const { name } = this;
    if (first === undefined) return { name, state: this.#hasWorked ? "up" : "starting", since: this.#since, waiting };
    const { message, about } = first.problem;
    return { name, state: "down", since: first.since, problem: message, isLasting: about.isLasting === true, waiting };
  }

  /** An answer can come, now or when it is back. */
  get canAnswer(): boolean {
    return this.#channel.canAnswer && this.state.isLasting !== true;
  }

  update(ask: OpenAsk, delayMs: number): void {
    this.#line.update(ask, delayMs);
  }

  sendNow(): void {
    this.#line.sendNow();
  }

  /** If it arrives, so do the cards that wait: the user may have replaced a token. */
  async say(note: Note): Promise<void> {
    await this.#channel.say(note);
    this.#state("sending", undefined);
    this.#line.wake();
  }

  /** Undefined if this is no ticket of this channel. */
  async redeem(text: string, { reason, answers }: TicketBody = {}): Promise<Redeemed> {
    const refused = { outcome: "refused" } as const;
    const ticket = readTicket(text);
    const shown = ticket && this.#card(ticket.id);
    const known = ticket && this.cards.get(ticket.id);
    if (ticket === undefined || shown === undefined || known === undefined) return refused;
    const { card } = shown;
    if (!ticket.isFor(this.#world.places.data, { channel: this.name, hash: card.hash })) return refused;
    const hash = ticketHash(text);
    if (ticket.expiresAt <= this.#world.now() || !known.tickets.includes(hash)) return refused;
    // Used before anything is answered: two deliveries at once are one answer.
    this.cards.set(ticket.id, { ...known, tickets: known.tickets.filter((one) => one !== hash) });
    const by = { user: `holder of a ticket`, method: "ticket" };
    const { id, verdict } = ticket;
    const given = await this.#answer({ id, hash: card.hash, verdict, by, said: reason, answers });
    const now = this.cards.get(id);
    if (given.outcome === "unfit" && now !== undefined) this.cards.set(id, { ...now, tickets: [...now.tickets, hash] });
    return given;
  }

  close(): void {
    this.#line.close();
    this.#channel.close();
  }

  #card(id: string): { readonly card: AskCard; readonly ref: string } | undefined {
    const known = this.cards.get(id);
    const ask = known && this.#world.queue.pending().find((one) => one.id === id);
    if (known === undefined || ask === undefined) return undefined;
    return { card: this.#cardOf(ask), ref: known.ref };
  }

  #cardOf(ask: OpenAsk): AskCard {
    const card = cardFor(ask, this.#channel.mostChars);
    return this.#world.mayApprove() ? card : { ...card, isWhole: false };
  }

  /** The queue checks the rest. A surface that does not show the whole call never approves. */
  async #answer({ id, hash, by, ...given }: ChannelAnswer): Promise<AnswerOutcome> {
    const shown = this.#card(id);
    if (given.verdict === "allow" && shown !== undefined && !shown.card.isWhole && shown.card.isPending)
      return { outcome: "unseen" };
    const proof = new Vouched({ id, hash }, { channel: this.name, ...by });
    return this.#world.queue.answer(id, { hash, proof, ...given });
  }

  #tickets(card: AskCard, verdicts: readonly Verdict[]): Partial<Record<Verdict, string>> {
    const { id, hash } = card;
    const expiresAt = Math.round(card.expiresAt + LATE_MS);
    const made = verdicts
      .filter((verdict) => card.isPending && (verdict === "deny" || card.isWhole))
      .map((verdict) => {
        const about = { channel: this.name, id, hash, verdict, expiresAt };
        return [verdict, newTicket(this.#world.places.data, about)] as const;
      });
    const known = this.cards.get(id) ?? { ref: "", tickets: [] };
    const tickets = [...known.tickets, ...made.map(([, ticket]) => ticketHash(ticket))].slice(-TICKETS_PER_CARD);
    this.cards.set(id, { ...known, tickets });
    return Object.fromEntries(made);
  }

  #state(what: "sending" | "listening", problem: ChannelProblem | undefined): void {
    const wasDown = this.#problems.size > 0;
    const now = this.#world.now();
    if (problem === undefined) {
      this.#problems.delete(what);
      if (wasDown && this.#problems.size === 0) this.#world.log(`${this.name}: works again`);
      if ((wasDown && this.#problems.size === 0) || !this.#hasWorked) this.#since = now;
      this.#hasWorked = true;
      if (wasDown && what === "listening") this.#line.wake();
      return;
    }
    const { since } = this.#problems.get(what) ?? { since: now };
    if (!wasDown) this.#world.log(`${this.name}: ${problem.message}`);
    this.#problems.set(what, { since, problem });
  }
}
