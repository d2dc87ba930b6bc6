import { describe, expect, it, onTestFinished } from "vitest";
import { questionAbout } from "../../approvals/queue-world.js";
import { APP_TOKEN, BOT_TOKEN, CHANNEL, FakeSlack, type Loose, TEAM } from "../../support/fake-slack.js";
import { securityCases } from "../../support/security-figures.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { ChannelWorld, questionOf, type WorldOptions } from "./channel-world.js";

async function slackWorld(options: WorldOptions = {}) {
  const slack = await FakeSlack.start();
  onTestFinished(() => slack.stop());
  const world = new ChannelWorld(options);
  const channels = {
    slack: {
      botToken: world.secret("bot", BOT_TOKEN),
      appToken: world.secret("app", APP_TOKEN),
      channel: CHANNEL,
      team: TEAM,
      approvers: ["U0000ANN"],
      apiUrl: slack.url,
    },
  };
  await world.open(channels);
  await expect.poll(() => slack.sockets).toBe(2);
  /** The card of the newest question. */
  const card = async (count: number) => {
    await expect.poll(() => slack.messages.size).toBe(count);
    const [ts, message] = [...slack.messages].at(-1)!;
    return { ts, message };
  };
  return { slack, world, channels, card, textOf: (ts: string) => JSON.stringify(slack.messages.get(ts)) };
}

