import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/agents/*.agent-test.ts"],
    testTimeout: 150_000,
    pool: "forks",
    // One after the other: they share a table, and agents are heavy.
    maxWorkers: 1,
  },
});
