/** What is mutated, and the tests that shall notice: those that say most in the least time first. */

const KERNEL_TESTS = [
  "test/core/merge.test.ts",
  "test/core/admission.test.ts",
  "test/core/failure.test.ts",
  "test/core/plan.test.ts",
  "test/core/merge-model.test.ts",
  "test/tighten/property.test.ts",
  "test/engine/final-guards.test.ts",
  "test/engine/tighten.test.ts",
];
const TRUST_TESTS = [
  "test/sources/tighten.test.ts",
  "test/sources/kept-guards.test.ts",
  "test/sources/local-imports.test.ts",
  "test/sources/trust.test.ts",
  "test/sources/standing-guards.test.ts",
  "test/sources/plan-cache.test.ts",
];

export const TARGETS = [
  {
    files: [
      "src/core/merge.ts",
      "src/core/opinions.ts",
      "src/core/rewrites.ts",
      "src/core/combine-rewrites.ts",
      "src/core/context-budget.ts",
      "src/core/admission.ts",
      "src/core/failure.ts",
      "src/core/plan.ts",
      "src/engine/turns.ts",
    ],
    tests: KERNEL_TESTS,
  },
  { files: ["src/core/capability.ts"], tests: ["test/core/capability.test.ts"] },
  {
    files: ["src/core/match/compile.ts", "src/core/match/glob.ts", "src/core/match/parse.ts", "src/core/match/spec.ts"],
    tests: ["test/core/match.test.ts", "test/core/plan.test.ts", "test/core/merge.test.ts"],
  },
  {
    files: [
      "src/sources/trust-store.ts",
      "src/sources/approvals.ts",
      "src/sources/standing.ts",
      "src/sources/token.ts",
      "src/sources/assemble.ts",
      "src/sources/kept-guards.ts",
      "src/sources/tighten.ts",
      "src/sources/changes.ts",
      "src/sources/repository.ts",
      "src/sources/local-imports.ts",
      "src/sources/managed.ts",
      "src/sources/overrides.ts",
    ],
    tests: TRUST_TESTS,
  },
];

/** Fewer random cases than usual: they run once for every mutant. */
export const ENVIRONMENT = {
  SNAPHOOK_MODEL_CASES: "600",
  SNAPHOOK_MODEL_SEED: "20260101",
  SNAPHOOK_TIGHTEN_CASES: "300",
  SNAPHOOK_TIGHTEN_SEED: "20260101",
};
