import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.defences.ts"],
    globalSetup: ["test/support/temp-root.ts"],
    pool: "forks",
    // Each builds a program and runs tests of its own.
    maxWorkers: 1,
  },
});
