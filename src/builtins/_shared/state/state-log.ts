/** A log of a built-in in our own folder: one JSON object a line, without secrets, readable by the person only. */
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Services, Surroundings } from "../../../core/hooks/builtin.js";
import { redactJson } from "../../../core/redact/json.js";
import type { JsonObject } from "../../../core/text/json.js";
import { ensurePrivateFolder } from "../../../disk/files.js";
import { appendLine } from "../paths/safe-files.js";

/** The log before this one is kept as well, and no further. */
const MOST_BYTES = 10_000_000;

export async function logLine(
  name: string,
  facts: JsonObject,
  { state }: Surroundings,
  { now }: Services,
): Promise<void> {
  ensurePrivateFolder(state);
  const file = join(state, name);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0, // the first line makes it
  );
  if (size > MOST_BYTES) await rename(file, `${file}.1`).catch(() => {});
  await appendLine(state, file, JSON.stringify(redactJson({ ts: new Date(now()).toISOString(), ...facts })));
}
