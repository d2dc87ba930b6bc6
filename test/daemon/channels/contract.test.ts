import { describe, expect, onTestFinished } from "vitest";
import { FakeNtfy } from "../../support/fake-ntfy.js";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, FakeSlack, type Loose, TEAM } from "../../support/fake-slack.js";
import { FakeWebhook, SECRET } from "../../support/fake-webhook.js";
import type { ChannelWorld } from "./channel-world.js";
import { type ChannelKit, channelContract } from "./contract.js";

async function slackKit(): Promise<ChannelKit> {
  const slack = await FakeSlack.start();
  onTestFinished(() => slack.stop());
  const messages = () => [...slack.messages].filter(([, { blocks }]) => blocks !== undefined);
  const ts = (at: number) => messages()[at]![0];
  const down = Array.from({ length: 500 }, () => ({ status: 503, body: "<html>" }));
  const METHODS = ["chat.postMessage", "chat.update"];
  return {
    settings: (world) => ({
      slack: {
        botToken: world.secret("bot", BOT_TOKEN),
        appToken: world.secret("app", APP_TOKEN),
        channel: CHANNEL,
        team: TEAM,
        approvers: ["U0000ANN"],
        apiUrl: slack.url,
      },
    }),
    cards: () => messages().map(([, message]) => JSON.stringify(message)),
    offersApproval: (at) => slack.buttons(ts(at)).some((one) => one["action_id"] === "approve"),
    deny: (at) => slack.click(ts(at), "deny"),
    approve: (at) => slack.click(ts(at), "approve"),
    fail: () => METHODS.forEach((method) => slack.fail(method, ...down)),
    recover: () => METHODS.forEach((method) => slack.works(method)),
    ready: () => expect.poll(() => slack.sockets).toBe(2),
  };
}

async function ntfyKit(): Promise<ChannelKit> {
  const ntfy = await FakeNtfy.start();
  onTestFinished(() => ntfy.stop());
  const newest = () => {
    const cards = new Map<string, Loose>();
    for (const one of ntfy.published) if (one["sequence_id"] !== undefined) cards.set(one["sequence_id"], one);
    return [...cards.values()];
  };
  const action = (at: number, label: string) => newest()[at]!["actions"].find((one: Loose) => one["label"] === label);
  const press = async (at: number, label: string) => {
    const found = action(at, label);
    if (found !== undefined) await ntfy.press(found);
  };
  return {
    settings: (world) => ({
      ntfy: {
        server: ntfy.url,
        topic: "asks",
        answerTopic: "answers",
        token: world.secret("ntfy", "tk_test"),
        approve: true,
      },
    }),
    cards: () => newest().map((one) => `${one["title"]}\n${one["message"]}`),
    offersApproval: (at) => action(at, "Approve once") !== undefined,
    deny: (at) => press(at, "Deny"),
    approve: (at) => press(at, "Approve once"),
    fail: () => {
      ntfy.failing = 503;
    },
    recover: () => {
      ntfy.failing = undefined;
    },
    ready: () => expect.poll(() => ntfy.streams).toBe(1),
  };
}

async function webhookKit(): Promise<ChannelKit> {
  const webhook = await FakeWebhook.start();
  onTestFinished(() => webhook.stop());
  const newest = () => {
    const cards = new Map<string, Loose>();
    for (const one of webhook.received) if (one["ask"] !== undefined) cards.set(one["ask"]["id"], one);
    return [...cards.values()];
  };
  let world: ChannelWorld | undefined;
  const redeem = async (at: number, verdict: string) => {
    const ticket = newest()[at]!["tickets"][verdict];
    return ticket === undefined ? undefined : world!.hub.redeem(ticket, {});
  };
  return {
    settings: (opened) => {
      world = opened;
      return { webhook: { url: webhook.url, secret: opened.secret("hook", SECRET), approve: true } };
    },
    cards: () => newest().map((one) => JSON.stringify(one)),
    offersApproval: (at) => newest()[at]!["tickets"]["allow"] !== undefined,
    deny: (at) => redeem(at, "deny"),
    approve: (at) => redeem(at, "allow"),
    fail: () => {
      webhook.failing = { status: 503 };
    },
    recover: () => {
      webhook.failing = undefined;
    },
    ready: async () => expect(webhook.bad).toEqual([]),
  };
}

describe("slack", () => channelContract("slack", slackKit));
describe("ntfy", () => channelContract("ntfy", ntfyKit));
describe("webhook", () => channelContract("webhook", webhookKit));
