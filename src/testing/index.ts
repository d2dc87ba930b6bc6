/**
 * For tests of your own hooks (`runHook`, `samplePayload`, `checkIdempotentRewrite`) and of your own components: each
 * contract is a list of cases for any test framework.
 *   for (const { name, run } of stateContract(() => new MyState())) test(name, run);
 */
export { type AdapterSample, adapterContract } from "./adapter-contract.js";
export type { ContractCase } from "./contract-case.js";
export { type ExecutorSubject, executorContract } from "./executor-contract.js";
export { checkIdempotentRewrite, type RunHookOptions, runHook } from "./run-hook.js";
export { samplePayload } from "./sample-payload.js";
export { stateContract } from "./state-contract.js";
export { type StoreParts, storeContract } from "./store-contract.js";
