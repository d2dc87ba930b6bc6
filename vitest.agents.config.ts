import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/agents/*.agent-test.ts"],
    testTimeout: 400_000,
    // Programs of others, on a machine that may be busy: a scenario may be tried once more.
    retry: 1,
    pool: "forks",
    // One after the other: they share a table, and agents are heavy.
    maxWorkers: 1,
  },
});
