import { describe, expect, onTestFinished } from "vitest";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, FakeSlack, TEAM } from "../../support/fake-slack.js";
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

describe("slack", () => channelContract("slack", slackKit));
