// A store with memory on, filled with sessions as agents report them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";

export const parts = await import(await bundleForScripts("bench/lib/memory-parts.ts"));
export const benchFolder = mkdtempSync(join(tmpdir(), "snaphook-memory-"));
process.on("exit", () => rmSync(benchFolder, { recursive: true, force: true }));

export function openStore(name) {
  const { EmbeddedStore, capture, recover } = parts;
  const inside = (path) => (path.startsWith("/") ? undefined : path);
  const place = (scope) => ({ scope, inside, foreign: () => new Set(), risky: () => new Set(), cite: () => undefined });
  const memory = { isOn: () => true, placeOf: (project) => place(project) };
  const { store, problem } = EmbeddedStore.open({
    file: join(benchFolder, name, "store.db"),
    capture,
    recover,
    memory,
  });
  if (store === undefined) throw new Error(problem.message);
  return store;
}

let made = 0;
export const record = (session, project, event, payload) => ({
  ...{ id: `r${++made}`, at: 1_700_000_000_000 + made, way: "daemon", agent: "claude-code", event, session, project },
  ...{ presence: "unknown", ms: 0, verdict: "none", hooks: [], notes: [], payload },
});

export async function fill(store, events) {
  for (let at = 0; at < events.length; at += 500) await store.append(events.slice(at, at + 500));
  while ((await store.processMemory(Date.now())) > 0);
}
