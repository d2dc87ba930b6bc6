import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openPlan } from "../../src/runtime/plan/open-plan.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "snaphook-kept-"));
  file = join(home, ".config/snaphook/hooks.json");
  mkdirSync(join(home, ".config/snaphook"), { recursive: true });
  mkdirSync(join(home, "project"));
});

const GUARD = '{"id":"g","guard":true,"command":"true"}';
const GOOD = `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[${GUARD}]}],"Stop":[{"hooks":[{"id":"o","command":"true"}]}]}}`;
const open = () => openPlan({ cwd: join(home, "project"), places: findPlaces({ HOME: home }), mayBuild: true });
const state = async () =>
  Object.fromEntries(
    (await open()).entries
      .filter(({ source }) => source.level !== "builtin")
      .map(({ hook }) => [hook.id, hook.broken === undefined ? "works" : "broken"]),
  );

describe("T7a a guard whose file is damaged", () => {
  it.each([
    ["the first brace is lost", GOOD.slice(1)],
    ["its event is misspelt", GOOD.replace("PreToolUse", "PreTolUse")],
    ["the file is empty", ""],
    ["its list became an object", GOOD.replace(`[${GUARD}]`, GUARD)],
    ["its key stands there twice", GOOD.replace('"Stop"', '"PreToolUse"')],
  ])("stays in effect when %s", async (_, text) => {
    writeFileSync(file, GOOD);
    expect(await state()).toEqual({ g: "works", o: "works" });
    writeFileSync(file, text);
    expect(await state()).toMatchObject({ g: "works" });
    // It is not forgotten the next time either.
    writeFileSync(file, `${text} `);
    expect(await state()).toMatchObject({ g: "works" });
    writeFileSync(file, GOOD);
    expect(await state()).toEqual({ g: "works", o: "works" });
  });

  it("stays in effect in a folder that no plan was made for, and when its file is a link to nothing", async () => {
    writeFileSync(file, GOOD);
    await open();
    const elsewhere = async (name: string) => {
      mkdirSync(join(home, name));
      const { entries } = await openPlan({ cwd: join(home, name), places: findPlaces({ HOME: home }), mayBuild: true });
      return entries.filter(({ hook }) => hook.id === "g" && hook.broken === undefined).length;
    };
    writeFileSync(file, GOOD.slice(1));
    expect(await elsewhere("a")).toBe(1);
    rmSync(file);
    symlinkSync("/nonexistent", file);
    expect(await elsewhere("b")).toBe(1);
    rmSync(file);
    expect(await elsewhere("c")).toBe(0);
  });

  it("is gone when it was taken out of a file without errors", async () => {
    writeFileSync(file, GOOD);
    await open();
    writeFileSync(file, '{"hooks":{"Stop":[{"hooks":[{"id":"o","command":"true"}]}]}}');
    expect(await state()).toEqual({ o: "works" });
  });

  it("two equal keys are an error that names the place", async () => {
    writeFileSync(file, GOOD.replace('"Stop"', '"PreToolUse"'));
    expect((await open()).findings).toContainEqual(expect.objectContaining({ code: "CONFIG_DUPLICATE_KEY", line: 1 }));
  });
});

describe("a home that is none", () => {
  it.each(["", ".", "relative/home"])("HOME=%j is not the current folder", (HOME) => {
    expect(findPlaces({ HOME }).config).not.toContain(process.cwd());
    expect(findPlaces({ HOME }).config.startsWith("/")).toBe(true);
  });
});