describe("a card in Slack", () => {
  it("HL-01 is approved by a click of a listed member, and says so afterwards", async () => {
    const { slack, world, card, textOf } = await slackWorld();
    const { ask, answer } = await world.ask("git push origin main");
    const { ts } = await card(1);
    expect(textOf(ts)).toContain("git push origin main");
    expect(slack.buttons(ts).map((one) => one["action_id"])).toEqual(["approve", "deny", "deny-reason"]);
    await slack.click(ts, "approve");
    const by = { channel: "slack", user: "ann (U0000ANN)", method: "button" };
    expect(await answer).toMatchObject({ kind: "answered", ask: { id: ask.id, verdict: "allow", by } });
    await expect.poll(() => textOf(ts)).toContain("Approved by ann (U0000ANN) (slack, button).");
    expect(slack.buttons(ts)).toEqual([]);
  });

  it("is denied with a reason that the agent reads", async () => {
    const { slack, world, card, textOf } = await slackWorld();
    const { answer } = await world.ask();
    const { ts } = await card(1);
    await slack.click(ts, "deny-reason");
    await expect.poll(() => slack.callsOf("views.open").length).toBe(1);
    expect(await slack.submit({ reason: { text: { value: "not on a Friday" } } })).toBeUndefined();
    expect(await answer).toMatchObject({ kind: "answered", ask: { verdict: "deny", said: "not on a Friday" } });
    await expect.poll(() => textOf(ts)).toContain("not on a Friday");
  });

  it("HL-09 a form takes the answers to a question: one option, several, or a text; and names what is wrong", async () => {
    const { slack, world, card } = await slackWorld();
    const questions = [
      { question: "Which?", options: [{ label: "Red, or *so*" }, { label: "Blue" }], multiSelect: true },
      { question: "Why?", options: [] },
    ];
    const { answer } = await world.ask("x", { about: { kind: "question", questions }, level: "warning" });
    const { ts, message } = await card(1);
    expect(message["text"]).toMatch(/^Warning: /);
    await slack.click(ts, "answer");
    await expect.poll(() => slack.callsOf("views.open").length).toBe(1);
    const choice = (...at: number[]) => ({ choice: { selected_options: at.map((i) => ({ value: String(i) })) } });
    const text = (value: string) => ({ text: { value } });
    expect(await slack.submit({ "choice-0": choice(0), "text-0": text("both") })).toEqual({
      response_action: "errors",
      errors: { "text-0": expect.stringContaining("not both"), "text-1": expect.stringContaining("write a text") },
    });
    expect(await slack.submit({ "choice-0": choice(7), "text-1": text("x") })).toMatchObject({
      response_action: "update",
    });
    expect(await slack.submit({ "choice-0": choice(0, 1), "text-1": text("because <!channel> *b*") })).toBeUndefined();
    expect(await answer).toMatchObject({
      kind: "answered",
      ask: { verdict: "allow", answers: { "Which?": "Red, or *so*, Blue", "Why?": "because <!channel> *b*" } },
    });
  });

  it("HL-11 says that it was cancelled if its agent goes, and an answer is kept for the same call", async () => {
    const { slack, world, card, textOf } = await slackWorld();
    const gone = new AbortController();
    const { ask, answer } = await world.ask("make", {}, gone.signal);
    const { ts } = await card(1);
    gone.abort();
    await answer;
    await expect.poll(() => textOf(ts)).toContain("Cancelled: the agent has gone.");
    await slack.click(ts, "approve");
    await expect.poll(() => world.queue.pending().find(({ id }) => id === ask.id)?.state).toBe("waiting");
  });

  it("HL-13 cards keep the order of their questions, also when Slack refuses some for a while", async () => {
    const { slack, world } = await slackWorld();
    slack.fail("chat.postMessage", { status: 502, body: "<html>" }, { status: 429, headers: { "retry-after": "1" } });
    for (const n of [1, 2, 3, 4]) await world.ask(`step ${n}`);
    await expect.poll(() => slack.messages.size).toBe(4);
    const order = [...slack.messages.values()].map((one) => /step \d/.exec(JSON.stringify(one))?.[0]);
    expect(order).toEqual(["step 1", "step 2", "step 3", "step 4"]);
    expect(world.hub.states).toMatchObject([{ name: "slack", state: "up" }]);
  });

  it("survives a restart of the daemon: the card is changed to what became of the question", async () => {
    const { slack, world, channels, card, textOf } = await slackWorld();
    const { ask } = await world.ask("one");
    const { ts } = await card(1);
    await expect.poll(() => world.hub.cards).toBe(1);
    await world.open(channels);
    await expect.poll(() => textOf(ts)).toContain("The daemon restarted");
    await expect.poll(() => slack.sockets).toBe(2);
    await slack.click(ts, "deny");
    await expect.poll(() => world.queue.pending().find(({ id }) => id === ask.id)?.verdict).toBe("deny");
    // Revoked while no daemon runs the channel.
    world.hub.close();
    await world.queue.revoke(ask.id, { hash: ask.hash, proof: { kind: "terminal", by: { user: "ann" } } });
    await world.open(channels);
    await expect.poll(() => textOf(ts)).toContain("revoked");
    expect(slack.messages.size).toBe(1);
    await expect.poll(() => world.hub.cards).toBe(0);
  });

  it("shows text of agents as it is, never as markup", async () => {
    const { world, card } = await slackWorld();
    const nasty = "echo '<!channel> *bold* :smile: https://evil.example <@U123> ```'";
    await world.ask(nasty);
    const { message } = await card(1);
    const kinds = [...JSON.stringify(message).matchAll(/"type":"(\w+)"/g)].map(([, kind]) => kind);
    expect(kinds).not.toContain("mrkdwn");
    expect(message).toMatchObject({ mrkdwn: false, parse: "none", link_names: false, unfurl_links: false });
    expect(message["text"]).not.toContain("channel");
    const pre = message["blocks"].find((block: { type: string }) => block.type === "rich_text");
    expect(JSON.parse(pre.elements[0].elements[0].text)).toEqual({ command: nasty });
  });

  it.each([
    ["longer than a card", "x".repeat(2_900)],
    ["with a secret", "curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345' x"],
    ["that changes direction", "echo \u202etxt.exe"],
    ["with a letter that is not drawn", "rm\u200b -rf x"],
  ])(
    "S20-20 does not offer to approve a call %s, and a forged click does not either [whole call]",
    async (_, command) => {
      const { slack, world, card, textOf } = await slackWorld();
      const { ask, answer } = await world.ask(command);
      const { ts } = await card(1);
      expect(slack.buttons(ts).map((one) => one["action_id"])).toEqual(["deny", "deny-reason"]);
      expect(textOf(ts)).toContain(`snaphook approve ${ask.id}`);
      expect(textOf(ts)).not.toContain("ghp_0123456789");
      await slack.click(ts, "approve", { value: `${ask.id} ${ask.hash}` });
      const refusals = () => slack.callsOf("chat.postEphemeral").map((call) => call["text"]);
      await expect.poll(() => refusals().length > 0 || world.queue.open().length === 0).toBe(true);
      expect(world.queue.open()).toHaveLength(1);
      expect(refusals()).toEqual([expect.stringContaining("cannot be approved here")]);
      await slack.click(ts, "deny");
      expect(await answer).toMatchObject({ kind: "answered", ask: { verdict: "deny" } });
    },
  );
});

