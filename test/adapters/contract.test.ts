import { describe, it } from "vitest";
import claudeCode from "../../src/adapters/claude-code/index.js";
import { adapterContract } from "../../src/testing/index.js";
import { recordedPayloads } from "../support/claude-payloads.js";

describe("the adapter of Claude Code", () => {
  for (const { name, run } of adapterContract(claudeCode, recordedPayloads())) it(name, run);
});
