import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendLine, filesOf } from "../../src/runtime/record/rotating-log.js";
import { bundleModule } from "../support/bundle-module.js";
import { tempFolder } from "../support/real-engine.js";

const MB = 1_000_000;
const linesOf = (file: string) =>
  filesOf(file)
    .filter((name) => statSync(name, { throwIfNoEntry: false }) !== undefined)
    .flatMap((name) => readFileSync(name, "utf8").trimEnd().split("\n"));

/** Processes that all begin to write at the same moment; line by line, `NAME NUMBER padding`. */
async function writeTogether(file: string, names: readonly string[], count: number, bytes: number): Promise<void> {
  const folder = tempFolder();
  const module = await bundleModule("runtime/record/rotating-log.ts", folder);
  const script = join(folder, "write.mjs");
  writeFileSync(
    script,
    `import { appendLine } from ${JSON.stringify(module)};
     const [, , file, name] = process.argv;
     process.stdout.write("ready");
     process.stdin.once("data", () => {
       let written = 0;
       for (let i = 0; i < ${count}; i++) if (appendLine(file, \`\${name} \${i} \`.padEnd(${bytes - 1}, "x"))) written++;
       process.exit(written === ${count} ? 0 : 1);
     });`,
  );
  const children = names.map((name) =>
    spawn(process.execPath, [script, file, name], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  await Promise.all(children.map((child) => new Promise((done) => child.stdout!.once("data", done))));
  const ended = children.map((child) => new Promise((done) => child.once("exit", done)));
  for (const child of children) child.stdin!.write("go");
  expect(await Promise.all(ended)).toEqual(names.map(() => 0));
}

describe("a log that several processes write", () => {
  it("OB-11 writing 45 MB leaves at most 4 files, each of at most 10 MB, with the newest lines", () => {
    const folder = tempFolder();
    const file = join(folder, "a.log");
    for (let i = 0; i < 45_000; i++) appendLine(file, `${i} `.padEnd(999, "x"));
    expect(readdirSync(folder).sort()).toEqual(["a.log", "a.log.1", "a.log.2", "a.log.3"]);
    for (const name of filesOf(file)) expect(statSync(name).size).toBeLessThanOrEqual(10 * MB);
    const kept = linesOf(file)
      .map((line) => Number(line.split(" ")[0]))
      .sort((a, b) => a - b);
    expect(kept.at(-1)).toBe(44_999);
    expect(kept).toHaveLength(44_999 - kept[0]! + 1);
    expect(kept.length).toBeGreaterThan(29_000);
  });

  it("loses and tears no line when processes move it on at the same moment", async () => {
    const folder = tempFolder();
    const file = join(folder, "a.log");
    const names = ["a", "b", "c"];
    await writeTogether(file, names, 9000, 1000); // 27 MB: two moves, nothing old enough to go
    const lines = linesOf(file);
    expect(lines.every((line) => /^[abc] \d+ x+$/.test(line) && line.length === 999)).toBe(true);
    expect(new Set(lines).size).toBe(27_000);
    expect(lines).toHaveLength(27_000);
    for (const name of names) {
      const own = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.startsWith(`${name} `));
      const numbers = own.map((line) => Number(line.split(" ")[1]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
    expect(readdirSync(folder).sort()).toEqual(["a.log", "a.log.1", "a.log.2"]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(10 * MB);
  });

  it("goes on when a process died while it moved the log on", () => {
    const file = join(tempFolder(), "a.log");
    writeFileSync(file, "x".repeat(10 * MB));
    writeFileSync(`${file}.lock`, "");
    appendLine(file, "while it is held");
    expect(readFileSync(file, "utf8").endsWith("while it is held\n")).toBe(true);
    utimesSync(`${file}.lock`, 1, 1);
    appendLine(file, "after it was left");
    expect(readFileSync(file, "utf8")).toBe("after it was left\n");
  });

  it("is private, whatever the folder was, and makes the folder", () => {
    const file = join(tempFolder(), "deep/er/a.log");
    expect(appendLine(file, "one")).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  });

  it("keeps one line one line, and cuts one that is far too long", () => {
    const file = join(tempFolder(), "a.log");
    appendLine(file, "one\ntwo\r\nthree");
    appendLine(file, "x".repeat(1_000_000));
    const [first, second, end] = readFileSync(file, "utf8").split("\n");
    expect(first).toBe("one two three");
    expect(second!.length).toBeLessThan(60_000);
    expect(end).toBe("");
  });

  it("says false instead of throwing, and follows no link", () => {
    const folder = tempFolder();
    expect(appendLine("/dev/null/a.log", "x")).toBe(false);
    mkdirSync(join(folder, "is-a-folder"));
    expect(appendLine(join(folder, "is-a-folder"), "x")).toBe(false);
    const target = join(folder, "target");
    writeFileSync(target, "");
    chmodSync(target, 0o600);
    symlinkSync(target, join(folder, "a.log"));
    expect(appendLine(join(folder, "a.log"), "x")).toBe(false);
    expect(readFileSync(target, "utf8")).toBe("");
  });
});