describe("what a card shows of", () => {
  const shownIn = (message: Loose): string =>
    message["blocks"].find((block: Loose) => block["type"] === "rich_text").elements[0].elements[0].text;

  it.each([
    ["ANSI sequences", "# Plan\n\u001b[2K\u001b[1Ahidden"],
    ["60 blank lines", `# Plan${"\n".repeat(60)}hidden`],
    ["a carriage return", "# Plan\rhidden"],
  ])("a plan with %s can be denied, not approved", async (_, text) => {
    const { slack, world, card } = await slackWorld();
    await world.ask("x", { about: { kind: "plan", text } });
    const { ts, message } = await card(1);
    expect(slack.buttons(ts).map((one) => one["action_id"])).toEqual(["deny", "deny-reason"]);
    expect(JSON.stringify(message)).not.toMatch(/\\u001b|\\r/);
  });

  it("a call with ANSI sequences and blank lines can be copied back as it would run", async () => {
    const { slack, world, card } = await slackWorld();
    const command = `echo "\u001b[2K"${"\n".repeat(60)}rm -rf /`;
    await world.ask(command);
    const { ts, message } = await card(1);
    expect(slack.buttons(ts).map((one) => one["action_id"])).toContain("approve");
    expect(shownIn(message)).not.toMatch(/\u001b/);
    expect(JSON.parse(shownIn(message))).toEqual({ command });
  });
});

