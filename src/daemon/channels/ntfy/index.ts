/** Notifications on a phone over ntfy. Buttons send a ticket to a second topic, to which the daemon subscribes. */
import type { AskCard } from "../../../approvals/card.js";
import { cut, isRecord } from "../../../core/text/json.js";
import type { NtfySettings } from "../../lifecycle/settings.js";
import { type ChannelPort, ChannelProblem, type Note, type OpenChannel, type RemoteChannel } from "../contract.js";
import { sendJson } from "../send-json.js";
import { followLines } from "./follow-lines.js";

/** Longer messages become attachments, which a phone does not show. */
const MOST_BYTES = 4_000;
const PRIORITIES = { info: 3, warning: 4, error: 5 } as const;
const QUIET = 1;
const TITLES = { permission: "asks for approval", question: "has a question", plan: "has a plan" } as const;

class Ntfy implements RemoteChannel {
  readonly mostChars = 1_000;
  readonly canAnswer: boolean;
  readonly refIsId = true;
  readonly #settings: NtfySettings;
  readonly #port: ChannelPort;
  readonly #stop: () => void;

  constructor(settings: NtfySettings, port: ChannelPort) {
    this.#settings = settings;
    this.#port = port;
    const { answerTopic } = settings;
    this.canAnswer = answerTopic !== undefined;
    this.#stop =
      answerTopic === undefined
        ? () => {}
        : followLines({
            address: (since) => this.#url(`${answerTopic}/json?since=${encodeURIComponent(since)}`),
            headers: () => this.#headers(),
            onLine: (line) => this.#receive(answerTopic, line),
            onState: (problem) => port.listening(problem),
          });
  }

  /** A later message of the same question replaces the first one where ntfy supports it. */
  async show(card: AskCard, ref: string | undefined): Promise<string | undefined> {
    const { id, kind, agent, level = "info", outcome, isPending } = card;
    const isNew = ref === undefined && isPending;
    await this.#publish({
      title: `${agent} ${TITLES[kind]}`,
      message: messageOf(card, this.#offersApproval(card)),
      priority: isNew ? PRIORITIES[level] : QUIET,
      tags: [outcome === undefined ? "question" : isPending ? "hourglass" : "checkered_flag"],
      sequence_id: `snaphook-${id}`,
      actions: isPending ? this.#actions(card) : [],
    });
    return ref ?? id;
  }

  say({ text }: Note): Promise<void> {
    return this.#publish({ title: "Snaphook", message: text });
  }

  close(): void {
    this.#stop();
  }

  /** Otherwise the message says how to do it in a terminal. */
  #offersApproval({ kind, isWhole }: AskCard): boolean {
    return this.canAnswer && this.#settings.approve && isWhole && kind !== "question";
  }

  #actions(card: AskCard): readonly object[] {
    const { answerTopic } = this.#settings;
    if (answerTopic === undefined) return [];
    const tickets = this.#port.tickets(card, this.#offersApproval(card) ? ["allow", "deny"] : ["deny"]);
    const url = this.#url(answerTopic);
    return [["Approve once", tickets.allow] as const, ["Deny", tickets.deny] as const].flatMap(([label, body]) =>
      body === undefined ? [] : [{ action: "http", label, url, method: "POST", body, clear: true }],
    );
  }

  async #publish(message: object): Promise<void> {
    const { topic } = this.#settings;
    const { status } = await sendJson(this.#url(""), JSON.stringify({ topic, ...message }), this.#headers());
    if (status >= 200 && status < 300) return;
    if (status === 413) throw new ChannelProblem("ntfy refused the message: too long", { ofCard: true });
    const isLasting = status === 401 || status === 403 || status === 404;
    throw new ChannelProblem(`ntfy answered ${status}`, isLasting ? { isLasting } : {});
  }

  #headers(): Record<string, string> {
    return this.#settings.token === undefined ? {} : { authorization: `Bearer ${this.#port.secret("token")}` };
  }

  #url(path: string): string {
    const { server } = this.#settings;
    return `${server.endsWith("/") ? server : `${server}/`}${path}`;
  }

  /** Everybody who knows the topic can write there: only a ticket counts. */
  #receive(topic: string, line: unknown): void {
    if (!isRecord(line) || line["event"] !== "message" || line["topic"] !== topic) return;
    const text = line["message"];
    if (typeof text === "string" && line["attachment"] === undefined) void this.#port.redeem(text.trim());
  }
}

/** Plain text: markdown is off unless a message asks for it. */
function messageOf(card: AskCard, offersApproval: boolean): string {
  const { id, kind, tool, project, reason, text, outcome, isWhole, isPending } = card;
  const how = kind === "question" ? "answer" : "approve";
  const next = isWhole ? `To ${how} it, in a terminal` : "Read all of it in a terminal";
  const lines = [
    ...(outcome === undefined ? [] : [outcome]),
    cut(project === undefined ? tool : `${tool} in ${project}`, 200),
    text,
    ...(isPending && !offersApproval ? [`${next}: snaphook ${how} ${id}`] : []),
  ];
  const longer = [...lines, ...(reason === undefined ? [] : [`Reason: ${reason}`])].join("\n");
  return Buffer.byteLength(longer) <= MOST_BYTES ? longer : lines.join("\n");
}

const open: OpenChannel = ({ ntfy }, port) => new Ntfy(ntfy!, port);

export default open;
