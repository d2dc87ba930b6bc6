import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.defences.ts"],
    env: { SNAPHOOK_TEST_DEFENCES: "1" },
    globalSetup: ["test/support/temp-root.ts"],
    pool: "forks",
    // On a busy machine the removal of a program takes a while.
    hookTimeout: 300_000,
    // Each builds a program and runs tests of its own.
    maxWorkers: 1,
  },
});
