/**
 * Poisoned tool output and what later sessions get of it. `node bench/memory-poison.mjs [--corpora DIR]`
 *
 * Each text of the corpus of injections comes into a session in four ways: as the error of a command of the project that then
 * works, as a fetched page before such a command, as the agent's answer, and as a fact that the agent remembers. Then another
 * session starts, asks about it, and meets the same error; an agent also calls `recall`. Counts texts that it was given without
 * a fence, and, of those in a fence, how many came without being asked for.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { benchFolder, fill, openStore, parts, record } from "./lib/memory-sessions.mjs";

const { values } = parseArgs({
  options: { corpora: { type: "string", default: join(import.meta.dirname, "../../shared/corpora") } },
});
const file = join(values.corpora, "injection.jsonl.gz");
if (!existsSync(file)) {
  console.log(`Nothing is measured: there is no ${file}. Give a folder with --corpora DIR.`);
  process.exit(1);
}
const rows = gunzipSync(readFileSync(file))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ label }) => /^(?:injection|jailbreak)/.test(label));

const { claudeCode, Injector, quoted, readFences, USUAL_MEMORY } = parts;
const settings = { ...USUAL_MEMORY, enabled: true, inject: { ...USUAL_MEMORY.inject, recallMs: 1_000, high: 0 } };
const store = openStore("poison");
const injector = new Injector({ store, home: "/nonexistent", log() {} });
const counts = {
  texts: rows.length,
  unfenced: 0,
  "given in a fence": 0,
  "recalled in a fence": 0,
  "learned as the project's": 0,
};
for (const [number, { text }] of rows.entries()) await poison(number, text);
await store.close();
console.table(counts);
process.exitCode = counts.unfenced > 0 ? 1 : 0;

async function poison(number, text) {
  const cwd = join(benchFolder, `project-${number}`);
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const id = `p${number}`;
  const bash = (command) => ({ tool_name: "Bash", tool_input: { command }, tool_use_id: `${id}-${command}` });
  const error = `fatal: not found: ${text}`;
  await fill(store, [
    record(id, cwd, "SessionStart", { source: "startup" }),
    record(id, cwd, "UserPromptSubmit", { prompt: "publish the package" }),
    record(id, cwd, "PostToolUseFailure", { ...bash("npm publish"), error }),
    record(id, cwd, "PostToolUse", { ...bash("npm publish --tag next"), output_summary: text }),
    record(id, cwd, "PostToolUse", {
      tool_name: "WebFetch",
      tool_input: { url: "https://x.example" },
      output_summary: text,
    }),
    record(id, cwd, "PostToolUseFailure", { ...bash("make release"), error }),
    record(id, cwd, "PostToolUse", bash("make release FORCE=1")),
    record(id, cwd, "Stop", { last_assistant_message: text }),
    record(id, cwd, "SessionEnd", {}),
  ]);
  const fact = {
    scope: cwd,
    type: "note",
    text: text.slice(0, 600),
    trust: "model",
    importance: 5,
    createdAt: 1,
    verifiedAt: 1,
  };
  await store.addMemory(fact);
  const learned = await store.memories({ scope: cwd });
  counts["learned as the project's"] += Number(learned.some(({ trust }) => trust === "project"));
  const given = [];
  for (const [name, payload] of [
    ["SessionStart", { source: "startup" }],
    ["UserPromptSubmit", { prompt: text.slice(0, 2_000) }],
    ["PostToolUseFailure", { ...bash("npm publish"), error }],
    ["PostToolUseFailure", { ...bash("make release"), error }],
  ]) {
    const event = {
      name,
      payload: { session_id: `${id}-${given.length}`, hook_event_name: name, ...payload },
      native: name,
    };
    const found = await injector.recall(
      { event, cwd, adapter: claudeCode, presence: "unknown", room: 10_000 },
      settings,
    );
    given.push(found?.text ?? "");
  }
  const hits = await store.recall({ scope: cwd, text, limit: 20 });
  const recalled = hits.map((hit) => quoted(hit.text, hit.trust, 400));
  const words = text.trim().split(/\s+/).slice(0, 5).join(" ");
  const has = (shown) => shown.replace(/\s+/g, " ").includes(words);
  const isOpen = given.some((one) => readFences(one).some(({ by }) => by === undefined));
  const isBare = recalled.some(
    (one) =>
      has(one) &&
      !one
        .split("\n")
        .slice(1, -1)
        .every((line) => line.startsWith("| ")),
  );
  counts.unfenced += Number(isOpen || isBare);
  counts["given in a fence"] += Number(given.some(has));
  counts["recalled in a fence"] += Number(recalled.some(has));
}
