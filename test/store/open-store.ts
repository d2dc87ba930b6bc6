/** A store in a folder of its own. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedStore, type StoreOptions } from "../../src/store/embedded-store.js";
import { sampleCapture, sampleRecover } from "../../src/testing/store-samples.js";

export function storeFile(): string {
  return join(mkdtempSync(join(tmpdir(), "snaphook-store-")), "data", "store.db");
}

/** Fails when there is anything to complain about. */
export function openStore(options: Partial<StoreOptions> = {}): EmbeddedStore {
  const { store, problem } = EmbeddedStore.open({
    file: storeFile(),
    capture: sampleCapture,
    recover: sampleRecover,
    ...options,
  });
  if (store === undefined || problem !== undefined) throw new Error(problem?.message ?? "no store");
  return store;
}
