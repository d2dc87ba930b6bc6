/** What every channel must keep to, with its own server. */
import { expect, it } from "vitest";
import type { ChannelSettings } from "../../../src/daemon/lifecycle/settings.js";
import { VirtualClock } from "../../support/virtual-clock.js";
import { ChannelWorld, type WorldOptions } from "./channel-world.js";

export interface ChannelKit {
  settings(world: ChannelWorld): ChannelSettings;
  /** The newest text of each card, in the order in which they appeared. */
  cards(): readonly string[];
  /** Whether a card offers to approve. */
  offersApproval(at: number): boolean;
  /** Answers through the channel; resolves when the channel has taken it. */
  deny(at: number): Promise<unknown>;
  approve(at: number): Promise<unknown>;
  /** Requests fail with 503 from now on, until `recover`. */
  fail(): void;
  recover(): void;
  /** Ready to take answers. */
  ready(): Promise<void>;
}

export function channelContract(name: string, start: () => Promise<ChannelKit>): void {
  const opened = async (options?: WorldOptions) => {
    const kit = await start();
    const world = new ChannelWorld(options);
    await world.open(kit.settings(world));
    await kit.ready();
    return { kit, world };
  };
  const shown = (kit: ChannelKit, count: number) => expect.poll(() => kit.cards().length).toBe(count);

  it("shows a call that waits, and its end", async () => {
    const { kit, world } = await opened();
    const { answer } = await world.ask("make release");
    await shown(kit, 1);
    expect(kit.cards()[0]).toContain("make release");
    await kit.deny(0);
    expect(await answer).toMatchObject({ kind: "answered", ask: { verdict: "deny", by: { channel: name } } });
    await expect.poll(() => kit.cards()[0]).toContain("Denied by");
    await expect.poll(() => world.hub.cards).toBe(0);
  });

  it("approves a call that it shows whole, once", async () => {
    const { kit, world } = await opened();
    const { answer } = await world.ask("make release");
    await shown(kit, 1);
    expect(kit.offersApproval(0)).toBe(true);
    await kit.approve(0);
    expect(await answer).toMatchObject({ kind: "answered", ask: { verdict: "allow", by: { channel: name } } });
    const second = await world.ask("make release");
    await shown(kit, 2);
    await kit.approve(0).catch(() => {});
    await kit.deny(1);
    expect(await second.answer).toMatchObject({ ask: { verdict: "deny" } });
  });

  it("offers no approval before a person confirmed its settings", async () => {
    const { kit, world } = await opened();
    world.mayApprove = false;
    await world.ask("make release");
    await shown(kit, 1);
    expect(kit.offersApproval(0)).toBe(false);
  });

  it.each([
    ["long", "x".repeat(200_000)],
    ["with a secret", "curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345' x"],
    ["with invisible characters", "rm\u200b x"],
  ])("offers no approval of a call that is %s, and sends no secret", async (_, command) => {
    const { kit, world } = await opened();
    await world.ask(command);
    await shown(kit, 1);
    expect(kit.offersApproval(0)).toBe(false);
    expect(kit.cards()[0]!.length).toBeLessThan(20_000);
    expect(kit.cards()[0]).not.toContain("ghp_0123456789");
  });

  it("shows nothing of a private call", async () => {
    const { kit, world } = await opened();
    await world.ask("one", { isPrivate: true });
    await world.ask("two");
    await shown(kit, 1);
    expect(kit.cards()[0]).toContain("two");
  });

  it("tells how a question ended elsewhere", async () => {
    const { kit, world } = await opened();
    const gone = new AbortController();
    const first = await world.ask("one", {}, gone.signal);
    const second = await world.ask("two");
    await shown(kit, 2);
    gone.abort();
    await first.answer;
    await world.queue.answer(second.ask.id, { hash: second.ask.hash, verdict: "deny", said: "not now" });
    await expect.poll(() => kit.cards()[0]).toContain("Cancelled: the agent has gone.");
    await expect.poll(() => kit.cards()[1]).toContain("Denied by ann (terminal, command)");
  });

  it("tells that a question was answered in the agent's own dialog", async () => {
    const { kit, world } = await opened();
    const { ask, dialog } = await world.askBeside("make release");
    await shown(kit, 1);
    world.queue.observe({ agent: ask.agent, session: ask.session, name: "PostToolUse", hash: () => ask.hash });
    expect(await dialog).toEqual({ kind: "agent" });
    await expect.poll(() => kit.cards()[0]).toContain("Answered in the agent.");
    await expect.poll(() => world.hub.cards).toBe(0);
  });

  it("HL-02 tells that the time is over, although nobody presses anything", async () => {
    const clock = new VirtualClock();
    const { kit, world } = await opened({ clock });
    const { answer } = await world.ask("make release");
    await shown(kit, 1);
    await clock.advance(30 * 60_000);
    expect(await answer).toMatchObject({ kind: "unanswered" });
    await expect.poll(() => kit.cards()[0]).toContain("No answer in time");
  });

  it("S20-20 is down: it is named, approves nothing, and sends the open cards in order when it is back", async () => {
    const { kit, world } = await opened();
    kit.fail();
    for (const command of ["step 1", "step 2", "step 3"]) await world.ask(command);
    const ended = await world.ask("step 4");
    await world.queue.answer(ended.ask.id, { hash: ended.ask.hash, verdict: "deny" });
    await expect
      .poll(() => world.hub.states)
      .toMatchObject([{ name, state: "down", problem: expect.stringContaining("503") }]);
    expect(world.hub.states[0]!.since).toBeLessThanOrEqual(Date.now());
    expect(world.queue.open()).toHaveLength(3);
    kit.recover();
    await shown(kit, 3);
    expect(kit.cards().map((text) => /step \d/.exec(text)?.[0])).toEqual(["step 1", "step 2", "step 3"]);
    await expect.poll(() => world.hub.states).toMatchObject([{ state: "up", waiting: 0 }]);
  });

  it("changes the cards of the last daemon to what became of their questions", async () => {
    const { kit, world } = await opened();
    const { ask } = await world.ask("one");
    await shown(kit, 1);
    await expect.poll(() => world.hub.cards).toBe(1);
    await world.open(kit.settings(world));
    await expect.poll(() => kit.cards()[0]).toContain("The daemon restarted");
    await kit.ready();
    await kit.deny(0);
    await expect.poll(() => world.queue.pending().find(({ id }) => id === ask.id)?.verdict).toBe("deny");
    expect(kit.cards()).toHaveLength(1);
  });

  it("sends a test message, which asks nothing", async () => {
    const { kit, world } = await opened();
    expect(await world.hub.test(name)).toBeUndefined();
    kit.fail();
    expect((await world.hub.test(name))?.message).toContain("503");
    expect(world.queue.pending()).toEqual([]);
  });
}
