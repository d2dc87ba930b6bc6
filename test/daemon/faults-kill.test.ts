/** kill -9 of the daemon at any moment, under load. `SNAPHOOK_FAULT_ROUNDS=1000` for more than the few of every run. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { EventRecord } from "../../src/core/records/records.js";
import { type Ended, type FaultCall, FaultPlace } from "../support/fault-calls.js";
import { childrenOf, lives, markedProcesses } from "../support/processes.js";
import { PROGRAM } from "../support/program.js";

const ROUNDS = Number(process.env["SNAPHOOK_FAULT_ROUNDS"] ?? 30);
/** After the daemon is up, and after it was started: what it does first is done by then. */
const LONGEST_MS = 250;

const CALLS: readonly Omit<FaultCall, "id">[] = [
  { agent: "claude-code", kind: "guarded", client: "perl" },
  { agent: "codex", kind: "appending", client: "perl" },
  { agent: "claude-code", kind: "slow", client: "perl" },
  { agent: "claude-code", kind: "rewriting", client: "perl" },
  { agent: "codex", kind: "guarded", client: "perl" },
  { agent: "claude-code", kind: "guarded", client: "node" },
  { agent: "codex", kind: "slow", client: "perl" },
  { agent: "claude-code", kind: "appending", client: "perl" },
];

it(
  `DA-11 ${ROUNDS} times kill -9 under load: guards hold, nothing runs twice, no receipt is lost, nothing is left`,
  async () => {
    const place = new FaultPlace();
    await place.prepare();
    const promised: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Every fourth daemon is killed while it starts.
      const starting = round % 4 === 3;
      const daemon = starting ? startOnly(place) : await upAndChecked(place, promised);
      const calls = CALLS.map((call, n) => place.call({ ...call, id: `r${round}-c${n}` }));
      const posted: string[] = [];
      const posting = postUntilDown(place, round, posted);
      // At least one shall have had the time to be promised, on a machine however busy.
      if (round === 0) await expect.poll(() => posted.length).toBeGreaterThan(0);
      await wait(Math.random() * LONGEST_MS);
      const children = childrenOf(daemon.pid!);
      await ended(daemon);
      for (const call of await Promise.all(calls)) expectContract(call);
      await posting;
      promised.push(...posted);
      expectNothingTwice(place);
      await expect.poll(() => children.filter(lives)).toEqual([]);
      await expect.poll(() => markedProcesses(place.mark)).toEqual([]);
    }
    await upAndChecked(place, promised);
    expect(promised.length).toBeGreaterThan(0);
    expect(new Set(place.runs().map(({ by }) => by))).toEqual(new Set(["daemon", "alone"]));
    expect((await place.run(["down"])).stdout).toContain("was stopped");
    expect(markedProcesses(place.mark)).toEqual([]);
    expect(readdirSync(place.folder).filter((name) => /sock|address|lock|tmp/.test(name))).toEqual([]);
  },
  60_000 + ROUNDS * 5_000,
);

it("one that was killed while it took its lock keeps the next from starting for a few seconds only", async () => {
  const place = new FaultPlace();
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(place.folder, "lock.guard"), "");
  await place.up();
  expect(readdirSync(place.folder)).not.toContain("lock.guard");
});

function expectContract({ id, kind, agent, client, code, stdout, stderr }: Ended): void {
  const what = `${id} ${agent} ${kind} ${client}: ${stdout} ${stderr}`;
  expect(code, what).toBe(0);
  expect(stderr, what).toMatch(/^(snaphook: the daemon ended while it checked this call\n)?$/);
  const neutral = agent === "codex" ? "" : "{}";
  if (kind === "guarded" || kind === "slow") expect(stdout, what).toMatch(/"permissionDecision":"deny"/);
  // No guard applies to these by what they do, only by what could not be looked at when the daemon died.
  else if (stderr === "" && kind === "rewriting") expect(stdout, what).toContain("echo rewritten");
  else if (stderr === "") expect(stdout, what).toBe(neutral);
}

function expectNothingTwice(place: FaultPlace): void {
  const ids = place.runs().map(({ id }) => id);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
}

/** What the last ones promised, and what programs wrote down by themselves meanwhile, is there, and once. */
async function upAndChecked(place: FaultPlace, promised: readonly string[]) {
  await place.up(place.marked);
  await expect.poll(() => place.spooled()).toEqual([]);
  const stored = (await newest(place, "PostToolUse")).map(({ id }) => id);
  expect(promised.slice(-100).filter((id) => !stored.includes(id))).toEqual([]);
  const recorded = (await newest(place, "PreToolUse")).map(({ payload, way }) => `${payload["tool_use_id"]} ${way}`);
  expect(recorded.filter((line, n) => recorded.indexOf(line) !== n)).toEqual([]);
  const alone = place.runs().filter(({ by }) => by === "alone");
  expect(alone.slice(-50).filter(({ id }) => !recorded.includes(`${id} alone`))).toEqual([]);
  return place.daemon!;
}

/** Asked for by name: of one kind there may be hundreds in a round. */
async function newest(place: FaultPlace, event: string): Promise<readonly EventRecord[]> {
  const reply = await place.ask({ path: "/v1/events", query: { event, limit: 1000 }, timeoutMs: 10_000 });
  if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  return reply.body["events"] as unknown as readonly EventRecord[];
}

function startOnly(place: FaultPlace) {
  place.daemon = spawn(process.execPath, [PROGRAM, "up", "--serve"], {
    env: { ...place.env, ...place.marked },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return place.daemon;
}

async function ended(daemon: NonNullable<FaultPlace["daemon"]>): Promise<void> {
  const gone = new Promise((done) => daemon.once("exit", done));
  daemon.kill("SIGKILL");
  await gone;
  expect(daemon.signalCode).toBe("SIGKILL"); // it did not end by itself before
}

/** Posts one event after the other, and keeps those for which there was a receipt. */
async function postUntilDown(place: FaultPlace, round: number, receipts: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const id = `r${round}-e${n}`;
    const payload = { tool_name: "Read", tool_use_id: id };
    const body = { id, agent: "claude-code", event: "PostToolUse", session: "s", payload };
    const reply = await place.ask({ method: "POST", path: "/v1/events", body });
    if (reply.kind !== "ok") return;
    receipts.push(id);
  }
}
