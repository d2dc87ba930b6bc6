import { describe, expect, it } from "vitest";
import { exportEvents, importLines } from "../../src/store/transfer.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { openStore } from "./open-store.js";

async function lines(store: Parameters<typeof exportEvents>[0]): Promise<string[]> {
  const all: string[] = [];
  for await (const line of exportEvents(store)) all.push(line);
  return all;
}

describe("export and import", () => {
  it("carry every event over, with what was made of it", async () => {
    const [from, to] = [openStore(), openStore()];
    await from.append([sampleRecord({ event: "SessionStart", payload: {} })]);
    await from.append([sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "hello there" } })]);
    for (let i = 0; i < 30; i++) await from.append(Array.from({ length: 50 }, () => sampleRecord()));
    const exported = await lines(from);
    expect(exported).toHaveLength(1_502);
    expect(await importLines(to, exported)).toEqual({ stored: 1_502, known: 0, left: 0, damaged: [] });
    // Any program may have written the file, so its prompts do not count as the user's.
    const values = (await lines(to)).map((line) => JSON.parse(line));
    expect(values.map(({ promptFrom, ...value }) => value)).toEqual(exported.map((line) => JSON.parse(line)));
    expect(values.filter(({ promptFrom }) => promptFrom === "import").map(({ id }) => id)).toEqual([values[1].id]);
    expect((await to.session("s1"))?.batches).toEqual((await from.session("s1"))?.batches);
    expect(await importLines(to, exported)).toMatchObject({ stored: 0, known: 1_502 });
    await Promise.all([from.close(), to.close()]);
  });

  it("miss none of many events of the same moment", async () => {
    const store = openStore();
    const records = Array.from({ length: 1_700 }, (_, i) => sampleRecord({ at: i < 100 ? 1 : i < 1_650 ? 2 : 3 }));
    await store.append(records);
    const ids = (await lines(store)).map((line) => JSON.parse(line).id);
    expect(ids).toEqual(records.map(({ id }) => id));
    await store.close();
  });

  it("T10 take out on the way what an older rule let through", async () => {
    const [from, to] = [openStore(), openStore()];
    const secret = `ghp_${"a1B2c3D4".repeat(5)}`;
    await from.append([sampleRecord({ payload: { note: `use ${secret}` }, reason: secret })]);
    expect((await lines(from)).join()).not.toContain(secret);
    await importLines(to, [JSON.stringify(sampleRecord({ payload: { note: secret } }))]);
    expect(JSON.stringify((await to.events({})).rows)).not.toContain(secret);
    await Promise.all([from.close(), to.close()]);
  });

  it("leave evidence where it was recorded", async () => {
    const [from, to] = [openStore(), openStore()];
    const evidence = { input: { command: "cat secret.txt" }, marks: {} };
    const record = sampleRecord({ evidence });
    await from.append([record]);
    expect((await lines(from)).join()).not.toContain("cat secret.txt");
    await importLines(to, [JSON.stringify(record)]);
    expect((await to.events({})).rows.map(({ id }) => id)).toEqual([record.id]);
    expect([await from.evidence(record.id), await to.evidence(record.id)]).toEqual([evidence, undefined]);
    await Promise.all([from.close(), to.close()]);
  });

  it("name the lines that hold no record, and leave private sessions private", async () => {
    const store = openStore();
    await store.makePrivate("mine");
    const text = [JSON.stringify(sampleRecord()), "", "{", "null", JSON.stringify(sampleRecord({ session: "mine" }))];
    expect(await importLines(store, text)).toEqual({ stored: 1, known: 0, left: 1, damaged: [3, 4] });
    await store.close();
  });
});
