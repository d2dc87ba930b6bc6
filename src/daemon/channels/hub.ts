/** All configured channels. Loaded only if there is one. */
import { restored } from "../../approvals/describe-question.js";
import type { OpenAsk } from "../../approvals/ports.js";
import { isQuiet } from "../../approvals/quiet-hours.js";
import { isFinal } from "../../approvals/transitions.js";
import type { AskStore } from "../../core/records/store.js";
import type { DaemonSettings } from "../lifecycle/settings.js";
import { CHANNEL_LOADERS } from "./_registry.js";
import { Bursts, MOST_PER_MINUTE } from "./bursts.js";
import { ChannelProblem, type Note, problemOf, type Redeemed, type TicketBody } from "./contract.js";
import { NOT_CONFIGURED } from "./not-configured.js";
import { type ChannelState, type ChannelWorld, RunningChannel } from "./running-channel.js";

export interface HubOptions extends Omit<ChannelWorld, "quietMs"> {
  readonly settings: DaemonSettings["approvals"];
  readonly store: Pick<AskStore, "asks">;
  /** A person can answer at this machine first. */
  isAttended(): boolean;
  isAway(): boolean;
}

const QUIET_CHECK_MS = 30_000;
const MINUTE = 60_000;
const MOST_INVALID = 20;
const TEST: Note = { kind: "test", text: "A test of Snaphook: questions of your agents appear here." };

export class ChannelHub {
  readonly #options: HubOptions;
  readonly #channels: readonly RunningChannel[];
  readonly #bursts = new Bursts();
  /** Times of invalid tickets. */
  #invalid: readonly number[] = [];

  private constructor(options: HubOptions, channels: readonly RunningChannel[]) {
    this.#options = options;
    this.#channels = channels;
  }

  /** Never rejects. */
  static async open(options: HubOptions): Promise<ChannelHub> {
    const { channels: settings, quietHours } = options.settings;
    const quietMs = () => (quietHours && isQuiet(quietHours, new Date(options.now())) ? QUIET_CHECK_MS : 0);
    const opened = Object.keys(settings).map(async (name) => {
      const load = CHANNEL_LOADERS[name];
      if (load === undefined || settings[name as keyof typeof settings] === undefined) return undefined;
      const { default: open } = await load();
      return new RunningChannel(name, open, settings, { ...options, quietMs });
    });
    const hub = new ChannelHub(
      options,
      (await Promise.all(opened)).filter((one) => one !== undefined),
    );
    await hub.#takeOver();
    return hub;
  }

  get states(): readonly ChannelState[] {
    return this.#channels.map(({ state }) => state);
  }

  /** False in quiet hours: nothing is sent then. */
  get canAnswer(): boolean {
    const { settings, now } = this.#options;
    const quiet = settings.quietHours !== undefined && isQuiet(settings.quietHours, new Date(now()));
    return !quiet && this.#channels.some(({ canAnswer }) => canAnswer);
  }

  /** Cards that a person can still answer. */
  get cards(): number {
    return this.#channels.reduce((sum, { cards }) => sum + cards.size, 0);
  }

  update(ask: OpenAsk, { isBeside, isOver }: { readonly isBeside: boolean; readonly isOver: boolean }): void {
    if (isOver && !isFinal(ask)) return void this.#endElsewhere(ask);
    const { settings, isAttended, isAway } = this.#options;
    const isHere = (isAttended() || isBeside) && !isAway();
    const usualMs = isHere ? settings.notifyAfterSeconds * 1_000 : 0;
    const delayMs = Math.max(usualMs, ask.state === "open" ? this.#burstMs(ask) : 0);
    for (const channel of this.#channels) channel.update(ask, delayMs);
  }

  /** The user is away, so no answer at this machine comes first. */
  sendNow(): void {
    for (const channel of this.#channels) channel.sendNow();
  }

  async test(name: string): Promise<ChannelProblem | undefined> {
    const channel = this.#channels.find((one) => one.name === name);
    if (channel === undefined) return new ChannelProblem(NOT_CONFIGURED);
    return channel.say(TEST).then(
      () => undefined,
      (error: unknown) => problemOf(error),
    );
  }

  /** Invalid tickets are limited; a valid one always counts. */
  async redeem(ticket: string, more: TicketBody): Promise<Redeemed | { readonly outcome: "limit" }> {
    for (const channel of this.#channels) {
      const given = await channel.redeem(ticket, more);
      if (given.outcome !== "refused") return given;
    }
    const now = this.#options.now();
    this.#invalid = [...this.#invalid, now].filter((at) => now - at < MINUTE).slice(-MOST_INVALID - 1);
    return { outcome: this.#invalid.length > MOST_INVALID ? "limit" : "refused" };
  }

  #burstMs(ask: OpenAsk): number {
    const { delayMs, isBurst } = this.#bursts.delayFor(ask, this.#options.now());
    if (isBurst && this.canAnswer)
      for (const channel of this.#channels)
        channel.say(manyFrom(ask)).catch((error: unknown) => this.#options.log(problemOf(error).message));
    return delayMs;
  }

  close(): void {
    for (const channel of this.#channels) channel.close();
  }

  /** Cards of the last daemon get the state that their questions have now. */
  async #takeOver(): Promise<void> {
    const pending = new Map(this.#options.queue.pending().map((ask) => [ask.id, ask]));
    for (const channel of this.#channels)
      for (const id of channel.cards.ids()) {
        const ask = pending.get(id) ?? (await this.#stored(id));
        if (ask === "none") channel.cards.delete(id);
        else if (ask !== undefined) channel.update(ask, 0);
      }
    // Those of calls that came before the channels were opened.
    for (const ask of pending.values()) if (ask.state === "open") this.update(ask, { isBeside: false, isOver: false });
  }

  async #endElsewhere({ id }: OpenAsk): Promise<void> {
    const ask = await this.#stored(id);
    if (ask !== undefined && ask !== "none") for (const channel of this.#channels) channel.update(ask, 0);
  }

  /** Undefined if the store cannot be read now. */
  async #stored(id: string): Promise<OpenAsk | "none" | undefined> {
    const page = await this.#options.store.asks({ id }).catch(() => undefined);
    const row = page?.rows[0];
    return row === undefined ? page && "none" : restored(row);
  }
}

function manyFrom({ agent }: OpenAsk): Note {
  const who = agent.replace(/[^\w-]/g, "");
  const text = `A session of ${who} asks more than ${MOST_PER_MINUTE} questions in a minute. The others follow; snaphook asks shows all.`;
  return { kind: "many", text };
}
