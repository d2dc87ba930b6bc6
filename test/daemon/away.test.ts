/** `snaphook away` ends with its time or with `back`, and calls that waited because of it do not wait any longer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { awayFile, endAway, writeAway } from "../../src/client/away-file.js";
import { AwayWatch } from "../../src/daemon/calls/away-watch.js";
import { onTerminal } from "../support/on-terminal.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { VirtualClock } from "../support/virtual-clock.js";

describe("the end of `away`", () => {
  const HOUR = 3_600_000;
  const start = Date.UTC(2026, 0, 1);
  const by = { user: "ann", terminal: "/dev/pts/1" };

  function watched() {
    const data = mkdtempSync(join(tmpdir(), "snaphook-away-"));
    onTestFinished(() => rmSync(data, { recursive: true }));
    const clock = new VirtualClock();
    const ends: number[] = [];
    const now = () => start + clock.now();
    const watch = new AwayWatch({ data, clock, now, onEnd: () => void ends.push(clock.now()) });
    return { data, clock, ends, watch };
  }

  it("is told at its time, not before and once", async () => {
    const { data, clock, ends, watch } = watched();
    writeAway(data, { from: start, until: start + HOUR, by });
    for (let i = 0; i < 3; i++) expect(watch.current).toMatchObject({ until: start + HOUR });
    await clock.advance(HOUR - 1);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual([HOUR]);
    expect(watch.current).toBeUndefined();
    await clock.advance(HOUR);
    expect(ends).toEqual([HOUR]);
  });

  it("moves with the file: a later time, an earlier one, none", async () => {
    const { data, clock, ends, watch } = watched();
    writeAway(data, { from: start, until: start + HOUR, by });
    expect(watch.current).toBeDefined();
    writeAway(data, { from: start, until: start + 2 * HOUR, by }); // not read again before the first time is over
    await clock.advance(HOUR);
    expect(ends).toEqual([]);
    await clock.advance(HOUR);
    expect(ends).toEqual([2 * HOUR]);

    const from = start + 2 * HOUR;
    writeAway(data, { from, until: from + 2 * HOUR, by });
    expect(watch.current).toBeDefined();
    writeAway(data, { from, until: from + HOUR, by });
    expect(watch.current).toBeDefined();
    endAway(data);
    expect(watch.current).toBeUndefined();
    await clock.advance(5 * HOUR);
    expect(ends).toEqual([2 * HOUR]); // who removed the file said so
  });
});

describe("with a daemon", () => {
  async function place(): Promise<DaemonPlace> {
    const made = new DaemonPlace();
    made.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
    made.writeUser("daemon.json", { approvals: { desktop: false } });
    await made.wire();
    await made.up();
    return made;
  }
  const call = (at: DaemonPlace) =>
    at.launch("codex", "PreToolUse", {
      session_id: "s",
      cwd: at.project,
      permission_mode: "bypassPermissions",
      ...bash("make release"),
    });
  const held = (at: DaemonPlace) => expect.poll(async () => (await at.asks()).length).toBe(1);

  it("`back` releases calls that wait; with a view open they wait on", async () => {
    const at = await place();
    expect(await onTerminal(at, ["away"])).toMatchObject({ code: 0 });
    const first = call(at);
    await held(at);
    const leave = await at.attend();
    expect(await at.json(["back"])).toEqual({ away: false, was: true, released: 0 });
    expect(await at.asks()).toHaveLength(1);
    expect(await onTerminal(at, ["away"])).toMatchObject({ code: 0 });
    leave();
    await expect.poll(async () => (await at.status()).attended).toBe(false);
    expect(await at.asks()).toHaveLength(1);
    const ran = await at.run(["back"]);
    expect(ran.stdout).toMatch(/^Back: .*\n1 call waited and got no answer/);
    // Before `back` has ended, not at the next look of the daemon.
    expect(await at.asks("pending")).toMatchObject([{ state: "parked", parked: "unattended" }]);
    expect((await first).stdout).toContain("no user can be asked now");
    expect((await at.run(["back"])).stdout).toBe("You were not away.\n");
  });

  it("a file that Snaphook did not write, or a damaged one, is named with what to do", async () => {
    const at = await place();
    const now = Date.now();
    const forged = { format: 1, from: now - 1, until: now + 1e7, by: { user: "eve", terminal: "x" }, signature: "00" };
    for (const [text, why] of [
      [JSON.stringify(forged), "it was not written by Snaphook as it is"],
      ['{"format": 1, "from":', "it cannot be read"],
    ] as const) {
      writeFileSync(awayFile(at.data), text);
      const file = awayFile(at.data);
      const { unsigned } = await at.json<{ unsigned: object[] }>(["status"]);
      expect(unsigned).toMatchObject([{ code: "AWAY_REFUSED", file, message: `${why}, and is ignored` }]);
      const [status, doctor] = [await at.run(["status"]), await at.run(["doctor"])];
      for (const { stdout, stderr } of [status, doctor]) {
        expect(stdout + stderr).toContain("AWAY_REFUSED");
        expect((stdout + stderr).replace(/\s+/g, " ")).toContain("`snaphook back` removes the file");
      }
      expect((await at.status()).awayUntil).toBeUndefined();
    }
    expect((await at.run(["back"])).code).toBe(0);
    expect((await at.json<{ unsigned: object[] }>(["status"])).unsigned).toEqual([]);
  });
});
