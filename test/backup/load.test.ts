/**
 * Backups while clients send events as fast as the daemon takes them: nothing is lost, by ids, and a restore gives the same answers.
 * `SNAPHOOK_BACKUP_EVENTS=60000` for more events.
 */
import { basename } from "node:path";
import { expect, it } from "vitest";
import type { Backup } from "../../src/core/records/backup.js";
import { MemoryPlace } from "../support/memory-place.js";

const EVENTS = Number(process.env["SNAPHOOK_BACKUP_EVENTS"] ?? 1_500);
const CLIENTS = 4;
const PER_REQUEST = 50;

const event = (n: number) => ({
  id: `load-${n}`,
  agent: "claude-code",
  event: "PostToolUse",
  session: `s${n % 31}`,
  payload: {
    tool_name: "Bash",
    tool_use_id: `load-${n}`,
    tool_input: { command: "ls" },
    tool_response: "x".repeat(400),
  },
});

async function stored(place: MemoryPlace): Promise<{ id: string; at: number }[]> {
  const lines = (await place.run(["export"])).stdout.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { id: string; at: number }).filter(({ id }) => id.startsWith("load-"));
}

/** Events per second of the daemon's clock. */
function rateOf(events: readonly { readonly at: number }[]): number {
  const times = events.map(({ at }) => at).sort((one, other) => one - other);
  return Math.round((times.length * 1_000) / (times.at(-1)! - times[0]!));
}

async function recalled(place: MemoryPlace): Promise<unknown> {
  const ran = await place.run(["recall", "how", "is", "a", "branch", "pushed", "upstream", "--json"]);
  expect(ran.code, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout, (key, value: unknown) => (key === "score" ? undefined : value));
}

it(
  `backups during ${EVENTS} events: none is lost, each backup is complete, and a restore gives the same recall`,
  async () => {
    const place = new MemoryPlace().permitScripts("restore");
    await place.begin();
    await place.learnPush();
    const known = await recalled(place);
    expect(JSON.stringify(known)).toContain("--set-upstream");
    const receipts = new Set<string>();
    let next = 0;
    const client = async () => {
      while (next < EVENTS) {
        const from = next;
        next += PER_REQUEST;
        const body = Array.from({ length: PER_REQUEST }, (_, n) => event(from + n));
        const reply = await place.ask({ method: "POST", path: "/v1/events", body: body as never });
        if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
        for (const { id, outcome } of reply.body["receipts"] as { id: string; outcome: string }[])
          if (outcome === "stored") receipts.add(id);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    const made: { before: string[]; backup: Backup }[] = [];
    do {
      const before = [...receipts];
      made.push({ before, backup: await place.json<Backup>(["backup"]) });
    } while (next < EVENTS);
    await clients;
    const all = await stored(place);
    process.stdout.write(`${EVENTS} events, ${rateOf(all)} per second, ${made.length} backups\n`);
    expect(receipts.size).toBe(EVENTS);
    expect(all).toHaveLength(EVENTS);
    expect(new Set(all.map(({ id }) => id))).toEqual(receipts);
    // One that was made in the middle, if there is one: it has what had its receipt when it began.
    const { before, backup } = made[Math.floor((made.length - 1) / 2)]!;
    expect(await place.json(["restore", basename(backup.file)])).toMatchObject({ restored: true, daemon: "restarted" });
    place.atEnd(() => void place.run(["down"]));
    const restored = new Set((await stored(place)).map(({ id }) => id));
    expect(before.filter((id) => !restored.has(id))).toEqual([]);
    expect(await recalled(place)).toEqual(known);
    await place.run(["down"]);
  },
  180_000 + EVENTS * 10,
);
