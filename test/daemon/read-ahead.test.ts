import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { FileReads } from "../../src/daemon/records/file-reads.js";
import { ReadAhead } from "../../src/daemon/records/read-ahead.js";
import { eventRecord } from "../support/capture-rows.js";
import { removeFolder } from "../support/remove-folder.js";

const said = (text: string) =>
  `${JSON.stringify({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } })}\n`;

function transcript(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-ahead-"));
  onTestFinished(() => removeFolder(folder));
  const file = join(folder, "t.jsonl");
  writeFileSync(file, said(text));
  return file;
}

/** A disk that answers when the test says so. */
function slowDisk() {
  const { readEnd } = new FileReads();
  let answer = () => {};
  const ready = new Promise<void>((done) => {
    answer = done;
  });
  return {
    answer: () => answer(),
    readEnd: (...args: Parameters<typeof readEnd>) => ready.then(() => readEnd(...args)),
  };
}

const at = Date.now();
const stop = (session: string, transcript_path: string) => eventRecord("Stop", { transcript_path }, { session, at });
const start = (session: string) => eventRecord("SessionStart", {}, { session, at });

describe("reading before storing", () => {
  it("keeps the order of a session, and lets others pass", async () => {
    const disk = slowDisk();
    const ahead = new ReadAhead((agent) => ADAPTERS[agent], disk.readEnd);
    const stored: EventRecord[] = [];
    const store = async (records: readonly EventRecord[]) => {
      stored.push(...records);
      return records.length;
    };
    const records = [stop("a", transcript("words of a")), start("a"), start("b"), stop("b", transcript("words of b"))];
    const passed = [
      ...records.map((record) => ahead.pass([record], store)),
      ahead.pass([start("c"), start("a")], store),
      ahead.pass([start("c")], store),
      ahead.pass([eventRecord("SessionStart", {}, { session: undefined })], store),
    ];
    // Only what has no file, and no earlier record of its session that has one.
    expect(stored.map(({ session }) => session)).toEqual(["b", undefined]);
    expect(ahead.waiting).toBe(6);
    disk.answer();
    expect(await Promise.all(passed)).toEqual([1, 1, 1, 1, 2, 1, 1]);
    await ahead.settled();
    expect(ahead.waiting).toBe(0);
    const eventsOf = (session: string) => stored.filter((record) => record.session === session);
    expect(eventsOf("a").map(({ event }) => event)).toEqual(["Stop", "SessionStart", "SessionStart"]);
    expect(eventsOf("b").map(({ payload }) => payload["response"])).toEqual([undefined, "words of b"]);
    expect(eventsOf("a")[0]?.payload["response"]).toBe("words of a");
    // Nothing is left of them: the next ones pass at once.
    void ahead.pass([start("a")], store);
    expect(stored.at(-1)?.session).toBe("a");
  });

  it("a store that refuses fails its own records, not those after them", async () => {
    const ahead = new ReadAhead((agent) => ADAPTERS[agent], new FileReads().readEnd);
    const refused = ahead.pass([stop("a", transcript("words"))], () => Promise.reject(new Error("the disk is full")));
    const next = ahead.pass([start("a")], async () => "stored");
    await expect(refused).rejects.toThrow("the disk is full");
    expect(await next).toBe("stored");
  });

  it("many files are read, a few at a time", async () => {
    const { readEnd } = new FileReads();
    const files = Array.from({ length: 40 }, (_, n) => transcript(`words ${n}`));
    const ends = await Promise.all(files.map((file) => readEnd(file, {})));
    expect(ends.map((end) => end?.text)).toEqual(files.map((_, n) => said(`words ${n}`)));
    expect(await readEnd(join(files[0]!, "missing"), {})).toBeUndefined();
    expect(await readEnd(files[0]!, { changedBefore: 0 })).toBeUndefined();
  });
});
