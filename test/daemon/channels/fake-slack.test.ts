/** The official packages work against the fake, so a channel that works against it speaks their protocol. */
import { SocketModeClient } from "@slack/socket-mode";
import { WebClient } from "@slack/web-api";
import { expect, it, onTestFinished } from "vitest";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, FakeSlack, TEAM } from "../../support/fake-slack.js";

const silent = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {}, getLevel: () => "error", setName() {} };

it("the official Slack packages post, update, receive clicks and forms, and reconnect", async () => {
  const slack = await FakeSlack.start();
  onTestFinished(() => slack.stop());
  const web = new WebClient(BOT_TOKEN, {
    slackApiUrl: slack.url,
    logger: silent as never,
    retryConfig: { retries: 0 },
  });
  expect(await web.auth.test()).toMatchObject({ ok: true, team_id: TEAM });
  const blocks = [
    {
      type: "actions",
      elements: [{ type: "button", action_id: "deny", value: "x", text: { type: "plain_text", text: "No" } }],
    },
  ];
  const { ts } = await web.chat.postMessage({ channel: CHANNEL, text: "hello", blocks });
  await web.chat.update({ channel: CHANNEL, ts: ts!, text: "changed", blocks });
  expect(slack.messages.get(ts!)).toMatchObject({ text: "changed" });
  await expect(web.chat.postMessage({ channel: "C0OTHER", text: "x" })).rejects.toThrow("channel_not_found");
  slack.fail("chat.postMessage", { status: 502, body: "<html>Bad gateway</html>" });
  await expect(web.chat.postMessage({ channel: CHANNEL, text: "x" })).rejects.toThrow();

  const client = new SocketModeClient({
    appToken: APP_TOKEN,
    clientOptions: { slackApiUrl: slack.url },
    logger: silent as never,
  });
  onTestFinished(() => client.disconnect());
  const seen: string[] = [];
  client.on("interactive", async ({ ack, body }) => {
    seen.push(body.type);
    await ack(body.type === "view_submission" ? { response_action: "clear" } : undefined);
  });
  await client.start();
  await slack.click(ts!, "deny");
  await web.views.open({
    trigger_id: "t",
    view: { type: "modal", title: { type: "plain_text", text: "t" }, blocks: [] },
  });
  expect(await slack.submit({})).toEqual({ response_action: "clear" });
  expect(seen).toEqual(["block_actions", "view_submission"]);
  slack.refresh(10);
  await expect.poll(() => slack.hellos).toBe(2);
  await slack.click(ts!, "deny");
  expect(slack.delivered.every(({ acked }) => acked)).toBe(true);
});
