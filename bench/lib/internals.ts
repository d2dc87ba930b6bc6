/** What the loading figure measures; none of it is exported by the package. */
export { findPlaces } from "../../src/runtime/platform/places.js";
export { linearRegex } from "../../src/runtime/platform/re2.js";
export { compilePlan } from "../../src/sources/compile.js";
export { readPlan, writePlan } from "../../src/sources/plan-file.js";
