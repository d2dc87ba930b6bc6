/** What the benchmarks of memory measure. */
export { default as claudeCode } from "../../src/adapters/claude-code/index.js";
export { capture, recover } from "../../src/capture/index.js";
export { readFences } from "../../src/core/decision/fence.js";
export { trustsAtLeast } from "../../src/core/records/memory.js";
export { Injector } from "../../src/daemon/memory/inject.js";
export { USUAL_MEMORY } from "../../src/daemon/memory/settings.js";
export { promptWords, queryWords, quoted } from "../../src/memory/index.js";
export { EmbeddedStore } from "../../src/store/embedded-store.js";
