import { join } from "node:path";
import { describe, it } from "vitest";
import { FileState } from "../../src/runtime/platform/file-state.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { stateContract } from "../../src/testing/index.js";
import { tempFolder } from "../support/real-engine.js";

describe("state in memory", () => {
  for (const { name, run } of stateContract(() => new MemoryState())) it(name, run);
});

describe("state in files", () => {
  for (const { name, run } of stateContract(() => new FileState(join(tempFolder(), "made/on/demand")))) it(name, run);
});
