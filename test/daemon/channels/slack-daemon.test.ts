/** The daemon with Slack: an agent's call waits, a click in Slack releases it. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { BOT_TOKEN, FakeSlack } from "../../support/fake-slack.js";
import { onTerminal } from "../../support/on-terminal.js";
import { bash, says } from "../../support/program.js";
import { DaemonPlace } from "../../support/running-daemon.js";
import { configureSlack } from "../../support/slack-place.js";

let place: DaemonPlace;
let slack: FakeSlack;
beforeEach(async () => {
  place = new DaemonPlace();
  slack = await FakeSlack.start();
  onTestFinished(() => slack.stop());
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  configureSlack(place, slack);
  await place.wire();
});

const call = (command = "make release") =>
  place.launch("codex", "PreToolUse", {
    session_id: "s",
    cwd: place.project,
    permission_mode: "bypassPermissions",
    ...bash(command),
  });
const newest = async (count: number) => {
  await expect.poll(() => slack.messages.size).toBe(count);
  return [...slack.messages.keys()].at(-1)!;
};

it("HL-01 a call waits without a view, and a click in Slack releases it; nothing is approved before a person confirmed [confirmed settings]", async () => {
  await place.up();
  const first = call();
  const unconfirmed = await newest(1);
  expect(slack.buttons(unconfirmed).map((one) => one["action_id"])).toEqual(["deny", "deny-reason"]);
  await expect.poll(() => slack.sockets).toBe(2);
  await slack.click(unconfirmed, "deny");
  expect((await first).stdout).toContain("deny");

  const alone = await place.run(["channels", "confirm"]);
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
  expect(await onTerminal(place, ["channels", "confirm"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("U0000ANN of T0000TEST can approve"),
  });
  const second = call();
  const ts = await newest(2);
  await slack.click(ts, "approve");
  expect((await second).stdout).toBe("");
  await expect.poll(() => JSON.stringify(slack.messages.get(ts))).toContain("Approved by ann (U0000ANN)");
  const by = { channel: "slack", user: "ann (U0000ANN)", method: "button" };
  expect(await place.asks("all")).toMatchObject([{ state: "used", verdict: "allow", by }, { verdict: "deny" }]);

  expect((await place.run(["channels"])).stdout).toMatch(/^slack: works since/m);
  expect(await place.run(["channels", "test", "slack"])).toMatchObject({ code: 0 });
  expect(slack.callsOf("chat.postMessage").at(-1)!["text"]).toContain("A test of Snaphook");
  const missing = await place.run(["channels", "test", "ntfy"]);
  expect(missing).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ntfy: it is not configured.*snaphook restart/),
  });
  expect(await place.asks()).toEqual([]);
  const files = readdirSync(place.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = files.map(({ parentPath, name }) => join(parentPath, name));
  const holding = named.filter((file) => readFileSync(file).includes(BOT_TOKEN));
  expect(holding).toEqual([join(place.user, "bot")]);
});

it("HL-11 a daemon that is killed leaves a card; the next one says that the agent does not wait, and the answer is kept", async () => {
  await place.up();
  const waiting = call();
  const ts = await newest(1);
  await expect.poll(() => existsSync(join(place.state, "channels/slack.json"))).toBe(true);
  expect(statSync(join(place.state, "channels/slack.json")).mode & 0o077).toBe(0);
  await place.kill();
  await waiting;
  await place.up();
  await expect.poll(() => JSON.stringify(slack.messages.get(ts))).toContain("The daemon restarted");
  await expect.poll(() => slack.sockets).toBeGreaterThanOrEqual(2);
  await slack.click(ts, "deny");
  expect((await call()).stdout).toContain("deny");
  await expect.poll(() => JSON.stringify(slack.messages.get(ts))).toContain("Denied by ann (U0000ANN)");
  expect(slack.messages.size).toBe(1);
});

it("S20-20 a channel that is down is named in `status` and `doctor`, approves nothing, and the terminal answers", async () => {
  slack.fail("apps.connections.open", ...Array.from({ length: 500 }, () => ({ status: 503, body: "<html>" })));
  slack.fail("chat.postMessage", ...Array.from({ length: 500 }, () => ({ status: 503, body: "<html>" })));
  await place.up();
  const waiting = call();
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  await expect.poll(async () => (await place.run(["status"])).stdout).toMatch(/slack: down since .*503/s);
  expect((await place.run(["doctor"])).stdout).toContain("CHANNEL_DOWN");
  expect((await place.run(["channels", "test", "slack"])).stderr).toContain("CHANNEL_DOWN");
  await place.answerAsk((await place.asks())[0]!, "allow");
  expect((await waiting).stdout).toBe("");
});

it("S20-20 a rotated token: the channel is down until the new one is in its file, and `channels test` sends the card that waits", async () => {
  await place.up();
  await expect.poll(() => slack.sockets).toBe(2);
  slack.botToken = "xoxb-second";
  const waiting = call();
  await expect.poll(async () => (await place.run(["status"])).stdout).toMatch(/slack: down since .*token_revoked/s);
  expect((await call("make other")).stdout).toContain("no user can be asked now");
  const test = ["channels", "test", "slack"];
  expect(await place.run(test)).toMatchObject({ code: 1, stderr: expect.stringContaining("token_revoked") });
  writeFileSync(join(place.user, "bot"), "xoxb-second\n");
  expect(await place.run(test)).toMatchObject({ code: 0 });
  await slack.click(await newest(2), "deny");
  expect((await waiting).stdout).toContain("deny");
  expect((await place.run(["channels"])).stdout).toMatch(/^slack: works since/m);
});

it("`away` makes calls wait without a channel or a view; only a person can say it, and `back` ends it [signed away]", async () => {
  place.writeUser("daemon.json", { approvals: { desktop: false } });
  await place.up();
  expect((await call()).stdout).toContain("no user can be asked now");
  expect(await place.run(["away"])).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
  writeFileSync(
    join(place.data, "away.json"),
    JSON.stringify({
      format: 1,
      from: Date.now() - 1_000,
      until: Date.now() + 1e7,
      by: { user: "eve", terminal: "x" },
      signature: "00",
    }),
  );
  expect((await place.status()).awayUntil).toBeUndefined();
  expect((await call()).stdout).toContain("no user can be asked now");
  expect(await onTerminal(place, ["away", "--for", "1h"])).toMatchObject({ code: 0 });
  expect((await place.run(["status"])).stdout).toContain("You are away until");
  const waiting = call();
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  await place.answerAsk((await place.asks())[0]!, "allow");
  expect((await waiting).stdout).toBe("");
  expect(
    (await place.launch("codex", "PreToolUse", { session_id: "s", ...bash("x") }, { env: { CI: "true" } })).stdout,
  ).toContain("no user can be asked now");
  expect((await place.run(["back"])).stdout).toContain("Back");
  expect((await call("make other")).stdout).toContain("no user can be asked now");
});
