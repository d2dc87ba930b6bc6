/** Signed requests to a program of the user. It answers with a ticket at `POST /v1/answers`. */
import type { AskCard } from "../../../approvals/card.js";
import { hmacSha256, randomName } from "../../../disk/digest.js";
import type { WebhookSettings } from "../../lifecycle/settings.js";
import { type ChannelPort, ChannelProblem, type Note, type OpenChannel, type RemoteChannel } from "../contract.js";
import { sendJson } from "../send-json.js";

const SHORTEST_SECRET = 16;

class Webhook implements RemoteChannel {
  readonly mostChars = 20_000;
  readonly canAnswer = true;
  readonly refIsId = true;
  readonly #settings: WebhookSettings;
  readonly #port: ChannelPort;

  constructor(settings: WebhookSettings, port: ChannelPort) {
    this.#settings = settings;
    this.#port = port;
  }

  async show(card: AskCard, ref: string | undefined): Promise<string | undefined> {
    const { isPending, isWhole, hash: _, ...shown } = card;
    const type = !isPending ? "ask.closed" : ref === undefined ? "ask.opened" : "ask.changed";
    const verdicts = this.#settings.approve ? (["allow", "deny"] as const) : (["deny"] as const);
    const tickets = isPending ? this.#port.tickets(card, verdicts) : {};
    await this.#send({ type, ask: { ...shown, pending: isPending, whole: isWhole }, tickets });
    return card.id;
  }

  say({ kind, text }: Note): Promise<void> {
    return this.#send({ type: kind === "test" ? "test" : "ask.many", text });
  }

  close(): void {}

  async #send(message: object): Promise<void> {
    const secret = this.#port.secret("secret");
    if (secret.length < SHORTEST_SECRET)
      throw new ChannelProblem(`its secret must have at least ${SHORTEST_SECRET} characters`, { isLasting: true });
    const body = JSON.stringify(message);
    const at = String(Math.floor(Date.now() / 1_000));
    const { status } = await sendJson(this.#settings.url, body, {
      "x-snaphook-delivery": randomName(16),
      "x-snaphook-timestamp": at,
      "x-snaphook-signature": `v1=${hmacSha256(secret, `${at}.${body}`)}`,
    });
    if (status >= 200 && status < 300) return;
    if (status === 413 || status === 422) throw new ChannelProblem(`it answered ${status}`, { ofCard: true });
    throw new ChannelProblem(`it answered ${status}`, status === 401 || status === 410 ? { isLasting: true } : {});
  }
}

const open: OpenChannel = ({ webhook }, port) => new Webhook(webhook!, port);

export default open;
