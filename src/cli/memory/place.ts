/** The repository that a memory command is about, and what it says when there is none. */
import { type Finding, finding } from "../../core/errors.js";
import type { MemoryRow } from "../../core/records/memory.js";
import type { StorePort } from "../../core/records/store.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { type Checkout, checkoutOf } from "../../daemon/memory/world.js";
import { type Call, MISUSE } from "../command.js";
import { withWritableStore } from "../input/read-store.js";
import { brief, refuse } from "../output/print.js";

export function checkoutHere({ cwd, places }: Pick<Call, "cwd" | "places">): Checkout | Finding {
  const found = checkoutOf(cwd, places.home, loadMemory(places).settings);
  return found ?? finding("USAGE", "nothing is remembered in this folder: it is your home, the root, or excluded");
}

/** The store, after everything that waits was looked at. */
export function withMemory<T>(call: Pick<Call, "places">, use: (store: StorePort) => Promise<T>): Promise<T> {
  return withWritableStore(call, async (store) => {
    while ((await store.processMemory(Date.now())) > 0);
    return use(store);
  });
}

/** Runs `use` with the memory that the command names. */
export async function withNamed(
  call: Call,
  id: string | undefined,
  use: (row: MemoryRow, store: StorePort) => Promise<number>,
): Promise<number> {
  if (id === undefined) {
    refuse(call, finding("USAGE", "name a memory by its id; `snaphook memory list` shows them"));
    return MISUSE;
  }
  return withMemory(call, async (store) => {
    const row = await store.memory(id);
    if (row !== undefined) return use(row, store);
    refuse(call, finding("MEMORY_NOT_FOUND", `there is no memory "${brief(id, 40)}", or several begin so`));
    return MISUSE;
  });
}
