/** Events of another store, taken in here as if they had just come, but for what their agents' transcripts say. */
import { capture, recover } from "../capture/index.js";
import type { Finding } from "../core/errors.js";
import { EmbeddedStore } from "../store/embedded-store.js";
import { type Imported, importLines } from "../store/transfer.js";

export async function importEvents(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Imported | { readonly problem: Finding }> {
  const { store, problem } = EmbeddedStore.open({ file, capture, recover });
  if (store === undefined) return { problem: problem! };
  try {
    return await importLines(store, lines);
  } finally {
    await store.close();
  }
}
