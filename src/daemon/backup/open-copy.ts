/** Opens a copy of a store, to remove data from it. Nothing is remembered meanwhile. */
import { capture, recover } from "../../capture/index.js";
import { EmbeddedStore } from "../../store/embedded-store.js";

/** Throws if it cannot be used. */
export function openCopy(file: string): EmbeddedStore {
  const { store, problem } = EmbeddedStore.open({ file, capture, recover, mayReplace: false });
  if (store === undefined) throw new Error(problem?.message);
  return store;
}
