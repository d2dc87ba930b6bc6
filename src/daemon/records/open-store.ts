/** Opens the store with capture and memory: any process that opens it may have to process pending events. */
import { capture, recover } from "../../capture/index.js";
import { type AppPaths, findPlaces } from "../../runtime/platform/paths.js";
import { EmbeddedStore, type OpenedStore, type StoreOptions } from "../../store/embedded-store.js";
import { needsUpgrade } from "../../store/open-database.js";
import { memoryWorld } from "../memory/world.js";

export interface OpenOptions extends Pick<StoreOptions, "file" | "mayReplace"> {
  /** Those of this process by default. */
  readonly places?: AppPaths;
  /** The folder whose settings of OAK may apply to a backup. */
  readonly project?: string | undefined;
  /** Takes what belongs in the daemon's log. */
  log?(text: string): void;
}

/** Makes a backup first if this version would change the store. Never rejects. */
export async function openStore({
  places = findPlaces(),
  project,
  log,
  ...options
}: OpenOptions): Promise<OpenedStore> {
  if (needsUpgrade(options.file)) {
    const { backupBeforeUpgrade } = await import("../backup/before-upgrade.js");
    const noted = await backupBeforeUpgrade(options.file, places, project);
    log?.(noted);
  }
  return EmbeddedStore.open({ ...options, capture, recover, memory: memoryWorld(places) });
}
