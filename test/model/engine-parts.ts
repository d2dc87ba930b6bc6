/** What the comparison drives, from the sources; also the entry of builds with a defect in them. */
export { admit } from "../../src/core/hooks/admission.js";
export { HookTable } from "../../src/core/hooks/hook-table.js";
export { Engine } from "../../src/engine/engine.js";
export { functionExecutor } from "../../src/executors/function.js";
