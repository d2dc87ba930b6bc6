/**
 * Shows that a defence is what holds: a copy of the program without it is built, and the tests that name the defence in
 * their title, `… [name of the defence]`, must fail against that copy.
 *
 * A list of defences is checked in a file `*.defences.ts`, which `npm run test:defences` runs:
 *
 *   checkDefences({ tests: ["test/daemon/attacks.test.ts"], defences: [{ defence: "host list", file, find, replace }] });
 *
 * Several entries of one name are taken away together. What the tests import from `src` is changed as well as what they
 * run through `PROGRAM`. `npm test` only checks that each change finds its text in the sources
 * (`test/architecture/defences.test.ts`).
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EDITS_FILE, type Edit, editing, whyNotEdited } from "./edit-sources.js";
import { PROGRAM_VARIABLE } from "./program.js";
import { removeFolder } from "./remove-folder.js";

export interface Defence extends Edit {
  readonly defence: string;
}

export interface DefenceList {
  /** Test files whose titles name the defences. */
  readonly tests: readonly string[];
  readonly defences: readonly Defence[];
  /** Name of a defence to the reason why it cannot be taken away here; its tests must exist all the same. */
  readonly notOurs?: Readonly<Record<string, string>>;
}

interface Title {
  readonly title: string;
  readonly status: string;
}

const ROOT = resolve(import.meta.dirname, "../..");
const MINUTES = 60_000;

/** True in `npm run test:defences`. */
export const REMOVES_DEFENCES = process.env["SNAPHOOK_TEST_DEFENCES"] !== undefined;

export function checkDefences({ tests, defences, notOurs = {} }: DefenceList): void {
  const names = [...new Set(defences.map(({ defence }) => defence))];
  describe(tests.join(", "), () => {
    it.each(names)("[%s] is in the sources of today", (name) => {
      expect(whyNotEdited(defences.filter(({ defence }) => defence === name))).toBeUndefined();
    });

    if (!REMOVES_DEFENCES) return;
    it("every defence that a test names can be taken away, or is said not to be ours", {
      timeout: 5 * MINUTES,
    }, async () => {
      const known = [...names, ...Object.keys(notOurs)].sort();
      expect([...new Set((await titles(tests)).flatMap(named))].sort()).toEqual(known);
    });

    it.each(names)("without [%s] its tests fail", { timeout: 5 * MINUTES }, async (name) => {
      const folder = mkdtempSync(join(tmpdir(), "snaphook-without-"));
      onTestFinished(() => removeFolder(folder));
      const edits = defences.filter(({ defence }) => defence === name);
      const ran = await run(tests, ["-t", escaped(`[${name}]`)], {
        [PROGRAM_VARIABLE]: await buildWithout(edits, folder),
        [EDITS_FILE]: written(join(folder, "edits.json"), edits),
      });
      const own = ran.filter(({ title, status }) => named({ title }).includes(name) && status !== "skipped");
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(({ status }) => status !== "failed").map(({ title }) => title)).toEqual([]);
    });
  });
}

/** The program with these changes, as a package of its own in a folder. Returns its path. */
export async function buildWithout(edits: readonly Edit[], folder: string): Promise<string> {
  const { bundleProgram } = (await import(join(ROOT, "scripts/bundle-program.mjs"))) as {
    bundleProgram(dir: string, plugins: readonly unknown[]): Promise<void>;
  };
  mkdirSync(folder, { recursive: true });
  for (const part of ["package.json", "dist"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await bundleProgram(join(folder, "dist"), [editing(edits)]);
  if (edits.some(({ file }) => file.startsWith("src/page/"))) {
    const { buildPage } = (await import(join(ROOT, "scripts/build-page.mjs"))) as {
      buildPage(dir: string, plugins: readonly unknown[]): Promise<void>;
    };
    await buildPage(join(folder, "dist/page"), [editing(edits)]);
  }
  return join(folder, "dist/snaphook.cjs");
}

async function titles(tests: readonly string[]): Promise<readonly Title[]> {
  return run(tests, ["-t", "no test has this title"], {});
}

function named({ title }: Pick<Title, "title">): string[] {
  return [...title.matchAll(/\[([a-z][^[\]]*)\]/g)].map(([, name]) => name!);
}

function run(tests: readonly string[], args: readonly string[], env: Readonly<Record<string, string>>) {
  const report = join(mkdtempSync(join(tmpdir(), "snaphook-report-")), "report.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", ...tests, ...args, "--passWithNoTests", "--reporter=json", `--outputFile.json=${report}`],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: "ignore" },
  );
  return new Promise<readonly Title[]>((done, fail) => {
    child.on("error", fail);
    child.on("close", () => {
      const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
        testResults: readonly { readonly assertionResults: readonly Title[]; readonly message: string }[];
      };
      const broken = testResults.find(({ message }) => message !== "");
      if (broken !== undefined) return fail(new Error(broken.message)); // not even its preparation went well
      done(testResults.flatMap(({ assertionResults }) => assertionResults));
    });
  });
}

function written(file: string, edits: readonly Edit[]): string {
  writeFileSync(file, JSON.stringify(edits));
  return file;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
