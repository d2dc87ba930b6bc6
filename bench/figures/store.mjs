/** What it costs to make events durable, and whether it costs more the more there are. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";
import { inTurns } from "../lib/rounds.mjs";
import { atLeast, atMost, micro } from "../lib/row.mjs";

const GROUP = 64;
const ROUNDS = 101;
const RECORD_BYTES = 2_000;
const FEW = 10_000;
/** Ten million by command: it takes long and 25 GB. */
const MANY = Number(process.env.SNAPHOOK_BENCH_EVENTS ?? 100_000);

export default async function store() {
  const home = mkdtempSync(join(process.env.SNAPHOOK_BENCH_FOLDER ?? tmpdir(), "snaphook-bench-"));
  try {
    const parts = await import(await bundleForScripts("bench/lib/store.ts"));
    const records = recordMaker(parts.newRecordId);
    const open = (name) => {
      const options = { file: join(home, name, "store.db"), capture: parts.capture, recover: parts.recover };
      return parts.EmbeddedStore.open(options).store;
    };
    return [...(await intake(open, records, join(home, "raw"))), await growth(open, records)];
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * As much per second as a file that only grows takes, with the same bytes and the same number of syncs: up to the receipts,
 * and with all that is made of the events behind them.
 */
async function intake(open, records, file) {
  const raw = openSync(file, "a");
  const append = () => {
    const lines = records(GROUP).map((record) => `${JSON.stringify(record)}\n`);
    const startedAt = performance.now();
    writeSync(raw, lines.join(""));
    fdatasyncSync(raw);
    return GROUP / (performance.now() - startedAt);
  };
  const [receipts, whole] = [open("receipts"), open("whole")];
  const given = await inTurns(ROUNDS, 20, () => stored(receipts, records).then((ms) => GROUP / ms), append);
  const made = await inTurns(ROUNDS, 20, () => captured(whole, records).then((ms) => GROUP / ms), append);
  closeSync(raw);
  await Promise.all([receipts.close(), whole.close()]);
  const events = (rate) => `${Math.round(rate * 1000).toLocaleString("en")}/s`;
  return [
    atLeast("durable intake in groups of 64 events of 2 KB, against raw appends", 0.5, given, events),
    atLeast("the same with sessions and search made of each group at once", undefined, made, events),
  ];
}

async function growth(open, records) {
  const [many, few] = [await filled(open("many"), MANY, records), await filled(open("few"), FEW, records)];
  const each = (one) => () => stored(one, records).then((ms) => (ms * 1000) / GROUP);
  const measured = await inTurns(ROUNDS, 20, each(many), each(few));
  await Promise.all([many.close(), few.close()]);
  const name = `an event stored beside ${MANY.toLocaleString("en")}, against beside ${FEW.toLocaleString("en")}`;
  return atMost(name, 1.3, measured, micro);
}

async function stored(store, records) {
  const group = records(GROUP);
  const startedAt = performance.now();
  const receipts = await store.append(group);
  const ms = performance.now() - startedAt;
  if (receipts.some(({ outcome }) => outcome !== "stored")) throw new Error("a record was not stored");
  return ms;
}

async function captured(store, records) {
  const ms = await stored(store, records);
  const startedAt = performance.now();
  while (await store.captureNext());
  return ms + performance.now() - startedAt;
}

async function filled(store, count, records) {
  for (let n = 0; n < count; n += 1_000) await store.append(records(1_000));
  while (await store.captureNext());
  return store;
}

/** A tool call each, in sessions that come and go, with some words in them that are not all the same. */
function recordMaker(newRecordId) {
  let n = 0;
  const text = "some words of what a command has printed, ".repeat(40);
  return (count) =>
    Array.from({ length: count }, () => {
      n++;
      const at = 1_700_000_000_000 + n * 20;
      const before = n % 2 === 0;
      const record = {
        id: newRecordId(at),
        at,
        way: "daemon",
        agent: "claude-code",
        event: before ? "PreToolUse" : "PostToolUse",
        native: before ? "PreToolUse" : "PostToolUse",
        session: `session-${Math.floor(n / 400)}`,
        project: "/home/someone/project",
        presence: "interactive",
        ms: 3.5,
        verdict: "none",
        hooks: [{ id: "guard", source: "/home/someone/.config/snaphook/hooks.json", outcome: "none", ms: 0.4 }],
        notes: [],
        payload: { tool_name: "Bash", tool_use_id: `call-${n >> 1}`, tool_input: { command: `make target-${n}` } },
        dedupe: `${n}`.padStart(64, "0"),
      };
      const missing = Math.max(0, RECORD_BYTES - JSON.stringify(record).length - 20);
      if (!before) record.payload.output_summary = text.slice(0, Math.min(500, missing));
      record.payload.more = text.slice(0, Math.max(0, missing - 500));
      return record;
    });
}
