/** Events of another store, taken in here as if they had just come, but for what their agents' transcripts say. */
import type { Finding } from "../../core/errors.js";
import { type Imported, importLines } from "../../store/transfer.js";
import { openStore } from "./open-store.js";

export async function importEvents(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Imported | { readonly problem: Finding }> {
  const { store, problem } = openStore({ file });
  if (store === undefined) return { problem: problem! };
  try {
    return await importLines(store, lines);
  } finally {
    await store.close();
  }
}
