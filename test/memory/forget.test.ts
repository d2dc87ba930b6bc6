/** What must leave nothing behind. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { MemoryPlace, PUSH_LESSON } from "../support/memory-place.js";

let place: MemoryPlace;
beforeEach(() => {
  place = new MemoryPlace();
});

/** Files below the data and cache folders that contain the text. */
function filesWith(text: string): string[] {
  return [place.data, place.cache].flatMap((folder) =>
    place.has(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          // The copy of the program has texts of its own.
          .filter((file) => !file.startsWith(join(place.data, "versions")))
          .filter((file) => readFileSync(file).includes(text))
      : [],
  );
}

async function learnWord(word: string): Promise<void> {
  const a = place.session("a");
  await a.start();
  await a.prompt(`Always name the release ${word} in this repository.`);
  await a.stop();
  await a.end();
  await place.settled("a");
}

it("forget says what it deletes; afterwards no file, search or injection has it", async () => {
  await place.begin();
  await learnWord("zanzibarquartz");
  const [row] = await place.memories();
  expect(filesWith("zanzibarquartz").length).toBeGreaterThan(0);
  expect(await place.session("b").start()).toContain("zanzibarquartz");
  place.permitScripts("forget");
  const dry = await place.run(["forget", row!.id, "--dry-run"]);
  expect(dry.stdout).toContain("zanzibarquartz");
  expect(await place.memories()).toHaveLength(1);
  expect(await place.run(["forget", row!.id])).toMatchObject({ code: 0 });
  await place.run(["down"]);
  expect(filesWith("zanzibarquartz")).toEqual([]);
  await place.up();
  expect(await place.session("c").start()).toBe("");
  expect((await place.run(["recall", "release", "zanzibarquartz", "--all"])).stdout).toContain("Nothing found");
  expect((await place.run(["search", "zanzibarquartz"])).stdout).toContain("Nothing found");
});

it("forget --project and --session delete the sessions with what was learned in them", async () => {
  await place.begin();
  await learnWord("zanzibarquartz");
  await place.learnPush("p");
  place.permitScripts("forget");
  expect(await place.run(["forget", "--session", "a"])).toMatchObject({ code: 0 });
  expect((await place.memories()).map(({ text }) => text)).toEqual([expect.stringContaining(PUSH_LESSON)]);
  expect(await place.run(["forget", "--project"])).toMatchObject({ code: 0 });
  expect(await place.memories()).toEqual([]);
  await place.run(["down"]);
  expect(filesWith("zanzibarquartz")).toEqual([]);
  expect(filesWith("--set-upstream")).toEqual([]);
});

it("a private session and <private> text leave nothing, and a session that is made private later takes its memories along", async () => {
  await place.begin();
  const secret = place.session("hidden", { env: { SNAPHOOK_PRIVATE: "1" } });
  await secret.start();
  await secret.prompt("Always name the release xylophonegranite in this repository.");
  await secret.stop();
  const half = place.session("half");
  await half.prompt(
    "Always greet the user. <private>Never mention yellowbasilisk to anybody.</private> Always sign commits here.",
  );
  await half.stop("I saw <private>yellowbasilisk");
  await half.end();
  await learnWord("zanzibarquartz");
  await place.settled("half", "a");
  expect((await place.active()).toSorted()).toEqual([
    "Always greet the user.",
    "Always name the release zanzibarquartz in this repository.",
    expect.stringContaining("Always sign commits here."),
  ]);
  await place.run(["private", "a"]);
  expect(await place.session("b").start()).not.toContain("zanzibarquartz");
  await place.run(["down"]);
  for (const word of ["xylophonegranite", "yellowbasilisk", "zanzibarquartz"])
    expect(filesWith(word), word).toEqual([]);
});

it("nothing is stored while memory is off, in an excluded folder, or where the project says so", async () => {
  await place.begin({ enabled: false });
  await place.learnPush("a");
  expect(await place.memories()).toEqual([]);
  place.writeUser("memory.json", { enabled: true, exclude: [place.project] });
  await place.learnPush("b");
  place.writeUser("memory.json", { enabled: true });
  place.write(".snaphook/memory.jsonc", '{ // ours\n  "capture": false,\n}');
  await place.learnPush("c");
  expect(await place.memories()).toEqual([]);
  place.write(".snaphook/memory.jsonc", '{ "inject": false }');
  await place.learnPush("d");
  expect(await place.memories()).toHaveLength(1);
  expect(await place.session("e").start()).toBe("");
});
