import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { PROGRAM, ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let versions: string;
beforeEach(() => {
  place = new ProgramPlace();
  versions = join(place.data, "versions");
});

const install = (program?: string) => place.run(["install", "codex"], program === undefined ? {} : { program });
const kept = () => readdirSync(versions);
const launch = () =>
  new Promise<string>((done) => {
    const child = spawn(join(place.data, "launch"), ["codex", "PreToolUse"], { env: place.env });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.on("error", (error) => done(String(error)));
    child.on("close", (code) => done(`${code} ${said}`));
    child.stdin.on("error", () => {});
    child.stdin.end('{"tool_name":"Bash","tool_input":{"command":"ls"}}');
  });

/** The same program with another content, as after an update. */
function anotherBuild(name: string): string {
  const root = join(place.root, name);
  cpSync(join(PROGRAM, "../.."), root, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.git|src|test|types)$/.test(path),
  });
  writeFileSync(join(root, "dist/build.txt"), name);
  return join(root, "dist/snaphook.cjs");
}
const age = (folder: string, days: number) => {
  const at = Date.now() / 1000 - days * 24 * 3600;
  utimesSync(folder, at, at);
};

describe("installing again", () => {
  it("works six times at once, and keeps one copy", async () => {
    const ran = await Promise.all(Array.from({ length: 6 }, () => install()));
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ran.map(() => ({ code: 0, stderr: "" })));
    expect(kept()).toHaveLength(1);
    expect(await launch()).toBe("0 ");
  });

  it("never fails a call that comes in between, also when the program changes", async () => {
    await install();
    const builds = [PROGRAM, anotherBuild("one"), anotherBuild("two")];
    let installing = true;
    const work = (async () => {
      for (let round = 0; round < 6; round++) await install(builds[round % builds.length]);
      installing = false;
    })();
    const answers: string[] = [];
    while (installing) answers.push(...(await Promise.all([launch(), launch()])));
    await work;
    expect(answers.length).toBeGreaterThan(5);
    expect(answers.filter((answer) => answer !== "0 ")).toEqual([]);
    expect(kept()).toHaveLength(3);
  });

  it("mends a copy that was damaged", async () => {
    await install();
    const [copy] = kept();
    writeFileSync(join(versions, copy!, "dist/snaphook.cjs"), "broken(");
    expect(await launch()).not.toBe("0 ");
    await install();
    expect(await launch()).toBe("0 ");
  });

  it("sweeps copies that nobody has called for a day, and what a crash left", async () => {
    await install();
    const [first] = kept();
    for (const old of ["0.0.1", ".tmp-crashed"]) {
      mkdirSync(join(versions, old));
      age(join(versions, old), 2);
    }
    mkdirSync(join(versions, ".tmp-at-work"));
    age(join(versions, first!), 30);
    await install(anotherBuild("one"));
    expect(existsSync(join(versions, "0.0.1"))).toBe(false);
    expect(kept(), "a call may still be at work in what the launcher named until now").toEqual(
      expect.arrayContaining([first, ".tmp-at-work"]),
    );
    expect(kept()).toHaveLength(3);
    age(join(versions, first!), 2);
    await install(join(place.root, "one/dist/snaphook.cjs"));
    expect(kept()).not.toContain(first);
    expect(readFileSync(join(place.data, "launch"), "utf8")).toContain(kept().find((name) => !name.startsWith("."))!);
  });
});
