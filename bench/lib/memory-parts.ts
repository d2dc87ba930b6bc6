/** What `bench/memory.mjs` measures. */
export { capture, recover } from "../../src/capture/index.js";
export { EmbeddedStore } from "../../src/store/embedded-store.js";
