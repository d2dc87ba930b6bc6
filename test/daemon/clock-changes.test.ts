/** The time of day jumps while a call waits: the machine slept, or its clock was set. */
import { beforeEach, expect, it } from "vitest";
import { movedClock } from "../support/moved-clock.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const MINUTE = 60_000;

let place: DaemonPlace;
let clock: ReturnType<typeof movedClock>;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
  clock = movedClock(place);
  await place.wire();
  await place.up(clock.env);
  await place.attend();
});

const call = async () => {
  const input = { session_id: "s", cwd: place.project, permission_mode: "default", ...bash("make release") };
  const { stdout } = await place.launch("codex", "PreToolUse", input);
  return stdout === "" ? "passed" : stdout;
};
const held = async () => {
  const answer = call();
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return { answer, ask: (await place.asks())[0]! };
};

const approve = async (id: string) =>
  expect(await onTerminal(place, ["approve", id], { env: clock.env })).toMatchObject({ code: 0 });

it("HL-02 a machine that sleeps past the limit: the agent is told that no answer came, and a late answer counts once", async () => {
  const { answer, ask } = await held();
  clock.move(45 * MINUTE);
  expect(await answer).toContain("No answer within 45 min");
  await expect.poll(() => place.asks("pending")).toMatchObject([{ id: ask.id, state: "parked", parked: "expired" }]);
  await approve(ask.id);
  expect(await call()).toBe("passed");
  expect(await place.asks("pending")).toEqual([]);
});

it("a clock that is set back: the question stays open, and its answer counts", async () => {
  const { answer, ask } = await held();
  clock.move(-600 * MINUTE);
  expect(await place.asks()).toMatchObject([{ id: ask.id, state: "open" }]);
  await approve(ask.id);
  expect(await answer).toBe("passed");
});
