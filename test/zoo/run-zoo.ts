/** Runs repositories of the zoo in a traced process and says, case by case, what went wrong. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { type Edit, editing } from "../support/edit-sources.js";
import { removeFolder } from "../support/remove-folder.js";
import { CASES } from "./cases/index.js";
import { foreignCalls, readCalls, type SeenCall, STRACE } from "./read-calls.js";

export const canTrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;
export const WITHOUT_TRACE = "needs strace, which this machine lacks or forbids";

const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache");
/** Far beyond what a visit takes; one that hangs is ended and the others go on. */
const LIMIT_MS = 400_000;

export interface Driver {
  readonly program: string;
  remove(): void;
}

/** The driver with the program in it, as it is or with some of its defences taken out. */
export async function buildDriver(edits: readonly Edit[] = []): Promise<Driver> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "snaphook-zoo-"));
  const build = await rolldown({
    input: resolve(import.meta.dirname, "driver.ts"),
    platform: "node",
    external: [/^node:/, "rolldown", "libsql"],
    resolve: { extensionAlias: { ".js": [".ts", ".js"] }, mainFields: ["module", "main"] },
    plugins: [editing(edits)],
  });
  const program = join(folder, "driver.mjs");
  await build.write({ file: program, format: "esm", codeSplitting: false });
  await build.close();
  return { program, remove: () => removeFolder(folder) };
}

export interface Visit {
  readonly found: readonly string[];
  readonly ms: number;
}

export interface RunOptions {
  readonly limitMs?: number;
}

/** Visits the cases of these names. One that does not end is found out, and the rest is visited all the same. */
export function runZoo(driver: Driver, names: readonly string[], options: RunOptions = {}): Map<string, Visit> {
  const visits = new Map<string, Visit>();
  for (let left = names; left.length > 0; left = left.filter((name) => !visits.has(name)))
    for (const [name, visit] of runOnce(driver, left, options.limitMs ?? LIMIT_MS)) visits.set(name, visit);
  return visits;
}

interface Fact {
  readonly begins?: string;
  readonly ends?: string;
  readonly found?: string[];
  readonly ms?: number;
  readonly loose?: string;
}

function runOnce(driver: Driver, names: readonly string[], limitMs: number): Map<string, Visit> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-zoo-")));
  try {
    const [results, trace] = [join(top, "results"), join(top, "trace")];
    const node = [process.execPath, driver.program, join(top, "places"), results, String(limitMs), ...names];
    const [program, ...args] = canTrace ? ["strace", ...STRACE, "-o", trace, ...node] : node;
    const { stderr, signal } = spawnSync(program!, args, { cwd: "/", encoding: "utf8" });
    const facts = existsSync(results)
      ? readFileSync(results, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Fact)
      : [];
    const visits = new Map<string, Visit>();
    const calls = canTrace ? readCalls(trace) : [];
    for (const { ends, found = [], ms = 0 } of facts)
      if (ends !== undefined)
        visits.set(ends, { found: [...found, ...complaintsOf(calls, ends, join(top, "places"))], ms });
    const open = facts.findLast(({ begins }) => begins !== undefined)?.begins;
    if (open === undefined) throw new Error(`the driver did not start: ${stderr}`);
    const why = `the visit did not end (${signal ?? stderr.slice(-500)})`;
    if (!visits.has(open))
      visits.set(open, { found: [why, ...complaintsOf(calls, open, join(top, "places"))], ms: limitMs });
    return visits;
  } finally {
    removeFolder(top);
  }
}

function complaintsOf(calls: readonly SeenCall[], name: string, places: string): string[] {
  const own = calls.filter((seen) => seen.name === name && seen.step !== "setup");
  const mayRun = CASES.find((one) => one.name === name)?.mayRun;
  return foreignCalls(own, { guard: join(places, name, "guard"), state: join(places, name, "state"), mayRun });
}
