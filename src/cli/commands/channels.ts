import { confirmChannels, isConfirmed } from "../../client/channel-consent.js";
import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import { isRecord } from "../../core/text/json.js";
import { didYouMean } from "../../core/text/suggest.js";
import { CHANNEL_LOADERS } from "../../daemon/channels/_registry.js";
import { type ChannelSettings, loadSettings } from "../../daemon/lifecycle/settings.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { channelText } from "../output/channel-text.js";
import { json, oneLine, paint, printFindings, refuse } from "../output/print.js";

const NAMES = Object.keys(CHANNEL_LOADERS);

const command: Command = {
  group: "Approvals",
  summary: "Show, test or confirm the channels that reach you elsewhere.",
  usage: "[test NAME | confirm]",
  example: "snaphook channels test slack",
  arguments: [{ kind: ["test", "confirm"] }, { kind: NAMES }],
  exits: { 1: "a channel does not work, or it needs a person" },
  loosens: ({ args }) => (args[0] === "confirm" ? "person" : undefined),
  async run(call) {
    const [action, name, ...more] = call.args;
    if (action === undefined) return list(call);
    if (action === "test" && name !== undefined && more.length === 0) return test(call, name);
    if (action === "confirm" && name === undefined) return confirm(call);
    refuse(call, finding("USAGE", "give nothing, `test NAME` or `confirm`"));
    return MISUSE;
  },
};

async function list(call: Call): Promise<number> {
  const { settings, findings } = await loadSettings(call.places);
  const { channels } = settings.approvals;
  const reply = await ask(call.places, { path: "/v1/status" });
  const running = reply.kind === "ok" && Array.isArray(reply.body["channels"]) ? reply.body["channels"] : [];
  const states = running.filter(isRecord);
  const confirmed = isConfirmed(call.places.data, channels);
  const names = Object.keys(channels);
  const isDown = states.some(({ state }) => state === "down");
  if (call.json) {
    json(call, { configured: names, confirmed, running: states, findings });
    return isDown ? PROBLEMS : OK;
  }
  printFindings(call, findings);
  if (names.length === 0) call.out("No channel is configured. See docs/approvals.md for Slack, a phone or a webhook.");
  for (const name of names) {
    const state = states.find((one) => one["name"] === name);
    const text = state === undefined ? `${name}: configured; the daemon does not run it yet` : channelText(state);
    call.out(state?.["state"] === "down" ? paint("red", text) : text);
  }
  if (names.length > 0 && !confirmed)
    call.out("These settings are not confirmed, so channels approve nothing. Run `snaphook channels confirm`.");
  return isDown ? PROBLEMS : OK;
}

async function test(call: Call, name: string): Promise<number> {
  if (!NAMES.includes(name)) {
    refuse(
      call,
      finding("USAGE", `unknown channel "${name}".${didYouMean(name, NAMES)} Channels: ${NAMES.join(", ")}.`),
    );
    return MISUSE;
  }
  const reply = await ask(call.places, {
    method: "POST",
    path: `/v1/channels/${encodeURIComponent(name)}/test`,
    body: {},
    timeoutMs: 20_000,
  });
  if (reply.kind !== "ok") {
    const why = reply.kind === "refused" ? reply.message : "no daemon answers, so nothing was sent";
    refuse(call, finding(reply.kind === "refused" ? "CHANNEL_DOWN" : "DAEMON_DOWN", why));
    return PROBLEMS;
  }
  if (call.json) json(call, reply.body);
  else call.out(`${name} took the test message. Nothing was asked.`);
  return OK;
}

async function confirm(call: Call): Promise<number> {
  const { settings, findings } = await loadSettings(call.places);
  const { channels } = settings.approvals;
  if (!call.json) {
    printFindings(call, findings);
    for (const line of reviewLines(channels)) call.out(line);
  }
  const consent = await call.person.confirm("confirm these channels");
  if (!consent.yes) {
    refuse(call, consent.why);
    return PROBLEMS;
  }
  try {
    confirmChannels(call.places.data, channels, consent.by);
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", `nothing was confirmed (${(error as Error).message})`));
    return PROBLEMS;
  }
  if (call.json) json(call, { confirmed: Object.keys(channels) });
  else call.out("Confirmed. Any change of these settings has to be confirmed again.");
  return OK;
}

/** Who could approve what. */
function reviewLines({ slack, ntfy, webhook }: ChannelSettings): readonly string[] {
  const may = (approve: boolean) => (approve ? "can approve" : "can deny only");
  return [
    ...(slack === undefined
      ? []
      : [
          `slack: ${slack.approvers.join(", ")} of ${slack.team} can approve, in ${slack.channel} (${oneLine(slack.apiUrl)})`,
        ]),
    ...(ntfy === undefined
      ? []
      : [`ntfy: everybody who reads ${ntfy.topic} on ${oneLine(ntfy.server)} ${may(ntfy.approve)}`]),
    ...(webhook === undefined ? [] : [`webhook: the program at ${oneLine(webhook.url)} ${may(webhook.approve)}`]),
  ];
}

export default command;
