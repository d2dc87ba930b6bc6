/**
 * Which tests run when, and how. Every test file is in exactly one tier (`test/architecture/tiers.test.ts`):
 *
 * - `slow`: suites that run thousands of cases or start hundreds of programs. Only in `npm run test:all`.
 * - `spawned`: tests that start the built program, or change their own process. One process per worker.
 * - `unit`: everything else. Threads that share their modules, so no test may change the process it runs in.
 *
 * `npm test` runs `unit` and `spawned`. A new file is in the tier of its folder; name it here if it belongs to another one.
 */

export const SLOW: readonly string[] = [
  "test/architecture/call-path.test.ts",
  // Many cases of everything
  "test/effects/classes/**",
  "test/failures/**",
  "test/fuzz/**",
  "test/package/bundled.test.ts",
  "test/package/checkout.test.ts",
  "test/loosen/**",
  "test/package/reproducible.test.ts",
  "test/package/tarball.test.ts",
  "test/tighten/**",
  "test/self-protection/**",
  "test/zoo/**",
  "test/docs/examples.test.ts",
  "test/docs/snippets.test.ts",
  "test/patterns/built-in.test.ts",
  "test/store/kill.test.ts",
  "test/store/power-loss/**",
  "test/daemon/faults-*.test.ts",
  "test/cli/argument-fuzz.test.ts",
  // The rest of what `npm test` shows with a few programs
  "src/adapters/opencode/bridge.test.ts",
  "src/adapters/pi/bridge.test.ts",
  "test/adapters/bad-input.test.ts",
  "test/adapters/hook-call.test.ts",
  "test/cli/bad-config.test.ts",
  "test/cli/doctor.test.ts",
  "test/cli/fire.test.ts",
  "test/cli/hook-entry.test.ts",
  "test/cli/lint.test.ts",
  "test/cli/off.test.ts",
  "test/cli/pack.test.ts",
  "test/cli/signed-state.test.ts",
  "test/cli/why.test.ts",
  "test/daemon/asks.test.ts",
  "test/daemon/function-parity.test.ts",
  "test/daemon/hostile.test.ts",
  "test/daemon/launcher.test.ts",
  "test/daemon/records.test.ts",
  "test/daemon/ungated.test.ts",
  "test/runtime/own-functions.test.ts",
  "test/sources/code-config.test.ts",
  "test/sources/coverage/**",
  "test/sources/grants.test.ts",
  "test/sources/outer-guards.test.ts",
  "test/sources/plan-cache.test.ts",
  "test/sources/standing-guards.test.ts",
  "test/sources/trust.test.ts",
  "test/wiring/compiled-code.test.ts",
  "test/wiring/fail-closed.test.ts",
  "test/wiring/from-claude.test.ts",
  "test/wiring/install.test.ts",
  "test/wiring/other-files.test.ts",
  "test/wiring/project-install.test.ts",
  "test/wiring/prove.test.ts",
  "test/wiring/purge.test.ts",
  "test/wiring/reinstall.test.ts",
  "test/wiring/setup.test.ts",
];

export const SPAWNED: readonly string[] = [
  "test/adapters/**",
  "test/cli/**",
  "test/daemon/**",
  "test/facade/**",
  "test/logs/**",
  "test/package/cjs-bundle.test.ts",
  "test/runtime/**",
  "test/sources/**",
  "test/state/**",
  "test/store/**",
  "test/wiring/**",
  // These change their process, or measure its time
  "src/adapters/kilo/bridge.test.ts",
  "test/core/plan.test.ts",
  "test/core/redact.test.ts",
  "test/effects/injection/long-texts.test.ts",
  "test/effects/shell/hostile.test.ts",
  "test/patterns/**",
];
