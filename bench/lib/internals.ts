/** What the figures of loading and trust measure; none of it is exported by the package. */

export { openPlan } from "../../src/runtime/open-plan.js";
export { findChangedFile } from "../../src/runtime/platform/covered-files.js";
export { findPlaces } from "../../src/runtime/platform/places.js";
export { linearRegex } from "../../src/runtime/platform/re2.js";
export { approve, reviewPath } from "../../src/runtime/review.js";
export { compilePlan } from "../../src/sources/compile.js";
export { readPlan, writePlan } from "../../src/sources/plan-file.js";
