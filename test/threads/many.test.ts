import { expect, it } from "vitest";
import { APPROVES, PING_PONG, ThreadPlace } from "../support/thread-place.js";

const AT_ONCE = 20;

it("20 threads at once lose no step, and none takes over what another one runs", { timeout: 400_000 }, async () => {
  const place = new ThreadPlace();
  place.template(PING_PONG);
  place.play(APPROVES);
  const messages = Array.from({ length: AT_ONCE }, (_, i) => `task ${i}`);
  const ran = await Promise.all(
    messages.map((message) => place.run(["thread", "run", "ping-pong", message, "--json"])),
  );
  expect(ran.map(({ code }) => code)).toEqual(messages.map(() => 0));
  const threads = await place.json<{ id: string; status: string; steps: number; userMessage: string }[]>([
    "thread",
    "list",
    "--limit",
    "100",
  ]);
  expect(threads.map(({ userMessage }) => userMessage).sort()).toEqual([...messages].sort());
  expect(threads.every(({ status, steps }) => status === "completed" && steps === 4)).toBe(true);
  expect(place.done).toHaveLength(AT_ONCE * 4);
});
