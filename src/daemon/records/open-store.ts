/** Opens the store with capture and memory: any process that opens it may have to process pending events. */
import { capture, recover } from "../../capture/index.js";
import { type AppPaths, findPlaces } from "../../runtime/platform/paths.js";
import { EmbeddedStore, type OpenedStore, type StoreOptions } from "../../store/embedded-store.js";
import { needsUpgrade } from "../../store/open-database.js";
import type { UpgradeBackup } from "../backup/before-upgrade.js";
import { memoryWorld } from "../memory/world.js";

export interface OpenOptions extends Pick<StoreOptions, "file" | "mayReplace"> {
  /** Those of this process by default. */
  readonly places?: AppPaths;
  /** The folder whose settings of OAK may apply to a backup. */
  readonly project?: string | undefined;
  /** Called if this process upgrades the store, after the backup. */
  onBackup?(done: UpgradeBackup): void;
}

/** Makes a backup first if this version would change the store, which one process does. Never rejects. */
export async function openStore({
  places = findPlaces(),
  project,
  onBackup,
  ...options
}: OpenOptions): Promise<OpenedStore> {
  const open = () => EmbeddedStore.open({ ...options, capture, recover, memory: memoryWorld(places) });
  if (!needsUpgrade(options.file)) return open();
  const { takeUpgradeTurn } = await import("./upgrade-turn.js");
  const turn = await takeUpgradeTurn(options.file, places);
  if (turn.state === "refused") return { problem: turn.problem };
  if (turn.state === "done") return open();
  try {
    const { backupBeforeUpgrade } = await import("../backup/before-upgrade.js");
    const done = await backupBeforeUpgrade(options.file, places, project);
    onBackup?.(done);
    return open();
  } finally {
    turn.end();
  }
}
