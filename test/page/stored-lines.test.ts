import { request } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import type { StreamLine } from "../../src/daemon/api.js";
import { ApiPlace } from "../support/api-place.js";

/** Reads the stream of the daemon, as the page does. */
function read(place: ApiPlace, query: string): { lines: StreamLine[]; ids: () => string[] } {
  const lines: StreamLine[] = [];
  const sent = request({
    port: place.port,
    host: "127.0.0.1",
    path: `/v1/stream?${query}`,
    headers: { authorization: `Bearer ${place.tokens.control}` },
  });
  let rest = "";
  sent.on("response", (response) =>
    response.setEncoding("utf8").on("data", (part: string) => {
      const whole = (rest + part).split("\n");
      rest = whole.pop() ?? "";
      lines.push(...whole.map((line) => JSON.parse(line) as StreamLine));
    }),
  );
  sent.on("error", () => {}).end();
  onTestFinished(() => void sent.destroy());
  return { lines, ids: () => lines.flatMap((line) => (line.kind === "event" ? [line.record.id] : [])) };
}

const event = (id: string, at = Date.now()) => ({ id, at, agent: "codex", event: "Stop", session: id, payload: {} });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `e-${from + i}`);

it("DA-09 the stream sends the last stored events first, and has neither hole nor duplicate while others are stored", async () => {
  const place = await ApiPlace.open();
  await place.post(
    "/v1/events",
    numbers(0, 700).map((id) => event(id)),
  );
  const posting = (async () => {
    for (let i = 700; i < 1_000; i += 3)
      await place.post(
        "/v1/events",
        numbers(i, i + 3).map((id) => event(id)),
      );
  })();
  const readers = [];
  for (let i = 0; i < 10; i++) {
    readers.push(read(place, "last=500"));
    await new Promise((done) => setTimeout(done, 20));
  }
  await posting;
  for (const { ids } of readers) {
    await expect.poll(() => ids().at(-1)).toBe("e-999");
    const first = Number(ids()[0]!.slice(2));
    expect(ids()).toEqual(numbers(first, 1_000));
  }
});

it("DA-09 the stream goes on after an event, with those that happened earlier and were stored later", async () => {
  const place = await ApiPlace.open();
  await place.post(
    "/v1/events",
    numbers(0, 10).map((id) => event(id)),
  );
  await place.post("/v1/events", [event("late", Date.now() - 3_600_000)]);
  await place.post(
    "/v1/events",
    numbers(10, 300).map((id) => event(id)),
  );
  const { lines, ids } = read(place, "after=e-7");
  await expect.poll(() => lines.at(-1)?.kind).toBe("live");
  expect(ids()).toEqual(["e-8", "e-9", "late", ...numbers(10, 300)]);
});

it("DA-09 an event that is not stored any more is a gap: the stream begins anew", async () => {
  const place = await ApiPlace.open();
  await place.post(
    "/v1/events",
    numbers(0, 10).map((id) => event(id)),
  );
  const { lines, ids } = read(place, "after=removed&last=3");
  await expect.poll(() => lines.at(-1)?.kind).toBe("live");
  expect(lines.map(({ kind }) => kind)).toEqual(["asks", "gap", "event", "event", "event", "live"]);
  expect(ids()).toEqual(numbers(7, 10));
});

it("DA-09 a line soon after another one waits until lines may be written again, and not longer", async () => {
  const place = await ApiPlace.open();
  await place.post("/v1/events", [event("e-0")]); // loads what a post needs
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, ids } = read(place, "hooks=false");
  // `expect.poll` moves the clock.
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };
  await until(() => lines.length === 1);
  vi.advanceTimersByTime(1_000);
  for (const round of [1, 2, 3]) {
    const [first, second] = [`e-${round}-first`, `e-${round}-second`];
    await place.post("/v1/events", [event(first)]);
    await until(() => ids().includes(first));
    vi.advanceTimersByTime(30);
    await place.post("/v1/events", [event(second)]);
    vi.advanceTimersByTime(20); // 50 after the last write
    await until(() => ids().includes(second));
    vi.advanceTimersByTime(60);
  }
});
