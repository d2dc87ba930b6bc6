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
/** Those that call the sources themselves: a mutant is in this process, and not in a program that a test starts. */
const TRUST_TESTS = [
  "test/sources/standing.test.ts",
  "test/sources/assemble.test.ts",
  "test/sources/repository.test.ts",
  "test/sources/overrides.test.ts",
  "test/sources/trust-store.test.ts",
  "test/sources/changes.test.ts",
  "test/sources/managed-path.test.ts",
  "test/sources/approvals.test.ts",
  "test/sources/tighten.test.ts",
  "test/sources/kept-guards.test.ts",
];
const REDACTOR_TESTS = [
  "test/redaction/spans.test.ts",
  "test/redaction/names.test.ts",
  "test/redaction/values.test.ts",
  "test/redaction/fields.test.ts",
  "test/redaction/tags.test.ts",
  "test/redaction/beside-names.test.ts",
  "test/redaction/vendors.test.ts",
  "test/core/redact.test.ts",
  "test/redaction/again.test.ts",
];

export const TARGETS = [
  {
    name: "kernel",
    files: [
      "src/core/decision/merge.ts",
      "src/core/decision/merge.ts",
      "src/core/decision/rewrites.ts",
      "src/core/decision/rewrites.ts",
      "src/core/decision/merge.ts",
      "src/core/hooks/admission.ts",
      "src/core/decision/failure.ts",
      "src/core/hooks/hook-table.ts",
      "src/engine/stage-queue.ts",
    ],
    tests: KERNEL_TESTS,
  },
  { name: "kernel", files: ["src/core/decision/capability.ts"], tests: ["test/core/capability.test.ts"] },
  {
    name: "kernel",
    files: ["src/core/match/compile.ts", "src/core/match/glob.ts", "src/core/match/parse.ts", "src/core/match/spec.ts"],
    tests: [
      "test/core/match-answers.test.ts",
      "test/core/match-subjects.test.ts",
      "test/core/match-forms.test.ts",
      "test/core/glob.test.ts",
      "test/core/match.test.ts",
      "test/core/plan.test.ts",
      "test/core/merge.test.ts",
    ],
  },
  {
    name: "trust",
    files: [
      "src/sources/trust/trust-store.ts",
      "src/sources/trust/approvals.ts",
      "src/sources/trust/trust-status.ts",
      "src/sources/trust/approval-hash.ts",
      "src/sources/compile/assemble.ts",
      "src/sources/trust/kept-guards.ts",
      "src/sources/trust/restrict-project-guard.ts",
      "src/sources/trust/changes.ts",
      "src/sources/trust/repository.ts",
      "src/sources/trust/covered-part.ts",
      "src/sources/discover/managed.ts",
      "src/sources/discover/overrides.ts",
    ],
    tests: TRUST_TESTS,
  },
  {
    name: "redactor",
    files: [
      "src/core/redact/text.ts",
      "src/core/redact/json.ts",
      "src/core/redact/span.ts",
      "src/core/redact/tag.ts",
      "src/core/redact/names.ts",
      "src/core/redact/values.ts",
      "src/core/redact/random.ts",
      "src/core/redact/find-alone.ts",
      "src/core/redact/find-assigned.ts",
      "src/core/redact/find-in-commands.ts",
      "src/core/redact/find-manifests.ts",
      "src/core/redact/find-vendors.ts",
      "src/core/redact/prefixed.ts",
      "src/core/redact/shapes.ts",
    ],
    tests: REDACTOR_TESTS,
  },
];

/** Fewer random cases than usual: they run once for every mutant. */
export const ENVIRONMENT = {
  SNAPHOOK_MODEL_CASES: "600",
  SNAPHOOK_MODEL_SEED: "20260101",
  SNAPHOOK_TIGHTEN_CASES: "300",
  SNAPHOOK_TIGHTEN_SEED: "20260101",
};
