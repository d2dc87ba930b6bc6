import { defineConfig } from "vitest/config";
import { editing, editsOfEnvironment } from "./test/support/edit-sources.js";
import { LongestFirst } from "./test/support/longest-first.js";
import { SLOW, SPAWNED } from "./test/tiers.js";

const EVERY = ["test/**/*.test.ts", "src/**/*.test.ts"];
const files = (globs: readonly string[]) => globs.map((glob) => (glob.endsWith("/**") ? `${glob}/*.test.ts` : glob));

export default defineConfig({
  plugins: [editing(editsOfEnvironment())],
  test: {
    globalSetup: ["test/support/temp-root.ts"],
    setupFiles: ["test/support/fresh-state.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".vitest-report.json" },
    // Limits only end what hangs: on a busy machine everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A daemon takes in every minute what callers left that could not wait for it.
    expect: { poll: { timeout: 150_000 } },
    // More than there are cores on a small machine: much of it waits for processes, sockets and deadlines.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: EVERY, exclude: files([...SLOW, ...SPAWNED]), pool: "threads", isolate: false },
      },
      {
        extends: true,
        test: { name: "spawned", include: files(SPAWNED), exclude: files(SLOW), pool: "forks", isolate: false },
      },
      { extends: true, test: { name: "slow", include: files(SLOW), pool: "forks" } },
    ],
  },
});