describe("a click that must not count", () => {
  const member = { id: "U0000ANN", username: "ann", team_id: TEAM };
  const NOT_LISTED = "You may not answer this";
  const CLICKS: readonly [string, Loose, told?: string][] = [
    ["of a member who is not listed [listed members]", { user: { ...member, id: "U0000EVE" } }, NOT_LISTED],
    [
      "of a member with the name of a listed one",
      { user: { ...member, id: "U0000EVE", name: "U0000ANN" } },
      NOT_LISTED,
    ],
    ["of a bot [bots]", { user: { ...member, is_bot: true } }, NOT_LISTED],
    ["of a bot's message", { bot_id: "B1" }, NOT_LISTED],
    ["of another workspace [workspace]", { team: { id: "T0000EVIL" } }, NOT_LISTED],
    ["of a guest from another workspace", { user: { ...member, team_id: "T0000EVIL" } }, NOT_LISTED],
    ["without a workspace", { team: undefined }, NOT_LISTED],
    ["without a user", { user: {} }],
    ["of a user with a list as id", { user: { id: ["U0000ANN"], team_id: TEAM } }],
    ["on another message [old cards]", { container: { channel_id: CHANNEL, message_ts: "1.1" } }, "an old card"],
    ["in another channel", { container: { channel_id: "C0OTHER", message_ts: "" } }, "an old card"],
    ["without a container", { container: undefined }, "an old card"],
    ["for another call", { actions: [{ action_id: "approve", value: "OTHER" }] }],
    ["for an unknown question", { actions: [{ action_id: "approve", value: "00000000 k1:aa" }] }],
    ["with an unknown action", { actions: [{ action_id: "approve-all", value: "SAME" }] }],
    ["without a value", { actions: [{ action_id: "approve" }] }],
    ["without actions", { actions: "approve" }],
    ["of an unknown type", { type: "message_action" }],
  ];

  it("SECURITY.md has their number", () => {
    // Besides them 4 on calls that are not shown whole, 2 forms, 1 late form, and 1 second click.
    expect(securityCases("slack.test.ts")).toBe(CLICKS.length + 8);
  });

  it.each(CLICKS)("%s changes nothing, and its sender is told", async (_, more, told) => {
    const { slack, world, card } = await slackWorld();
    const { ask } = await world.ask();
    const { ts } = await card(1);
    const values: Loose = { OTHER: `${ask.id} k1:bb`, SAME: `${ask.id} ${ask.hash}` };
    const value = (one: string) => values[one] ?? one;
    const actions = more["actions"]?.map?.((one: Loose) => ({ ...one, value: value(one["value"]) }));
    const { container } = more;
    await slack.click(ts, "approve", {
      ...more,
      ...(actions === undefined ? {} : { actions }),
      ...(container?.message_ts === "" ? { container: { ...container, message_ts: ts } } : {}),
    });
    // Clicks are handled in order: this one comes after it.
    await slack.click(ts, "approve", { user: { id: "U0000MAX", team_id: TEAM } });
    const refusals = () => slack.callsOf("chat.postEphemeral");
    await expect.poll(() => refusals().at(-1)).toMatchObject({ user: "U0000MAX" });
    if (told !== undefined)
      expect(refusals()[0]).toMatchObject({
        user: more["user"]?.id ?? "U0000ANN",
        text: expect.stringContaining(told),
      });
    expect(world.queue.open()).toMatchObject([{ id: ask.id, state: "open" }]);
  });

  it("a form of a member who is not listed is refused, and so is one after the end", async () => {
    const { slack, world, card } = await slackWorld();
    const { ask, answer } = await world.ask("x", questionOf("Go?", ["Yes", "No"]));
    const { ts } = await card(1);
    await slack.click(ts, "answer");
    await expect.poll(() => slack.callsOf("views.open").length).toBe(1);
    const yes = { "choice-0": { choice: { selected_option: { value: "0" } } } };
    const eve = { user: { id: "U0000EVE", team_id: TEAM } };
    expect(await slack.submit(yes, eve)).toMatchObject({ response_action: "update" });
    expect(world.queue.open()).toHaveLength(1);
    await world.queue.answer(ask.id, { hash: ask.hash, verdict: "deny" });
    await answer;
    expect(JSON.stringify(await slack.submit(yes))).toContain("has ended");
  });

  it("a form that was sent after the agent stopped to wait is a late answer; after that time it is refused", async () => {
    const clock = new VirtualClock();
    let lateMs = 0;
    const { slack, world, card, textOf } = await slackWorld({ clock, now: () => Date.now() + lateMs });
    const yes = { "choice-0": { choice: { selected_option: { value: "0" } } } };
    const [first, second] = [questionOf("Go?", ["Yes"]), questionOf("Now?", ["Yes"])];
    for (const [count, about] of [first, second].entries()) {
      const { answer } = await world.ask(`call ${count}`, about);
      const { ts } = await card(count + 1);
      await slack.click(ts, "answer");
      await expect.poll(() => slack.callsOf("views.open").length).toBe(count + 1);
      await clock.advance(30 * 60_000);
      expect(await answer).toMatchObject({ kind: "unanswered" });
      await expect.poll(() => textOf(ts)).toContain("No answer in time");
      if (about === second) {
        lateMs = 721 * 60_000;
        await expect.poll(() => world.queue.pending()).toEqual([]);
        await expect.poll(() => textOf(ts)).toContain("Expired without an answer.");
        expect(JSON.stringify(await slack.submit(yes))).toContain("has ended");
      } else {
        expect(await slack.submit(yes)).toBeUndefined();
        expect(world.queue.pending()).toMatchObject([{ state: "waiting", answers: { "Go?": "Yes" } }]);
      }
    }
  });

  it("a second click is told that the first one counts", async () => {
    const { slack, world, card } = await slackWorld();
    const { answer } = await world.ask();
    const { ts } = await card(1);
    const value = slack.buttons(ts)[0]!["value"];
    await Promise.all([slack.click(ts, "deny"), slack.click(ts, "approve", { value })]);
    expect(await answer).toMatchObject({ ask: { verdict: "deny" } });
    const told = "Denied by ann (U0000ANN) (slack, button). Nothing was changed.";
    await expect.poll(() => slack.callsOf("chat.postEphemeral").at(-1)?.["text"]).toBe(told);
  });

  it("the same envelope twice is one click", async () => {
    const { slack, world, card } = await slackWorld();
    const { ask } = await world.ask("x", questionOf("Go?", ["Yes"]));
    const { ts } = await card(1);
    const payload = {
      type: "block_actions",
      team: { id: TEAM },
      user: member,
      trigger_id: "t",
      container: { channel_id: CHANNEL, message_ts: ts },
      actions: [{ action_id: "answer", value: `${ask.id} ${ask.hash}` }],
    };
    await slack.send(payload, "interactive", "same");
    await slack.send(payload, "interactive", "same");
    await slack.click(ts, "deny");
    await expect.poll(() => world.queue.open().length).toBe(0);
    expect(slack.callsOf("views.open")).toHaveLength(1);
  });
});

