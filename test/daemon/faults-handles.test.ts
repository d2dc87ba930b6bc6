/** A daemon that may open few files: callers answer by themselves, guards hold, and it goes on. */
import { spawn } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { connectionLimit } from "../../src/daemon/calls/connection-limit.js";
import { type FaultCall, FaultPlace } from "../support/fault-calls.js";
import { limit } from "../support/limits.js";
import { markedProcesses, openHandles } from "../support/processes.js";
import { PROGRAM } from "../support/program.js";

const BURST = 100;

it(`EMFILE: with 64 handles and ${BURST} callers at once all are answered, guards deny, and the daemon recovers`, async () => {
  const place = new FaultPlace();
  await place.prepare();
  const daemon = spawn("sh", ["-c", `ulimit -n 64; exec "$0" "$1" up --serve`, process.execPath, PROGRAM], {
    env: { ...place.env, ...place.marked },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void daemon.kill("SIGKILL"));
  const pid = daemon.pid!;
  await expect.poll(async () => (await place.ask({ path: "/v1/status" })).kind).toBe("ok");
  const call = (n: number, kind: FaultCall["kind"] = n % 2 === 0 ? "slow" : "guarded") =>
    place.call({ id: `b${n}`, agent: "claude-code", kind, client: "perl" });
  await call(0);
  const before = openHandles(pid);
  const ended = await Promise.all(Array.from({ length: BURST }, (_, n) => call(n + 1)));
  for (const { id, code, stdout } of ended) {
    expect({ id, code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('"deny"') });
  }
  const ids = place.runs().map(({ id }) => id);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
  expect(new Set(place.runs().map(({ by }) => by))).toEqual(new Set(["daemon", "alone"])); // some were too many
  await expect.poll(() => openHandles(pid)).toBeLessThanOrEqual(before + 3);
  const { events } = await place.status();
  expect((await call(BURST + 1, "guarded")).stdout).toContain("the harbour is closed");
  await expect.poll(async () => (await place.status()).events).toBe(events + 1);
  expect(place.runs().at(-1)).toEqual({ id: `b${BURST + 1}`, by: "daemon" });
  await expect.poll(() => markedProcesses(place.mark)).toEqual([pid]);
});

it("EMFILE: with no handle left it lets nobody in, ends nobody's call, and goes on when there are some again", async () => {
  const place = new FaultPlace();
  await place.prepare();
  await place.up(place.marked);
  const pid = place.daemon!.pid!;
  const call = (id: string, kind: FaultCall["kind"] = "guarded") =>
    place.call({ id, agent: "claude-code", kind, client: "perl" });
  await call("first");
  const inHand = call("in-hand", "slow");
  await expect.poll(() => place.runs().length).toBe(2);
  limit(pid, "nofile", 10); // below what it has open
  for (const { stdout } of await Promise.all([inHand, ...["x", "y", "z"].map((id) => call(id))]))
    expect(stdout).toMatch(/the harbour is closed|slowly/);
  limit(pid, "nofile", 1024);
  await call("last");
  expect(place.runs().map(({ by }) => by)).toEqual(["daemon", "daemon", "alone", "alone", "alone", "daemon"]);
  expect((await place.status()).pid).toBe(pid);
  await expect.poll(async () => (await place.events()).length).toBeGreaterThanOrEqual(3);
});

it("takes as many calls at once as there are handles for", () => {
  expect([10, 64, 256, 1024, 1_000_000, undefined].map((handles) => connectionLimit(handles))).toEqual([
    1,
    2,
    29,
    139,
    2_000,
    expect.any(Number),
  ]);
});
