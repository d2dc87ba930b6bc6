import { describe, expect, it } from "vitest";
import type { Capture } from "../../src/core/records/store.js";
import { bindable } from "../../src/store/driver.js";
import { sampleCapture, sampleRecord } from "../../src/testing/store-samples.js";
import { openStore } from "./open-store.js";

describe("an append that fails", () => {
  it("leaves nothing of it, neither events nor what was made of them", async () => {
    const store = openStore();
    await store.append([sampleRecord({ event: "SessionStart", payload: {} })]);
    const before = await store.session("s1");
    const unfit = { ...sampleRecord({ event: "UserPromptSubmit" }), at: new Date() as unknown as number };
    await expect(
      store.append([
        sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "lost words" } }),
        sampleRecord(),
        unfit,
      ]),
    ).rejects.toThrow("Date");
    expect((await store.sessions({})).rows.length).toBe(1);
    expect(await store.session("s1")).toEqual(before);
    expect([(await store.size()).events, (await store.search("lost", 5)).length]).toEqual([1, 0]);
    expect(await store.append([sampleRecord({ id: "next" })])).toEqual([{ id: "next", outcome: "stored" }]);
    await store.close();
  });

  it("because capture throws is none: the event is stored, and the fault is told", async () => {
    const capture: Capture = {
      needs: sampleCapture.needs,
      changes(record, rows, duplicate) {
        if (record.id === "odd") throw new Error("cannot make anything of it");
        return sampleCapture.changes(record, rows, duplicate);
      },
    };
    const store = openStore({ capture });
    expect(await store.append([sampleRecord({ id: "odd" }), sampleRecord()])).toMatchObject([
      { outcome: "stored" },
      { outcome: "stored" },
    ]);
    expect((await store.session("s1"))?.activities).toHaveLength(1);
    expect(store.problem).toMatchObject({ code: "INTERNAL", message: expect.stringContaining("odd") });
    await store.close();
  });
});

describe("values given to the engine", () => {
  it("are made such that every engine binds them alike", () => {
    expect([true, false, undefined, null, 1.5, "x", 5n].map(bindable)).toEqual([1, 0, null, null, 1.5, "x", 5n]);
    for (const value of [new Date(), {}, [], () => 1, Symbol("s")])
      expect(() => bindable(value)).toThrow("cannot be stored");
  });
});

describe("many changes of the same rows within one append", () => {
  it("end as if each had been written at once", async () => {
    const [together, apart] = [openStore(), openStore()];
    const records = [
      "SessionStart",
      "UserPromptSubmit",
      "PostToolUse",
      "Stop",
      "UserPromptSubmit",
      "PostToolUse",
      "Stop",
    ].flatMap((event, i) =>
      ["s1", "s2"].map((session) =>
        sampleRecord({
          event,
          session,
          payload: { prompt: `prompt ${i}`, response: `answer ${i}`, tool_name: "Bash", output_summary: `${i}` },
        }),
      ),
    );
    await together.append(records);
    for (const record of records) await apart.append([record]);
    for (const session of ["s1", "s2"]) expect(await together.session(session)).toEqual(await apart.session(session));
    expect((await together.session("s1"))?.batches.map(({ response }) => response)).toEqual(["answer 3", "answer 6"]);
    expect(await together.search("answer", 9)).toHaveLength(4);
    await Promise.all([together.close(), apart.close()]);
  });
});
