/** Log file of a built-in in our state directory: one JSON object per line, redacted, readable only by the user. */
import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Services, Surroundings } from "../../../core/hooks/builtin.js";
import { redactJson } from "../../../core/redact/json.js";
import type { JsonObject } from "../../../core/text/json.js";
import { ensurePrivateFolder } from "../../../disk/files.js";
import { appendLine } from "../paths/safe-files.js";

/** Keeps one rotated file. */
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
    () => 0, // created with the first line
  );
  if (size > MOST_BYTES) await rename(file, `${file}.1`).catch(() => {});
  await appendLine(state, file, JSON.stringify(redactJson({ ts: new Date(now()).toISOString(), ...facts })));
}
