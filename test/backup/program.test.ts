/** The built program, beside a real daemon. `SNAPHOOK_BACKUP_EVENTS=20000` for more events while a backup is made. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import { DaemonPlace } from "../support/running-daemon.js";

const EVENTS = Number(process.env["SNAPHOOK_BACKUP_EVENTS"] ?? 200);
const PER_REQUEST = 20;

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace().permitScripts("restore");
});

const event = (n: number) => ({
  id: `e-${n}`,
  agent: "claude-code",
  event: "PostToolUse",
  session: `s${n % 7}`,
  payload: { tool_name: "Bash", tool_use_id: `e-${n}`, tool_input: { command: "ls" }, tool_response: "x".repeat(400) },
});

/** Number of receipts. */
async function post(from: number, count: number): Promise<number> {
  const body = Array.from({ length: count }, (_, n) => event(from + n));
  const reply = await place.ask({ method: "POST", path: "/v1/events", body: body as never });
  if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  return (reply.body["receipts"] as { outcome: string }[]).filter(({ outcome }) => outcome === "stored").length;
}

const storedIds = async () => {
  const { stdout } = await place.run(["export"]);
  return new Set(
    stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id),
  );
};

it("backups made while events arrive are complete, nothing is lost, and a restore gives what one held", async () => {
  await place.up();
  let receipts = 0;
  const posting = (async () => {
    for (let n = 0; n < EVENTS; n += PER_REQUEST) receipts += await post(n, PER_REQUEST);
  })();
  const made: { readonly before: number; readonly backup: Backup }[] = [];
  while (receipts < EVENTS && made.length < 2) {
    const before = receipts;
    made.push({ before, backup: await place.json<Backup>(["backup"]) });
  }
  await posting;
  expect(receipts).toBe(EVENTS);
  expect((await storedIds()).size).toBe(EVENTS);
  // The last one before everything had arrived, or the first.
  for (const { before, backup } of made) {
    expect(backup.counts.events).toBeGreaterThanOrEqual(before);
    expect(backup.counts.events).toBeLessThanOrEqual(EVENTS);
  }
  const { backup } = made[0]!;
  const restored = await place.json(["restore", backup.file.split("/").at(-1)!]);
  expect(restored).toMatchObject({ restored: true, daemon: "restarted", counts: backup.counts });
  place.atEnd(() => void place.run(["down"]));
  const ids = await storedIds();
  expect(ids.size).toBe(backup.counts.events);
  // Events arrive in order: a backup holds the first ones, without a gap.
  expect([...Array(ids.size).keys()].filter((n) => !ids.has(`e-${n}`))).toEqual([]);
  expect((await place.json<{ running: boolean; store: object }>(["status"])).running).toBe(true);
  // The daemon goes on with the restored store.
  expect(await post(EVENTS, 3)).toBe(3);
  expect((await storedIds()).size).toBe(backup.counts.events + 3);
  await place.run(["down"]);
});

it("lists what can be restored, and says what is wrong with a name", async () => {
  const none = await place.run(["backup"]);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("BACKUP_NOTHING") });
  await place.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  const made = await place.run(["backup"]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/Wrote .*\n1 event, 1 session.*\nRestore it/) });
  const { backups } = await place.json<{ backups: Backup[] }>(["backup", "list"]);
  expect(backups).toMatchObject([{ kind: "manual", origin: "own", counts: { events: 1 } }]);
  const name = backups[0]!.file.split("/").at(-1)!;
  expect((await place.run(["backup", "list"])).stdout).toContain(name);
  expect(await place.run(["restore", name, "--dry-run"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("It holds 1 event, 1 session"),
  });
  expect(await place.json(["restore", "none.db"])).toMatchObject({ error: { code: "BACKUP_INVALID" } });
  expect(await place.json(["restore"])).toMatchObject({ error: { code: "USAGE" } });
  expect(readdirSync(join(storeFile(place), "..")).filter((file) => file.includes("restor"))).toEqual([]);
});

it("restore needs a person, and a backup outside our folders no agent", async () => {
  await place.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  await place.run(["backup"]);
  place.permitScripts();
  const { backups } = await place.json<{ backups: Backup[] }>(["backup", "list"]);
  const ran = await place.run(["restore", backups[0]!.file]);
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
  const to = join(place.root, "copy.db");
  const asAgent = await place.run(["backup", "--to", to], { env: { CLAUDECODE: "1" } });
  expect(asAgent).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_AGENT") });
  expect(place.has(to)).toBe(false);
  expect(await place.run(["backup", "--to", to])).toMatchObject({ code: 0 });
});
