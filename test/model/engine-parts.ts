/** What the comparison drives, from the sources; also the entry of builds with a defect in them. */
export { admit } from "../../src/core/admission.js";
export { HookTable } from "../../src/core/plan.js";
export { Engine } from "../../src/engine/engine.js";
export { functionExecutor } from "../../src/executors/function.js";
