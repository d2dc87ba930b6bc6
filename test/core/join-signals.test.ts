import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { joinSignals } from "../../src/core/join-signals.js";
import { collectGarbage } from "../support/collect-garbage.js";

it("follows the first that is aborted, with its reason", () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(one.signal, undefined, two.signal);
  expect(signal.aborted).toBe(false);
  two.abort("second");
  one.abort("first");
  expect(signal.reason).toBe("second");
});

it("is aborted at once if one of them already is, and by the one who joined them", () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort("before")).signal.reason).toBe("before");
  const over = joinSignals(undefined);
  over.abort("timeout");
  expect(over.signal.reason).toBe("timeout");
});

it("leaves nothing at signals that last longer, and follows them no more", () => {
  const long = new AbortController();
  const over = joinSignals(long.signal);
  expect(getEventListeners(long.signal, "abort")).toHaveLength(1);
  over.end();
  expect(getEventListeners(long.signal, "abort")).toEqual([]);
  long.abort();
  expect(over.signal.aborted).toBe(false);
});

it("is kept by what it follows, when only its listener is left", async () => {
  const long = new AbortController();
  const told: unknown[] = [];
  const join = () => {
    const { signal } = joinSignals(long.signal, AbortSignal.timeout(100));
    signal.addEventListener("abort", () => told.push(signal.reason.name));
  };
  join();
  for (let i = 0; i < 3; i++) await collectGarbage();
  await expect.poll(() => told).toEqual(["TimeoutError"]);
});
