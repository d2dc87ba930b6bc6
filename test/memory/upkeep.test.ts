/** What becomes of memories over time: used or not, held out for comparison, removed. Through the built program. */
import { beforeEach, describe, expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { storeFile } from "../../src/client/store-file.js";
import type { MemoryRow, ShownRow } from "../../src/core/records/memory.js";
import { isHeldOut } from "../../src/daemon/memory/holdout.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { MemoryPlace, PATIENT, PUSH_ERROR, PUSH_LESSON } from "../support/memory-place.js";

const DAY = 86_400_000;

let place: MemoryPlace;
beforeEach(() => {
  place = new MemoryPlace();
});

interface Shown extends MemoryRow {
  readonly withheld: number;
}

/** The store of the place, without its daemon. */
async function inStore<T>(use: (store: EmbeddedStore) => Promise<T>): Promise<T> {
  const { store, problem } = EmbeddedStore.open({ file: storeFile(findPlaces(place.env)), capture, recover });
  if (store === undefined) throw new Error(problem?.message);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

describe("used", () => {
  it("CI-15 a lesson whose command the session runs afterwards counts as used; one that was run before, or never, does not", async () => {
    await place.begin();
    await place.learnPush();
    const [lesson] = await place.memories();
    const shown = async () => place.json<Shown>(["memory", "show", lesson!.id]);
    for (const [id, ran] of [
      ["b", true],
      ["c", false],
    ] as const) {
      const session = place.session(id);
      await session.start();
      await session.prompt("publish it");
      await session.bash(ran ? PUSH_LESSON : "make harbour");
      await session.stop();
      await session.end();
      await place.settled(id);
    }
    const d = place.session("d");
    await d.prompt("publish it");
    await d.bash(PUSH_LESSON);
    expect(await d.fails("git push", PUSH_ERROR)).toContain(PUSH_LESSON);
    await d.bash(PUSH_LESSON);
    await d.stop();
    await d.end();
    await place.settled("d");
    await expect.poll(shown).toMatchObject({ shown: 3, used: 1 });
    expect((await place.run(["memory", "show", lesson!.id])).stdout).toContain("Shown 3 times, used once, withheld 0");
    expect(await place.json<ShownRow[]>(["memory", "why", "b"])).toMatchObject([
      { outcome: "used", memory: lesson!.id },
      { outcome: "shown" },
    ]);
  });

  it("CI-07 after eight sessions without use a memory ranks below its equal; one that was used, or names nothing, does not", async () => {
    await place.begin();
    place.permitScripts("remember");
    const facts = ["`harbour-a` moors ships", "`harbour-b` moors ships", "the harbour moors ships in spring"];
    for (const text of facts) await place.run(["remember", text, "--about", text]);
    const rows = [...(await place.memories())].sort((a, b) => facts.indexOf(a.text) - facts.indexOf(b.text));
    const ranked = async () =>
      (await place.json<{ text: string }[]>(["recall", "harbour moors ships", "--all"])).map(({ text }) => text);
    const before = await ranked();
    // The first of the two equal ones was shown eight times, and so were the used one and the one without a name.
    const [first, second] = before
      .filter((text) => text.startsWith("`"))
      .map((text) => rows.find((row) => row.text === text)!);
    await place.kill();
    await inStore((store) =>
      store.noteShown(
        [first!, second!, rows[2]!].flatMap(({ id }) => [
          ...Array.from({ length: 8 }, (_, n) => noteOf(id, `s${n}`, "shown")),
          ...(id === second!.id ? [noteOf(id, "s0", "used")] : []),
        ]),
      ),
    );
    expect((await ranked()).filter((text) => text.startsWith("`"))).toEqual([second!.text, first!.text]);
    expect((await ranked()).at(-1)).toBe(first!.text);
    expect(await place.json(["memory", "check"])).toMatchObject({ ineffective: [{ id: first!.id }] });
  });
});

describe("settings", () => {
  it.each([
    ['{"enabled": true, "holdout": 1.5}', '"holdout" is a number from 0 to 1'],
    ['{"enabled": true, "holdout": "0.1"}', '"holdout" is a number'],
    ['{"enabled": true, "keepDays": 0}', '"keepDays" is a whole number from 1 to 36500'],
    ['{"enabled": true, "most": -1}', '"most" is a whole number from 1 to 1000000'],
    ['{"enabled": true, "most": 10.5}', '"most" is a whole number'],
    ['{"enabled": true, "inject": {"memories": 2.5}}', '"inject.memories" is a whole number from 0 to 50'],
  ])("S20-18 a wrong value turns memory off and says why: %s", async (text, message) => {
    place.writeUser("memory.json", text);
    const { stdout, stderr } = await place.run(["memory"]);
    expect(stdout).toContain("Memory is off");
    expect(stderr).toContain(message);
  });

  it("S20-18 holdout: sessions that are held out are given nothing, and memory compares their failures", async () => {
    await place.begin({ ...PATIENT, holdout: 0.5 });
    await place.learnPush("out-0");
    const ids = Array.from({ length: 8 }, (_, n) => `h${n}`);
    const held = ids.filter((id) => isHeldOut(id, 0.5));
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThan(ids.length);
    const since = ids.slice(ids.indexOf(held[0]!)); // both groups are of the same time
    for (const id of ids) {
      const session = place.session(id);
      const given = await session.start();
      if (held.includes(id)) expect(given).toBe("");
      else expect(given).toContain(PUSH_LESSON);
      await session.prompt("publish it");
      if (held.includes(id)) expect(await session.fails("git push", PUSH_ERROR)).toBe("");
      await session.stop();
      await session.end();
    }
    await place.settled(...ids);
    expect((await place.run(["memory", "why", held[0]!])).stdout).toContain("withheld: holdout");
    const groups = (failures: number, sessions: number) => ({ failures, sessions, prompts: sessions });
    await expect
      .poll(async () => (await place.json<{ holdout: object }>(["memory"])).holdout)
      .toMatchObject({
        share: 0.5,
        given: groups(0, since.length - held.length),
        heldOut: groups(held.length, held.length),
      });
    expect((await place.run(["memory"])).stdout).toMatch(/with memory 0\.00 \(.*\); without 1\.00 \(/);
  });

  it("S20-18 keepDays and most: the oldest that were never used go first, never one that is pinned or the user's", async () => {
    await place.begin();
    const now = Date.now();
    await place.kill();
    const at = (days: number) => ({ createdAt: now - days * DAY, verifiedAt: now - days * DAY });
    const put = (text: string, days: number, trust: MemoryRow["trust"] = "project") =>
      inStore((store) =>
        store.addMemory({ scope: place.project, type: "note", text, trust, importance: 5, ...at(days) }),
      );
    const rows: MemoryRow[] = [];
    for (const [text, days] of [
      ["ancient one", 500],
      ["ancient but used lately", 500],
      ["ancient but pinned", 500],
      ["old one", 300],
      ["old but used", 300],
      ["newer one", 20],
      ["newest one", 1],
    ] as const)
      rows.push(await put(text, days));
    await put("ancient words of mine", 500, "user");
    const id = (text: string) => rows.find((row) => row.text === text)!.id;
    await inStore(async (store) => {
      await store.changeMemory(id("ancient but pinned"), { pinned: true });
      await store.noteShown([
        { ...noteOf(id("ancient but used lately"), "s", "used"), at: now - DAY },
        { ...noteOf(id("old but used"), "s", "used"), at: now - 300 * DAY },
      ]);
    });
    const left = async () => (await place.memories()).map(({ text }) => text).sort();
    expect(await place.json(["memory", "process"])).toMatchObject({ removed: 1 });
    expect(await left()).not.toContain("ancient one");
    place.writeUser("memory.json", { ...PATIENT, most: 6 });
    expect(await place.json(["memory", "process"])).toMatchObject({ removed: 1 });
    expect(await left()).not.toContain("old one");
    place.writeUser("memory.json", { ...PATIENT, most: 4 });
    await place.up(); // the daemon does it, too
    await expect
      .poll(left)
      .toEqual(["ancient but pinned", "ancient but used lately", "ancient words of mine", "old but used"]);
    await expect
      .poll(() => place.read(`${place.folder}/daemon.log`))
      .toContain("[INJECT:keep] removed=2 keepDays=365 most=4");
    await place.kill();
    place.writeUser("memory.json", { ...PATIENT, most: 1 });
    await place.run(["memory", "process"]);
    expect(await left()).toEqual(["ancient but pinned", "ancient words of mine"]);
    expect((await place.run(["memory"])).stdout).toContain("more than the limit: the rest is yours or pinned");
    place.writeUser("memory.json", { enabled: false, keepDays: 1 });
    expect(await place.json(["memory", "process"])).toMatchObject({ removed: 0 });
  });
});

function noteOf(memory: string, session: string, outcome: ShownRow["outcome"]): ShownRow {
  return { at: Date.now(), event: "SessionStart", session, memory, score: 1, chars: 0, outcome };
}
