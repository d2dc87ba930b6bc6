import { describe, expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "../../support/collect-garbage.js";
import { FakeNtfy } from "../../support/fake-ntfy.js";
import type { Loose } from "../../support/fake-slack.js";
import { ChannelWorld, questionOf } from "./channel-world.js";

async function ntfyWorld(more: object = {}) {
  const ntfy = await FakeNtfy.start();
  onTestFinished(() => ntfy.stop());
  const world = new ChannelWorld();
  const channels = { ntfy: { server: ntfy.url, topic: "asks", answerTopic: "answers", approve: false, ...more } };
  await world.open(channels);
  if (channels.ntfy.answerTopic !== undefined) await expect.poll(() => ntfy.streams).toBe(1);
  const card = async (count: number) => {
    await expect.poll(() => ntfy.published.length).toBe(count);
    return ntfy.published.at(-1)!;
  };
  const labels = (message: Loose) => message["actions"].map((one: Loose) => one["label"]);
  return { ntfy, world, card, labels };
}

describe("ntfy", () => {
  it("HL-09 a phone denies with one button; to approve has to be enabled", async () => {
    const { ntfy, world, card, labels } = await ntfyWorld();
    const { ask, answer } = await world.ask("make", { level: "error" });
    const message = await card(1);
    expect(message).toMatchObject({ topic: "asks", priority: 5, title: "claude-code asks for approval" });
    expect(labels(message)).toEqual(["Deny"]);
    expect(message["message"]).toContain(`To approve it, in a terminal: snaphook approve ${ask.id}`);
    await ntfy.press(message["actions"][0]);
    const by = { channel: "ntfy", method: "ticket" };
    expect(await answer).toMatchObject({ ask: { verdict: "deny", by } });
    expect(await card(2)).toMatchObject({ priority: 1, actions: [], sequence_id: message["sequence_id"] });
  });

  it("without a second topic it only announces, and is no reason to hold a call", async () => {
    const { world, card, labels } = await ntfyWorld({ answerTopic: undefined });
    await world.ask();
    expect(labels(await card(1))).toEqual([]);
    expect(world.hub.canAnswer).toBe(false);
  });

  it("a question is not approved by a button: it needs an answer", async () => {
    const { world, card, labels } = await ntfyWorld({ approve: true });
    const { ask } = await world.ask("x", questionOf("Go?", ["Yes"]));
    const message = await card(1);
    expect(labels(message)).toEqual(["Deny"]);
    expect(message["message"]).toContain(`To answer it, in a terminal: snaphook answer ${ask.id}`);
    await world.ask("make");
    const second = await card(2);
    expect(labels(second)).toEqual(["Approve once", "Deny"]);
    expect(second["message"]).not.toContain("terminal");
  });

  it("fits into a message of ntfy, whatever it holds", async () => {
    const { world, card } = await ntfyWorld({ approve: true });
    for (const [at, text] of ["界".repeat(5_000), "é".repeat(990), "😀".repeat(400)].entries()) {
      await world.ask(text, { decision: { verdict: "ask", reason: "界".repeat(3_000) } as never });
      expect(Buffer.byteLength((await card(at + 1))["message"])).toBeLessThanOrEqual(4_096);
    }
  });

  it("ignores what is not a ticket, and goes on after a stream that is cut in a line", async () => {
    const { ntfy, world, card } = await ntfyWorld();
    const { answer } = await world.ask();
    const own = await card(1);
    const [deny] = own["actions"];
    // Its own card, as a server that copies one topic to the other sends it.
    ntfy.deliver("answers", { ...own, topic: "answers" });
    for (const message of ["", "approve", "sht1.", deny.body.slice(0, -1), `${deny.body}0`, deny.body.toUpperCase()])
      ntfy.deliver("answers", { message });
    ntfy.deliver("answers", { message: deny.body, attachment: { name: "a.txt" } });
    ntfy.deliver("asks", { message: deny.body });
    ntfy.deliver("answers", { message: [deny.body] });
    ntfy.write("[]\nnull\n{\n\n");
    ntfy.cut('{"id":"x","event":"mess');
    await expect.poll(() => ntfy.streams).toBe(1);
    expect(world.queue.open()).toHaveLength(1);
    // While no stream is open: it is delivered afterwards.
    ntfy.cut();
    await expect.poll(() => ntfy.streams).toBe(0);
    await ntfy.press(deny);
    expect(await answer).toMatchObject({ ask: { verdict: "deny" } });
  });

  it("a daemon that ends closes its subscription, also after a garbage collection", async () => {
    const { ntfy, world } = await ntfyWorld();
    for (let i = 0; i < 3; i++) await collectGarbage();
    world.hub.close();
    await expect.poll(() => ntfy.streams).toBe(0);
  });

  it("sends its token to the server and nowhere else", async () => {
    const { ntfy, world, card } = await ntfyWorld();
    await world.ask();
    const message = await card(1);
    expect(message["actions"][0]["headers"]).toBeUndefined();
    expect(ntfy.headers[0]!.authorization).toBeUndefined();
  });
});
