import { defineConfig } from "vitest/config";
import { editing, editsOfEnvironment } from "./test/support/edit-sources.js";

export default defineConfig({
  plugins: [editing(editsOfEnvironment())],
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    globalSetup: ["test/support/temp-root.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".vitest-report.json" },
    // Limits only end what hangs: on a busy machine everything takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    // More than there are cores on a small machine: much of it waits for processes, sockets and deadlines.
    maxWorkers: 3,
  },
});
