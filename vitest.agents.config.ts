import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/agents/*.agent-test.ts"],
    testTimeout: 400_000,
    // Programs of others, on a machine that may be busy: a scenario may be tried once more.
    retry: 1,
    pool: "forks",
    // Agents are heavy: one after the other, unless the machine is known to bear more.
    maxWorkers: Number(process.env["SNAPHOOK_AGENTS_AT_ONCE"] ?? 1),
  },
});
