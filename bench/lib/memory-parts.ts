/** What the benchmarks of memory measure. */
export { capture, recover } from "../../src/capture/index.js";
export { trustsAtLeast } from "../../src/core/records/memory.js";
export { USUAL_MEMORY } from "../../src/daemon/memory/settings.js";
export { queryWords } from "../../src/memory/index.js";
export { EmbeddedStore } from "../../src/store/embedded-store.js";
