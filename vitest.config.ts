import { defineConfig } from "vitest/config";
import { editing, editsOfEnvironment } from "./test/support/edit-sources.js";

export default defineConfig({
  plugins: [editing(editsOfEnvironment())],
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    globalSetup: ["test/support/temp-root.ts"],
    reporters: ["default", "json"],
    outputFile: { json: ".vitest-report.json" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
    // More than there are cores on a small machine: much of it waits for processes, sockets and deadlines.
    maxWorkers: 3,
  },
});
