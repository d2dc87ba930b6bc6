import { expect, it } from "vitest";
import type { OpenAsk } from "../../../src/approvals/ports.js";
import { Bursts } from "../../../src/daemon/channels/bursts.js";

const ask = (id: string, session = "s") => ({ id, session, agent: "codex" }) as OpenAsk;

it("ten questions of a session are sent in a minute, the next ones in their turn, and one message a minute says so", () => {
  const bursts = new Bursts();
  const first = Array.from({ length: 10 }, (_, n) => bursts.delayFor(ask(`a${n}`), n * 1_000));
  expect(first).toEqual(first.map(() => ({ delayMs: 0, isBurst: false })));
  expect(bursts.delayFor(ask("b0"), 10_000)).toEqual({ delayMs: 50_000, isBurst: true });
  expect(bursts.delayFor(ask("b1"), 10_000)).toEqual({ delayMs: 51_000, isBurst: false });
  expect(bursts.delayFor(ask("b0"), 20_000)).toEqual({ delayMs: 40_000, isBurst: false });
  expect(bursts.delayFor(ask("c0", "t"), 20_000)).toEqual({ delayMs: 0, isBurst: false });
  expect(bursts.delayFor(ask("d0"), 69_500)).toEqual({ delayMs: 0, isBurst: false });
  expect(bursts.delayFor(ask("e0"), 300_000)).toEqual({ delayMs: 0, isBurst: false });
});
