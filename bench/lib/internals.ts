/** What the figures of loading and trust measure; none of it is exported by the package. */

export { openPlan } from "../../src/runtime/plan/open-plan.js";
export { approve, reviewPath } from "../../src/runtime/plan/review.js";
export { findChangedFile } from "../../src/runtime/platform/covered-files.js";
export { findPlaces } from "../../src/runtime/platform/paths.js";
export { linearRegex } from "../../src/runtime/platform/re2.js";
export { compilePlan } from "../../src/sources/compile/compile-plan.js";
export { readPlan, writePlan } from "../../src/sources/compile/plan-file.js";
