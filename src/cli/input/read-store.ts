/** The store for commands: its file is read by this program, beside a daemon that may be writing it. */
import { existsSync } from "node:fs";
import { storeFile } from "../../client/store-file.js";
import type { Finding } from "../../core/errors.js";
import type { MemoryStore } from "../../core/records/memory-store.js";
import type { EventStore, SessionViews, StorePort } from "../../core/records/store.js";
import { openStore } from "../../daemon/records/open-store.js";
import { type Call, PROBLEMS } from "../command.js";
import { refuse } from "../output/print.js";

export type ReadStore = Omit<EventStore, "append"> & SessionViews & Pick<MemoryStore, "shownIn">;

/** The file is there and cannot be used; the finding says why. */
export class UnusableStore extends Error {
  constructor(readonly found: Finding) {
    super(found.message);
  }
}

/** Undefined when there is no store yet. Throws UnusableStore. */
export async function withStore<T>(
  call: Pick<Call, "places"> & { readonly cwd?: string },
  use: (store: ReadStore) => Promise<T>,
): Promise<T | undefined> {
  return existsSync(storeFile(call.places)) ? withWritableStore(call, use) : undefined;
}

/** Makes the store when there is none. Throws UnusableStore. */
export async function withWritableStore<T>(
  { places, cwd }: Pick<Call, "places"> & { readonly cwd?: string },
  use: (store: StorePort) => Promise<T>,
): Promise<T> {
  const { store, problem } = await openStore({ file: storeFile(places), mayReplace: false, places, project: cwd });
  if (store === undefined) throw new UnusableStore(problem!);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Says why the store cannot be used, where it cannot. */
export async function refusingUnusable(call: Call, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableStore)) throw error;
    refuse(call, error.found);
    return PROBLEMS;
  }
}
