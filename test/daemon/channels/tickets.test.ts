/** Tickets that must not count. Each case starts from a good one. */
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newTicket } from "../../../src/daemon/channels/tickets.js";
import { questionAbout } from "../../approvals/queue-world.js";
import { FakeWebhook, SECRET } from "../../support/fake-webhook.js";
import { removeFolder } from "../../support/remove-folder.js";
import { securityCases } from "../../support/security-figures.js";
import { ChannelWorld, questionOf } from "./channel-world.js";

async function ticketWorld(more: { now?: () => number } = {}) {
  const webhook = await FakeWebhook.start();
  onTestFinished(() => webhook.stop());
  const world = new ChannelWorld(more);
  const channels = { webhook: { url: webhook.url, secret: world.secret("hook", SECRET), approve: true } };
  await world.open(channels);
  const held = async (count: number, question = {}) => {
    const asked = await world.ask(`make ${count}`, question);
    await expect.poll(() => webhook.received.length).toBe(count);
    return { ...asked, ...(webhook.received.at(-1)!["tickets"] as { allow: string; deny: string }) };
  };
  const redeem = async (ticket: string, body = {}) => (await world.hub.redeem(ticket, body)).outcome;
  return { webhook, world, channels, held, redeem };
}

const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`;
const parts = (ticket: string) => ticket.split(".");
const withPart = (ticket: string, at: number, text: string) => parts(ticket).with(at, text).join(".");

/** What becomes of a good ticket that approves. */
const FORGED: readonly (readonly [string, (ticket: string, deny: string) => string])[] = [
  ["nothing", () => ""],
  ["another word", () => "approve"],
  ["without its last character", (one) => one.slice(0, -1)],
  ["half of it", (one) => one.slice(0, one.length / 2)],
  ["only its signature", (one) => parts(one)[5]!],
  ["without its signature", (one) => parts(one).slice(0, 5).join(".")],
  ["with an empty signature", (one) => withPart(one, 5, "")],
  ["with a signature of zeros", (one) => withPart(one, 5, "0".repeat(64))],
  ["with a part more", (one) => `${one}.0`],
  ["with a character more", (one) => `${one}0`],
  ["with a space before", (one) => ` ${one}`],
  ["with a line break after", (one) => `${one}\n`],
  ["in capitals", (one) => one.toUpperCase()],
  ["with a signature in capitals", (one) => withPart(one, 5, parts(one)[5]!.toUpperCase())],
  ["twice", (one) => one + one],
  ["percent-encoded", (one) => one.replaceAll(".", "%2e")],
  ["of another version", (one) => withPart(one, 0, "sht2")],
  ["of no version", (one) => parts(one).slice(1).join(".")],
  ["for another question", (one) => withPart(one, 1, flip(parts(one)[1]!, 0))],
  ["for a question without an id", (one) => withPart(one, 1, "")],
  ["for a path", (one) => withPart(one, 1, "../../..")],
  ["that denied", (_, deny) => withPart(deny, 2, "allow")],
  [
    "that denied, with the signature of the approval",
    (one, deny) => withPart(withPart(deny, 2, "allow"), 5, parts(one)[5]!),
  ],
  ["with the verdict yes", (one) => withPart(one, 2, "yes")],
  ["without a verdict", (one) => withPart(one, 2, "")],
  ["that expires later", (one) => withPart(one, 3, String(Number(parts(one)[3]) + 1))],
  ["that expires never", (one) => withPart(one, 3, "Infinity")],
  ["that expires in hexadecimal", (one) => withPart(one, 3, `0x${Number(parts(one)[3]).toString(16)}`)],
  ["that expires with a leading zero", (one) => withPart(one, 3, `0${parts(one)[3]}`)],
  ["without an expiry", (one) => withPart(one, 3, "")],
  ["with a negative expiry", (one) => withPart(one, 3, `-${parts(one)[3]}`)],
  ["with another nonce", (one) => withPart(one, 4, "f".repeat(32))],
  ["with the nonce of the other ticket", (one, deny) => withPart(one, 4, parts(deny)[4]!)],
  ["with a shorter nonce", (one) => withPart(one, 4, parts(one)[4]!.slice(2))],
  ["without a nonce", (one) => withPart(one, 4, "")],
  ...Array.from(
    { length: 16 },
    (_, i) =>
      [
        `with digit ${i * 4} of the signature changed`,
        (one: string) => withPart(one, 5, flip(parts(one)[5]!, i * 4)),
      ] as const,
  ),
  ...Array.from(
    { length: 8 },
    (_, i) =>
      [
        `with digit ${i * 4} of the nonce changed`,
        (one: string) => withPart(one, 4, flip(parts(one)[4]!, i * 4)),
      ] as const,
  ),
];

describe("a ticket", () => {
  it(`none of ${FORGED.length} forged ones counts [tickets]`, async () => {
    const { world, held, redeem } = await ticketWorld();
    const { allow, deny, answer } = await held(1);
    // Besides them, those that are refused in the tests below: used 6, of questions that ended 2, expired 2, foreign 4.
    expect(securityCases("tickets.test.ts")).toBe(FORGED.length + 14);
    for (const [name, forge] of FORGED) expect(["refused", "limit"], name).toContain(await redeem(forge(allow, deny)));
    expect(world.queue.open()).toHaveLength(1);
    expect(await redeem(allow)).toBe("answered"); // also after many that do not count
    expect(await answer).toMatchObject({ ask: { verdict: "allow" } });
  });

  it("counts once: not again, not the other one of its question, not for the next question", async () => {
    const { world, held, redeem } = await ticketWorld();
    const first = await held(1);
    const twice = await Promise.all([redeem(first.allow), redeem(first.allow), redeem(first.deny)]);
    expect(twice.filter((outcome) => outcome === "answered")).toHaveLength(1);
    expect(await redeem(first.allow)).toBe("refused");
    expect(await redeem(first.deny)).toBe("refused");
    await world.queue.answer((await world.ask("other")).ask.id, { hash: "x", verdict: "deny" });
    expect(world.queue.open()).toHaveLength(1);
    expect(await redeem(first.allow)).toBe("refused");
  });

  it("dies with its question, however that ends", async () => {
    const { world, held, redeem } = await ticketWorld();
    const { ask, allow, deny } = await held(1);
    await world.queue.answer(ask.id, { hash: ask.hash, verdict: "deny" });
    expect([await redeem(allow), await redeem(deny)]).toEqual(["refused", "refused"]);
  });

  it("expires [expiry]", async () => {
    let now = Date.now();
    const { world, held, redeem } = await ticketWorld({ now: () => now });
    const { ask, allow } = await held(1);
    const { id, hash } = ask;
    const known = world.hub.cards;
    const expiresAt = now + 1;
    const early = newTicket(world.places.data, { channel: "webhook", id, hash, verdict: "allow", expiresAt });
    now += 2;
    expect(await redeem(early)).toBe("refused");
    now += 13 * 3_600_000;
    expect(await redeem(allow)).toBe("refused");
    expect(known).toBe(1);
  });

  it("of another installation, another channel, another call or without a record of it does not count [issued tickets]", async () => {
    const { world, held, redeem } = await ticketWorld();
    const { ask, allow } = await held(1);
    const { id, hash, expiresAt } = ask;
    const other = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-other-")));
    onTestFinished(() => removeFolder(other));
    const about = { channel: "webhook", id, hash, verdict: "allow" as const, expiresAt };
    const { data } = world.places;
    for (const ticket of [
      newTicket(other, about),
      newTicket(data, { ...about, channel: "ntfy" }),
      newTicket(data, { ...about, hash: "k1:other" }),
      newTicket(data, about), // signed, but never issued
    ])
      expect(await redeem(ticket)).toBe("refused");
    expect(world.queue.open()).toHaveLength(1);
    expect(await redeem(allow)).toBe("answered");
  });

  it("is stored as a hash only", async () => {
    const { world, held } = await ticketWorld();
    const { allow, deny } = await held(1);
    const text = readFileSync(join(world.places.state, "channels/webhook.json"), "utf8");
    for (const part of [...parts(allow).slice(4), ...parts(deny).slice(4)]) expect(text).not.toContain(part);
  });

  it("still counts after a restart, once, and only for the call that was shown [single use]", async () => {
    const { world, channels, held, redeem } = await ticketWorld();
    const { allow, ask } = await held(1);
    await world.open(channels);
    expect(await redeem(allow)).toBe("kept");
    expect(await redeem(allow)).toBe("refused");
    expect(world.queue.pending()).toMatchObject([{ id: ask.id, state: "waiting", verdict: "allow" }]);
  });

  it("is shown on a card that was being sent when the daemon was killed: the card still gets its end", async () => {
    const { webhook, world, channels, held } = await ticketWorld();
    const { ask } = await held(1);
    const file = join(world.places.state, "channels/webhook.json");
    await expect.poll(() => readFileSync(file, "utf8")).toContain(`"ref":"${ask.id}"`);
    world.hub.close();
    writeFileSync(file, readFileSync(file, "utf8").replace(`"ref":"${ask.id}"`, '"ref":""'));
    await world.open(channels);
    await expect.poll(() => webhook.received.at(-1)).toMatchObject({ type: "ask.changed", ask: { id: ask.id } });
    await world.queue.answer(ask.id, { hash: ask.hash, verdict: "deny" });
    await world.queue.hold(questionAbout("make 1"), new AbortController().signal, () => {}); // uses the answer up
    await expect.poll(() => webhook.received.map(({ type }) => type)).toContain("ask.closed");
  });

  it("HL-09 answers a question; answers that do not fit use nothing up", async () => {
    const { held, redeem } = await ticketWorld();
    const { allow, answer } = await held(1, questionOf("Go?", ["Yes", "No"]));
    expect(await redeem(allow)).toBe("unfit");
    expect(await redeem(allow, { answers: { "Go?": ["Maybe"] } })).toBe("unfit");
    expect(await redeem(allow, { answers: { "Go?": ["Yes"], "Other?": "x" } })).toBe("unfit");
    expect(await redeem(allow, { answers: { "Go?": ["Yes"] } })).toBe("answered");
    expect(await answer).toMatchObject({ ask: { answers: { "Go?": "Yes" } } });
  });
});
