/** A finished session does not bring back what is no longer true, nor what is true on another branch only. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { citeLine } from "../../src/daemon/memory/citations.js";
import { openDriver } from "../../src/store/open-driver.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { RecallPlace } from "../support/recall-place.js";

const TABS = "Use tabs instead of spaces in this repository.";
const ASKS = "should I use tabs instead of spaces in this repository";

async function given(place: RecallPlace, what = "session"): Promise<[start: boolean, prompt: boolean]> {
  const start = (await place.start()).includes(`${what} · `);
  return [start, (await place.prompt(ASKS)).includes(`${what} · `)];
}

/** A session that states a rule. */
async function stated() {
  const place = new RecallPlace();
  await place.session("s1", TABS);
  const [rule] = await place.store.memories({});
  expect(rule).toMatchObject({ text: TABS, trust: "user" });
  expect(await given(place)).toEqual([true, true]);
  return { place, rule: rule! };
}

it("CI-01 CP-12 not after its rule was replaced, whatever was replaced since, here or in another repository", {
  timeout: 120_000,
}, async () => {
  const { place, rule } = await stated();
  await place.fact("Two spaces are the indent.", { address: rule.address! });
  expect(await given(place)).toEqual([false, false]);
  for (let n = 0; n < 201; n++) {
    await place.fact(`the limit is ${n}`, { scope: "/other", address: "rule:limit", createdAt: Date.now() + n });
    await place.fact(`use tabs: the port is ${n}`, { address: "rule:port", createdAt: Date.now() + n });
  }
  expect(await given(place)).toEqual([false, false]);
  expect((await place.why("s1")).map(({ outcome }) => outcome)).toContain("withheld: stale");
  await place.store.close();
});

it("CI-01 not while its rule is resolved or reworded, and again afterwards", async () => {
  const { place, rule } = await stated();
  await place.store.changeMemory(rule.id, { status: "resolved" });
  expect(await given(place)).toEqual([false, false]);
  await place.store.changeMemory(rule.id, { status: "active" });
  expect(await given(place)).toEqual([true, true]);
  await place.store.changeMemory(rule.id, { text: "Two spaces are the indent.", trust: "user" });
  expect(await given(place)).toEqual([false, false]);
  await place.store.changeMemory(rule.id, { text: TABS, trust: "user" });
  expect(await given(place)).toEqual([true, true]);
  await place.store.forget({ id: rule.id });
  expect((await place.store.session("s1"))?.batches ?? []).toEqual([]); // with its prompt
  await place.store.close();
});

it("CI-01 not while a fact that it repeats cites a line that is gone", async () => {
  const place = new RecallPlace();
  const file = join(place.root, "style.txt");
  writeFileSync(file, "indent = tab\n");
  await place.fact(TABS, { type: "note", cites: [citeLine(place.root, "style.txt", 1)!] });
  await place.session("s1", "please note: tabs instead of spaces are used in this repository, with tests");
  expect(await given(place)).toEqual([true, true]);
  writeFileSync(file, "indent = 2\n");
  expect(await given(place)).toEqual([false, false]);
  expect((await place.why("s1"))[0]).toMatchObject({ outcome: "withheld: stale" });
  writeFileSync(file, "indent = tab\n");
  expect(await given(place)).toEqual([true, true]);
  await place.store.close();
});

it("a store of the version before finds facts that were retired then, and so does one that was rebuilt", async () => {
  const { place, rule } = await stated();
  await place.store.changeMemory(rule.id, { status: "resolved" });
  await place.store.close();
  const old = openDriver(place.file);
  old.exec(`DROP TABLE stated; ALTER TABLE turns DROP COLUMN place; PRAGMA user_version = ${SCHEMA_VERSION - 1}`);
  old.close();
  const upgraded = new RecallPlace(place.file);
  const rows = (
    await upgraded.store.injectable({ scope: place.root, trust: "project", about: { kind: "start", memories: 9 } })
  ).summaries;
  expect(rows).toMatchObject([{ session: "s1", isOutdated: true }]);
  await upgraded.store.rebuildMemory();
  expect(
    (await upgraded.store.injectable({ scope: place.root, trust: "project", about: { kind: "start", memories: 9 } }))
      .summaries,
  ).toEqual(rows);
  await upgraded.store.close();
});

it("CI-01 a session of a branch is given there, and elsewhere once its commit has arrived; older ones of here take its place", async () => {
  const place = new RecallPlace();
  place.git("init", "-q", "-b", "main");
  place.git("commit", "-q", "--allow-empty", "-m", "first");
  await place.session("old", "paint the lighthouse of the northern harbour");
  place.git("checkout", "-q", "-b", "x");
  place.git("commit", "-q", "--allow-empty", "-m", "work");
  await place.session("new", "repair the southern crane and its hydraulic valve");
  const ask = "what about the southern crane and its hydraulic valve repair";
  const both = async () => [await place.start({ summaries: 1 }), await place.prompt(ask)];
  for (const text of await both()) expect(text).toContain("southern crane");
  place.git("checkout", "-q", "main");
  const [start, prompt] = await both();
  expect(start).toContain("northern harbour");
  expect(start).not.toContain("southern crane");
  expect(prompt).toBe("");
  expect((await place.why("new")).slice(0, 2).map(({ outcome }) => outcome)).toEqual([
    "withheld: branch",
    "withheld: branch",
  ]);
  place.git("merge", "-q", "x");
  for (const text of await both()) expect(text).toContain("southern crane");
  await place.store.close();
});
