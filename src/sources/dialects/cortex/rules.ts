import type { DraftRules } from "../../read/draft.js";

/** Matchers are unanchored, so `Edit` also matches `MultiEdit` (MA-03); hooks run serially. */
export const CORTEX_RULES: DraftRules = {
  dialect: "cortex",
  strategy: "serial",
  matcherKind: "regex",
  matcherWithoutTool: "subject",
  defaultTimeoutMs: 30_000,
};