describe("Slack that fails", () => {
  it.each([
    ["refuses the token", { body: { ok: false, error: "invalid_auth" } }, "invalid_auth"],
    ["answers with a page", { status: 502, body: "<html>Bad gateway</html>" }, "502"],
    ["answers with a page and 200", { status: 200, body: "<html>login</html>" }, "no JSON"],
    ["limits without a header", { status: 429 }, "429"],
    ["archived the channel", { body: { ok: false, error: "is_archived" } }, "is_archived"],
    ["removed the app", { body: { ok: false, error: "account_inactive" } }, "account_inactive"],
  ])("%s: it is named, nothing is approved, and the terminal still answers", async (_, failure, named) => {
    const { slack, world } = await slackWorld();
    slack.fail("chat.postMessage", ...Array.from({ length: 50 }, () => failure));
    const { ask, answer } = await world.ask();
    await expect
      .poll(() => world.hub.states[0])
      .toMatchObject({ state: "down", problem: expect.stringContaining(named) });
    expect(world.hub.states[0]!.waiting).toBe(1);
    expect(world.queue.open()).toHaveLength(1);
    const proof = { kind: "terminal", by: { user: "ann" } };
    await world.queue.answer(ask.id, { hash: ask.hash, verdict: "allow", proof });
    expect(await answer).toMatchObject({ ask: { by: { channel: "terminal" } } });
    expect(slack.messages.size).toBe(0);
  });

  it("S20-20 does not answer at all: that is down after its time, the terminal answers, and open cards appear later", async () => {
    const { slack, world } = await slackWorld();
    slack.fail("chat.postMessage", ...Array.from({ length: 50 }, () => ({ stall: true }) as const));
    const [first, second] = [await world.ask("first"), await world.ask("second")];
    await expect.poll(() => slack.callsOf("chat.postMessage").length).toBe(1);
    const proof = { kind: "terminal", by: { user: "ann" } };
    await world.queue.answer(first.ask.id, { hash: first.ask.hash, verdict: "allow", proof });
    expect(await first.answer).toMatchObject({ ask: { verdict: "allow", by: { channel: "terminal" } } });
    await expect.poll(() => world.hub.states[0]).toMatchObject({ state: "down", problem: "no answer in time" });
    expect(world.queue.open()).toMatchObject([{ id: second.ask.id }]);
    slack.works("chat.postMessage");
    await expect.poll(() => JSON.stringify([...slack.messages])).toContain("second");
    await expect.poll(() => world.hub.states[0]).toMatchObject({ state: "up" });
    expect(slack.messages.size).toBe(1);
  });

  it("S20-20 is down at the start: open cards appear when it is back", async () => {
    const { slack, world, channels } = await slackWorld();
    const { port } = slack;
    await slack.stop();
    const { ask } = await world.ask();
    await expect.poll(() => world.hub.states[0]).toMatchObject({ state: "down", waiting: 1 });
    expect(world.hub.states[0]!.problem).toMatch(/ECONNREFUSED|fetch failed|closed/);
    const back = await FakeSlack.start(port);
    onTestFinished(() => back.stop());
    await expect.poll(() => back.messages.size).toBe(1);
    await expect.poll(() => world.hub.states[0]).toMatchObject({ state: "up", waiting: 0 });
    await expect.poll(() => back.sockets).toBe(2);
    await back.click([...back.messages.keys()][0]!, "deny");
    await expect.poll(() => world.queue.open().length).toBe(0);
    expect(channels.slack.apiUrl).toContain(String(port));
    expect(ask.state).toBe("open");
  });

  it("a deleted message, a refused card and a late form do not hold up the next card", async () => {
    const { slack, world, card } = await slackWorld();
    const first = await world.ask("first", questionOf("Go?", ["Yes"]));
    const { ts } = await card(1);
    slack.fail("views.open", { body: { ok: false, error: "expired_trigger_id" } });
    await slack.click(ts, "answer");
    await expect.poll(() => slack.callsOf("chat.postEphemeral").at(-1)?.["text"]).toContain("Press the button again");
    slack.messages.delete(ts);
    await world.queue.answer(first.ask.id, { hash: first.ask.hash, verdict: "deny" });
    slack.fail("chat.postMessage", { body: { ok: false, error: "invalid_blocks" } });
    await world.ask("second");
    await world.ask("third");
    await expect.poll(() => slack.messages.size).toBe(1);
    expect(JSON.stringify([...slack.messages])).toContain("third");
    expect(world.hub.states).toMatchObject([{ state: "up", waiting: 0 }]);
  });

  it("sends envelopes that make no sense: they are ignored, and the next click counts", async () => {
    const { slack, world, card } = await slackWorld();
    const { answer } = await world.ask();
    const { ts } = await card(1);
    for (const text of [
      "",
      "[]",
      "null",
      "{",
      '{"type":"interactive"}',
      '{"envelope_id":7,"payload":{}}',
      '{"type":"hello"}',
    ])
      slack.sendRaw(text);
    await slack.send(undefined);
    await slack.send("text");
    await slack.send({ type: "view_submission" });
    await slack.send({ type: "event_callback" }, "events_api");
    await slack.send({ command: "/x" }, "slash_commands");
    await slack.click(ts, "deny");
    expect(await answer).toMatchObject({ ask: { verdict: "deny" } });
  });

  it("ends connections before it says hello: they are opened again, and the next click counts", async () => {
    const { slack, world, card } = await slackWorld();
    const { answer } = await world.ask();
    const { ts } = await card(1);
    const opened = () => slack.callsOf("apps.connections.open").length;
    const before = opened();
    slack.sendsHello = false;
    slack.drop();
    await expect.poll(opened).toBeGreaterThan(before + 2);
    slack.sendsHello = true;
    await expect.poll(() => slack.sockets).toBe(2);
    await slack.click(ts, "deny");
    expect(await answer).toMatchObject({ ask: { verdict: "deny" } });
  });

  it("names a secret that others can read, and sends nothing [private secrets]", async () => {
    const { slack, world, channels } = await slackWorld();
    world.secret("bot", BOT_TOKEN, 0o644);
    const before = slack.calls.length;
    await world.ask();
    await expect.poll(() => slack.messages.size > 0 || world.hub.states[0]!.state === "down").toBe(true);
    expect(world.hub.states[0]).toMatchObject({ state: "down", isLasting: true });
    expect(world.hub.states[0]!.problem).toContain("chmod 600");
    expect(world.hub.canAnswer).toBe(false);
    expect(slack.calls.length).toBe(before);
    expect(JSON.stringify([world.logged, world.hub.states])).not.toContain(BOT_TOKEN);
    expect(channels.slack.team).toBe(TEAM);
  });

  it("loses no click over 20 refreshed and dropped connections [two connections]", async () => {
    const { slack, world, card } = await slackWorld();
    const CLICKS = 500;
    await world.ask("x", questionOf("Go?", ["Yes"]));
    const { ts } = await card(1);
    const delivered: Promise<unknown>[] = [];
    for (let n = 0; n < CLICKS; n++) {
      if (n % 50 === 10) slack.refresh(30);
      if (n % 50 === 35) slack.drop();
      delivered.push(slack.click(ts, "answer"));
      await new Promise((done) => setTimeout(done, 4));
    }
    expect(slack.unreached).toBe(0);
    await expect.poll(() => slack.callsOf("views.open").length).toBe(CLICKS);
    expect(slack.hellos).toBeGreaterThanOrEqual(20);
  });
});

