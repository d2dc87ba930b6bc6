/** Opens the store with capture and memory: any process that opens it may have to process pending events. */
import { capture, recover } from "../../capture/index.js";
import { type AppPaths, findPlaces } from "../../runtime/platform/paths.js";
import { EmbeddedStore, type OpenedStore, type StoreOptions } from "../../store/embedded-store.js";
import { memoryWorld } from "../memory/world.js";

/** `places`: those of this process by default. */
export function openStore(
  options: Pick<StoreOptions, "file" | "mayReplace">,
  places: Pick<AppPaths, "config" | "home"> = findPlaces(),
): OpenedStore {
  return EmbeddedStore.open({ ...options, capture, recover, memory: memoryWorld(places) });
}
