/** Imports events of another store as if they were new, but without reading transcripts. */
import type { Finding } from "../../core/errors.js";
import { type Imported, importLines } from "../../store/transfer.js";
import { openStore } from "./open-store.js";

export async function importEvents(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Imported | { readonly problem: Finding }> {
  const { store, problem } = await openStore({ file });
  if (store === undefined) return { problem: problem! };
  try {
    return await importLines(store, lines);
  } finally {
    await store.close();
  }
}
