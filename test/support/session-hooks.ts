/** Cortex's session-hooks.json in a home with a scripted agent. */
import { join } from "node:path";
import { expect } from "vitest";
import type { ThreadPlace } from "./thread-place.js";

export const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

/** Written and approved. */
export async function withSessionHooks<Place extends ThreadPlace>(hooks: object, place: Place): Promise<Place> {
  place.writeUser("hooks.json", { dialects: ["cortex"], hooks: [] });
  await writeSessionHooks(place, hooks);
  return place;
}

export async function writeSessionHooks(place: ThreadPlace, hooks: object): Promise<void> {
  const file = place.write(join(place.home, ".cortex/config/session-hooks.json"), hooks);
  if (Object.keys(hooks).length === 0) return;
  const { code, stderr } = await place.trust(file, ["--dialect", "cortex"]);
  expect(code, stderr).toBe(0);
}

/** The session exists for the scripted agent. */
export async function withOldSession<Place extends ThreadPlace>(hooks: object, place: Place): Promise<Place> {
  await withSessionHooks(hooks, place);
  place.write(join(place.script, `${SESSION}.jsonl`), '{"prompt":"before"}\n');
  place.play([{ say: "flushed" }]);
  return place;
}

/** Keeps what it was given, and prints the text. */
export const asks = (text: string) => ({
  command: `cat > context.json; env | grep ^CORTEX_HOOK > env.txt; printf '%s' '${text}'`,
});

export const inHome = (place: ThreadPlace, name: string) => place.read(join(place.home, ".cortex", name));
