/** What trust costs: a warm event in a trusted project against one with the person's own hooks, and 200 trusted files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";
import { inTurns, median, perCall } from "../lib/rounds.mjs";
import { micro, within } from "../lib/row.mjs";

const FILES = 200;
const ROUNDS = 31;
const CALLS = 200;
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;

export default async function trust() {
  const top = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const internals = await import(await bundleForScripts("bench/lib/internals.ts"));
    const own = place(internals, top, "own");
    const trusted = place(internals, top, "trusted");
    const many = place(internals, top, "many");
    write(own, own.places.config, 1);
    write(trusted, join(trusted.cwd, ".snaphook"), 1);
    write(many, join(many.cwd, ".snaphook"), FILES);
    for (const one of [trusted, many]) await approveAll(internals, one);
    const fresh = await freshChecks(internals, many);
    await sleep(SETTLED_MS);
    return [await warmEvent(internals, trusted, own), ...fresh];
  } finally {
    rmSync(top, { recursive: true });
  }
}

function place({ findPlaces }, top, name) {
  const cwd = join(top, name, "project");
  mkdirSync(cwd, { recursive: true });
  return { cwd, places: findPlaces({ HOME: join(top, name) }) };
}

function write({ cwd }, folder, count) {
  mkdirSync(folder, { recursive: true });
  const hooks = Array.from({ length: count }, (_, i) => {
    writeFileSync(join(cwd, `check-${i}.sh`), `# ${i}\n${"echo '{}'\n".repeat(40)}`);
    return { id: `h${i}`, event: "PreToolUse", guard: true, command: `sh ./check-${i}.sh` };
  });
  writeFileSync(join(folder, "hooks.json"), JSON.stringify({ hooks }));
}

async function approveAll({ reviewPath, approve }, { cwd, places }) {
  const { items } = await reviewPath(cwd, places);
  for (const item of items) {
    const problem = await approve(item, places);
    if (problem !== undefined) throw new Error(problem.message);
  }
}

/** The plan is at hand; its signatures are checked, and the script is hashed as before every start. */
async function warmEvent({ openPlan, findChangedFile }, trusted, own) {
  const check = ({ cwd, places }) =>
    perCall(
      CALLS,
      async () => {
        const { entries } = await openPlan({ cwd, places, mayBuild: false });
        const covers = entries.find(({ hook }) => hook.id === "h0").covers ?? [];
        return (await findChangedFile(covers)) === undefined && entries;
      },
      (entries) => entries !== false,
    );
  const spent = await inTurns(ROUNDS, 5, check(trusted), check(own));
  const added = spent.ours - spent.theirs;
  return within(
    "trust check added to a warm event: one approved hook with a script, against the person's own",
    0.05,
    added / 1000,
    `${micro(spent.ours)} : ${micro(spent.theirs)}, ${ROUNDS} rounds`,
  );
}

/** Every file was written just now, so that each is read and hashed. */
async function freshChecks({ compilePlan, linearRegex, readPlan, writePlan }, { cwd, places }) {
  const request = { cwd, places, regex: linearRegex, mayBuild: false, authoring: "" };
  const file = join(places.cache, "bench-plan.json");
  mkdirSync(places.cache, { recursive: true });
  const compiled = [];
  const checked = [];
  for (let round = 0; round < 11; round++) {
    const startedAt = performance.now();
    const { plan, signatures } = await compilePlan(request);
    compiled.push(performance.now() - startedAt);
    if (plan.entries.filter(({ source }) => source.state === "trusted").length < FILES)
      throw new Error("not all hooks are trusted");
    writePlan(file, "bench", plan, signatures);
    const from = performance.now();
    if (readPlan(file, "bench") === undefined) throw new Error("the plan does not hold");
    checked.push(performance.now() - from);
  }
  return [
    within(
      `checking ${FILES} trusted files at the start of a session, all read and hashed`,
      30,
      median(checked),
      "median of 11",
    ),
    within(`the same with a plan that has to be made`, undefined, median(compiled), "median of 11"),
  ];
}
