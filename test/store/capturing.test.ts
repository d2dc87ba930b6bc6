/** What is made of events follows their receipts. Nobody who asks can tell, and no end of the process makes a difference. */
import { expect, it } from "vitest";
import { capture } from "../../src/capture/index.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { Capture } from "../../src/core/records/store.js";
import type { EmbeddedStore } from "../../src/store/embedded-store.js";
import { openDriver } from "../../src/store/open-driver.js";
import { sampleCapture, sampleRecord } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "./open-store.js";

const CALLS = 400; // more than one group

const asked = (text: string) => sampleRecord({ event: "UserPromptSubmit", payload: { prompt: text } });
const called = (n: number) => sampleRecord({ payload: { tool_name: "Bash", output_summary: `what came of ${n}` } });

function work(): EventRecord[] {
  return [
    sampleRecord({ event: "SessionStart", payload: { source: "startup" } }),
    asked("count the ships"),
    ...Array.from({ length: CALLS }, (_, n) => called(n)),
    sampleRecord({ event: "Stop", payload: { response: "Many ships." } }),
    sampleRecord({ event: "SessionEnd", payload: {} }),
  ];
}

async function everything(store: EmbeddedStore) {
  return [await store.session("s1"), await store.search("ships", 9), await store.search("came", 1_000)];
}

it("however it is cut into groups, the same is made of the same events", async () => {
  const records = work();
  const [atOnce, oneByOne, killed] = [storeFile(), storeFile(), storeFile()].map((file) => ({ file, capture }));
  const first = openStore(atOnce);
  await first.append(records);
  const expected = await everything(first);
  expect(expected[0]).toMatchObject({ session: { status: "completed" }, batches: [{ activities: CALLS }] });

  const second = openStore(oneByOne);
  for (const record of records) {
    await second.append([record]);
    await second.captureNext();
  }
  expect(await everything(second)).toEqual(expected);

  let third = openStore(killed);
  for (let from = 0; from < records.length; from += 100) {
    await third.append(records.slice(from, from + 100));
    if (from === 100) await third.captureNext();
    await third.close();
    third = openStore(killed);
  }
  expect(await everything(third)).toEqual(expected);
  await Promise.all([first.close(), second.close(), third.close()]);
});

it("two processes that make it at the same time make it once", async () => {
  const file = storeFile();
  const [one, other] = [openStore({ file, capture }), openStore({ file, capture })];
  await one.append(work());
  await other.captureNext();
  await one.captureNext();
  expect((await other.session("s1"))?.batches).toMatchObject([{ activities: CALLS }]);
  expect((await one.session("s1"))?.activities).toHaveLength(CALLS);
  await Promise.all([one.close(), other.close()]);
});

it("the number of an event that was removed is not given again to one that would then be overlooked", async () => {
  const store = openStore();
  await store.append([called(1), sampleRecord({ session: "secret" }), sampleRecord({ session: "secret" })]);
  await store.makePrivate("secret");
  await store.append([called(2), called(3)]);
  expect((await store.session("s1"))?.activities).toHaveLength(3);
  await store.close();
});

it("an event whose rows cannot be written does not hold up the others, and is told", async () => {
  const odd: Capture = {
    needs: sampleCapture.needs,
    changes(record, rows, duplicate) {
      const changes = sampleCapture.changes(record, rows, duplicate);
      if (record.id === "no number")
        return changes.map((change) => ({ ...change, row: { ...change.row, at: new Date() } }) as never);
      if (record.id === "no name") return [{ put: "session", row: { ...rows.session!, agent: null as never } }];
      return changes;
    },
  };
  const store = openStore({ capture: odd });
  await store.append([
    called(1),
    sampleRecord({ id: "no number" }),
    called(2),
    sampleRecord({ id: "no name" }),
    called(3),
  ]);
  expect((await store.session("s1"))?.activities.map(({ summary }) => summary)).toEqual(
    [1, 2, 3].map((n) => `what came of ${n}`),
  );
  expect(store.problem).toMatchObject({ code: "INTERNAL", message: expect.stringContaining("no name") });
  expect((await store.size()).events).toBe(5);
  await store.close();
});

it("DD-08 keys are those of the last events: over a restart, and of what another process has stored", async () => {
  const file = storeFile();
  const [one, other] = [openStore({ file }), openStore({ file })];
  const outcome = async (store: EmbeddedStore, record: Partial<EventRecord>) =>
    (await store.append([sampleRecord(record)]))[0]?.outcome;
  const said = { event: "Stop", dedupe: "the end", dedupeMs: 10_000, at: 5_000 };
  expect(await outcome(one, said)).toBe("stored");
  expect(await outcome(other, said)).toBe("duplicate");
  // Many that have no key do not push it out.
  await one.append(Array.from({ length: 1_200 }, () => sampleRecord({ session: undefined })));
  expect(await outcome(other, { dedupe: "call" })).toBe("stored");
  await one.close();
  const again = openStore({ file });
  expect([await outcome(again, said), await outcome(again, { dedupe: "call", origin: "cursor" })]).toEqual([
    "duplicate",
    "duplicate",
  ]);
  expect(await outcome(again, asked("go on"))).toBe("stored");
  await again.close();
  const last = openStore({ file });
  expect(await outcome(last, said)).toBe("stored");
  await Promise.all([last.close(), other.close()]);
});

it("while somebody else keeps the file, a look shows what was made before", async () => {
  const file = storeFile();
  const store = openStore({ file });
  await store.append([asked("first")]);
  expect(await store.search("first", 5)).toHaveLength(1);
  await store.append([asked("second")]);
  const other = openDriver(file);
  other.exec("BEGIN IMMEDIATE");
  expect((await store.session("s1"))?.batches.map(({ prompt }) => prompt)).toEqual(["first"]);
  other.exec("ROLLBACK");
  other.close();
  expect((await store.session("s1"))?.batches.map(({ prompt }) => prompt)).toEqual(["first", "second"]);
  await store.close();
});