describe("when cards are sent", () => {
  it("not in quiet hours", async () => {
    const time = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
    const now = Date.now();
    const quietHours = { from: time(now - 3_600_000), to: time(now + 3_600_000) };
    const { slack, world } = await slackWorld({ settings: { quietHours } });
    await world.ask();
    expect(world.hub.canAnswer).toBe(false);
    await world.ask("two");
    expect(slack.callsOf("chat.postMessage")).toEqual([]);
    expect(world.hub.states[0]!.waiting).toBe(2);
  });

  it("later if a person at this machine may answer first, and never if that happens", async () => {
    const { slack, world } = await slackWorld({ settings: { notifyAfterSeconds: 1 }, isAttended: true });
    const first = await world.ask("first");
    await world.queue.answer(first.ask.id, { hash: first.ask.hash, verdict: "deny" });
    await world.ask("second");
    expect(slack.messages.size).toBe(0);
    await expect.poll(() => slack.messages.size).toBe(1);
    expect(JSON.stringify([...slack.messages])).toContain("second");
  });

  it("at most ten a minute of one session; one message announces the others [bursts]", async () => {
    const { slack, world } = await slackWorld();
    for (let n = 1; n <= 13; n++) await world.ask(`step ${n}`);
    const { event } = questionAbout();
    await world.ask("of another session", {
      event: { ...event, payload: { ...event.payload, session_id: "t", tool_input: { command: "step one" } } },
    });
    await expect.poll(() => slack.messages.size).toBe(12);
    const texts = [...slack.messages.values()].map((message) => JSON.stringify(message));
    expect(texts.filter((text) => /step \d/.test(text))).toHaveLength(10);
    expect(texts.filter((text) => text.includes("asks more than 10 questions in a minute"))).toHaveLength(1);
    expect(texts.at(-1)).toContain("step one");
    expect(world.queue.open()).toHaveLength(14);
    world.hub.sendNow();
    await expect.poll(() => JSON.stringify([...slack.messages])).toContain("step 13");
    expect(slack.messages.size).toBe(15);
  });

  it("at once if that person says to be away", async () => {
    const { slack, world } = await slackWorld({ settings: { notifyAfterSeconds: 3_600 }, isAttended: true });
    await world.ask("first");
    await world.ask("second");
    expect(slack.messages.size).toBe(0);
    world.hub.sendNow();
    await expect.poll(() => slack.messages.size).toBe(2);
    expect(JSON.stringify([...slack.messages])).toMatch(/first.*second/);
  });
});
