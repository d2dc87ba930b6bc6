/** The store with what makes sessions of events: whoever opens it may be the one who has to make them. */
import { capture, recover } from "../../capture/index.js";
import { EmbeddedStore, type OpenedStore, type StoreOptions } from "../../store/embedded-store.js";

export function openStore(options: Pick<StoreOptions, "file" | "mayReplace">): OpenedStore {
  return EmbeddedStore.open({ ...options, capture, recover });
}
