/** Slack over Socket Mode: a card per question, buttons and forms, changed to its final state. */
import type { AskCard } from "../../../approvals/card.js";
import type { JsonObject } from "../../../core/text/json.js";
import type { SlackSettings } from "../../lifecycle/settings.js";
import {
  type ChannelPort,
  ChannelProblem,
  type Note,
  type OpenChannel,
  type RemoteChannel,
  refusalText,
} from "../contract.js";
import { answerForm, cardBlocks, denyForm, refusalView, titleOf } from "./blocks.js";
import { answersIn, memberOf, readClick, readSubmission, textIn } from "./clicks.js";
import { SlackSockets } from "./sockets.js";
import { callSlack, SlackError } from "./web-api.js";

class Slack implements RemoteChannel {
  readonly mostChars = 2_800;
  readonly canAnswer = true;
  readonly #settings: SlackSettings;
  readonly #port: ChannelPort;
  readonly #sockets: SlackSockets;
  #isOwnTeam = false;

  constructor(settings: SlackSettings, port: ChannelPort) {
    this.#settings = settings;
    this.#port = port;
    this.#sockets = new SlackSockets({
      address: () => this.#address(),
      onEnvelope: (type, payload) => (type === "interactive" ? this.#receive(payload) : undefined),
      onState: (problem) => port.listening(problem),
    });
  }

  async show(card: AskCard, ref: string | undefined): Promise<string | undefined> {
    const { channel } = this.#settings;
    const message = { channel, text: titleOf(card), blocks: cardBlocks(card), ...AS_IT_IS };
    if (ref === undefined) return String((await this.#call("chat.postMessage", message))["ts"]);
    try {
      await this.#call("chat.update", { ...message, ts: ref });
      return ref;
    } catch (error) {
      if (error instanceof SlackError && GONE.includes(error.code)) return undefined;
      throw error;
    }
  }

  async say({ text }: Note): Promise<void> {
    await this.#call("chat.postMessage", { channel: this.#settings.channel, text, ...AS_IT_IS });
  }

  close(): void {
    this.#sockets.close();
  }

  #call(method: string, body: object): Promise<JsonObject> {
    const { apiUrl: url } = this.#settings;
    return callSlack({ url, token: () => this.#port.secret("botToken") }, method, body);
  }

  async #address(): Promise<string> {
    const { apiUrl: url, team } = this.#settings;
    if (!this.#isOwnTeam) {
      const { team_id } = await this.#call("auth.test", {});
      if (team_id !== team) throw new ChannelProblem(`the bot's token is not of the workspace ${team}`, LASTING);
      this.#isOwnTeam = true;
    }
    const opened = await callSlack({ url, token: () => this.#port.secret("appToken") }, "apps.connections.open");
    const address = String(opened["url"]);
    const isSecure = address.startsWith("wss://") || (url.startsWith("http://") && address.startsWith("ws://"));
    if (!isSecure) throw new ChannelProblem("Slack named an address that is not secure");
    return address;
  }

  /** The acknowledgement of a click must not wait; that of a form carries what is wrong with it. */
  #receive(payload: JsonObject): Promise<object | undefined> | undefined {
    if (payload["type"] === "view_submission") return this.#submitted(payload);
    if (payload["type"] === "block_actions") void this.#clicked(payload).catch((error) => this.#failed(error));
    return undefined;
  }

  async #clicked(payload: JsonObject): Promise<void> {
    const member = memberOf(payload, this.#settings);
    if ("refused" in member) return this.#refuse(member);
    const click = readClick(payload);
    if (click === undefined) return;
    const { action, id, hash } = click;
    const shown = this.#port.card(id);
    if (shown !== undefined && (shown.ref !== click.ts || click.channel !== this.#settings.channel))
      return this.#tell(member.id, "This is an old card of the question, so nothing was changed. Use the newest one.");
    if (action === "answer" || action === "deny-reason") {
      if (shown === undefined) return this.#tell(member.id, ENDED);
      const view = action === "answer" ? answerForm(shown.card) : denyForm(shown.card);
      return this.#open(member.id, click.trigger, view);
    }
    if (action !== "approve" && action !== "deny") return;
    const verdict = action === "approve" ? "allow" : "deny";
    const by = { user: member.user, method: "button" };
    const refused = refusalText(await this.#port.answer({ id, hash, verdict, by }));
    if (refused !== undefined) await this.#tell(member.id, refused);
  }

  async #submitted(payload: JsonObject): Promise<object | undefined> {
    const member = memberOf(payload, this.#settings);
    if ("refused" in member) {
      this.#port.log(`an answer of ${member.refused} was refused`);
      return { response_action: "update", view: refusalView(NOT_YOU) };
    }
    const form = readSubmission(payload);
    if (form === undefined) return undefined;
    const { id, hash, values } = form;
    const card = this.#port.card(id)?.card;
    if (card === undefined) return { response_action: "update", view: refusalView(ENDED) };
    const by = { user: member.user, method: "form" };
    const read = form.form === "answer" ? answersIn(card.questions ?? [], values) : undefined;
    if (read !== undefined && "errors" in read) return { response_action: "errors", errors: read.errors };
    const given = await this.#port.answer(
      read === undefined
        ? { id, hash, verdict: "deny", by, said: textIn(values, "reason") || undefined }
        : { id, hash, verdict: "allow", by, answers: read.answers },
    );
    const refused = refusalText(given);
    return refused === undefined ? undefined : { response_action: "update", view: refusalView(refused) };
  }

  async #open(user: string, trigger: string, view: object): Promise<void> {
    try {
      await this.#call("views.open", { trigger_id: trigger, view });
    } catch (error) {
      this.#failed(error);
      await this.#tell(user, "Slack did not open the form. Press the button again.");
    }
  }

  async #refuse({ refused, id }: { readonly refused: string; readonly id?: string }): Promise<void> {
    this.#port.log(`a click of ${refused} was refused`);
    if (id !== undefined) await this.#tell(id, NOT_YOU);
  }

  /** Only this member sees it. */
  async #tell(user: string, text: string): Promise<void> {
    const { channel } = this.#settings;
    await this.#call("chat.postEphemeral", { channel, user, text, ...AS_IT_IS }).catch((error) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#port.log(error instanceof Error ? error.message : String(error));
  }
}

const LASTING = { isLasting: true } as const;
/** The message was deleted, or Slack does not let it be changed any more. */
const GONE = ["message_not_found", "cant_update_message", "edit_window_closed"];
/** No markup, no links, no previews. */
const AS_IT_IS = { mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false } as const;
const ENDED = "This question has ended, so nothing was changed.";
const NOT_YOU = "You may not answer this: you are not listed as an approver. Nothing was changed.";

const open: OpenChannel = ({ slack }, port) => new Slack(slack!, port);

export default open;
