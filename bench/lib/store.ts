/** What the store's figures measure; none of it is exported by the package. */
export { capture, recover } from "../../src/capture/index.js";
export { newRecordId } from "../../src/runtime/record/record-id.js";
export { EmbeddedStore } from "../../src/store/embedded-store.js";
