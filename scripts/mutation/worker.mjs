/** One warm process: told a mutant, it runs the tests with that change in place and says whether one of them failed. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest } from "vitest/node";
import { applyMutant } from "./mutants.mjs";

let changed;
const plugin = {
  name: "mutant",
  enforce: "pre",
  load: (id) => (id === changed?.path ? changed.code : undefined),
};
const vitest = new Map();

process.on("message", async ({ file, mutant, tests }) => {
  const path = resolve(file);
  const code = readFileSync(path, "utf8");
  const before = changed?.path;
  changed = mutant === undefined ? undefined : { path, code: applyMutant(code, mutant) };
  const { runner, specs } = await runnerFor(tests);
  for (const one of new Set([path, before])) if (one !== undefined) runner.invalidateFile(one);
  await runner.rerunTestSpecifications(specs);
  const failed = runner.state.getFailedFilepaths().length > 0 || runner.state.getUnhandledErrors().length > 0;
  const by = runner.state.getFailedFilepaths()[0];
  runner.state.errorsSet.clear();
  process.send({ failed, by });
});
process.send("ready");

async function runnerFor(tests) {
  const key = tests.join(" ");
  if (!vitest.has(key)) {
    const runner = await createVitest(
      "test",
      {
        watch: false,
        config: false, // its tiers are not ours: every test runs in one thread
        globalSetup: ["test/support/temp-root.ts"],
        include: tests,
        pool: "threads",
        isolate: false,
        maxWorkers: 1,
        fileParallelism: false,
        sequence: { sequencer: InOrder },
        bail: 1,
        testTimeout: 10_000,
        reporters: [{}],
        retry: 0,
      },
      { plugins: [plugin] },
    );
    await runner.standalone();
    vitest.set(key, { runner, specs: inOrder(await runner.globTestSpecifications(), tests) });
  }
  return vitest.get(key);
}

function inOrder(specs, tests) {
  const place = ({ moduleId }) => tests.findIndex((test) => moduleId.endsWith(test));
  return [...specs].sort((a, b) => place(a) - place(b));
}

/** The quick tests first, as they are listed. */
class InOrder {
  async shard(files) {
    return files;
  }
  async sort(files) {
    return files;
  }
}
