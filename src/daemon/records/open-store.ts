/** Opens the store with capture: any process that opens it may have to process pending events. */
import { capture, recover } from "../../capture/index.js";
import { EmbeddedStore, type OpenedStore, type StoreOptions } from "../../store/embedded-store.js";

export function openStore(options: Pick<StoreOptions, "file" | "mayReplace">): OpenedStore {
  return EmbeddedStore.open({ ...options, capture, recover });
}
