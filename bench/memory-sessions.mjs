/**
 * Figures of recall on coding sessions. `node bench/memory-sessions.mjs [FOLDER] --half seen|unseen|all`
 *
 * `--together` puts all projects into one. FOLDER (default: bench/coding-sessions) holds sessions.jsonl and questions.jsonl;
 * its README explains them. Prints the share of answering sessions among the first five (R@5), and the share of questions to
 * which a prompt would be given anything at `high`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fill, openStore, parts, record } from "./lib/memory-sessions.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: "string", default: "all" },
    together: { type: "boolean", default: false },
    misses: { type: "boolean" },
    json: { type: "boolean", default: false },
  },
});
const folder = positionals[0] ?? fileURLToPath(new URL("coding-sessions", import.meta.url));
const read = (name) =>
  readFileSync(join(folder, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const FIRST = 5;
/** A prompt is given so many. */
const SESSIONS = 2;
const { USUAL_MEMORY, promptWords, trustsAtLeast } = parts;
const { high } = USUAL_MEMORY.inject;

const store = openStore("coding");
for (const session of read("sessions.jsonl")) await fill(store, eventsOf(session));
const questions = read("questions.jsonl").filter(({ half }) => values.half === "all" || half === values.half);
const kinds = new Map();
for (const question of questions) await ask(question);
await store.close();

const rows = [...kinds].map(([kind, all]) => rowOf(kind, all));
const answerable = questions.filter(({ sessions }) => sessions.length > 0).map(({ id }) => id);
const every = [...kinds.values()].flat();
rows.push(
  rowOf(
    "all answerable",
    every.filter(({ id }) => answerable.includes(id)),
  ),
);
if (values.json) console.log(JSON.stringify(Object.fromEntries(rows)));
else {
  console.log(`half: ${values.half}`);
  console.table(Object.fromEntries(rows));
}

function eventsOf({ id, project: name, prompts }) {
  const project = scopeOf(name);
  const events = [record(id, project, "SessionStart", { source: "startup" })];
  for (const { prompt, activities, response } of prompts) {
    events.push(record(id, project, "UserPromptSubmit", { prompt }));
    for (const { tool, input, ok, output } of activities) {
      const about = tool === "Bash" ? { command: input } : tool === "Grep" ? { pattern: input } : { file_path: input };
      const payload = { tool_name: tool, tool_input: about, tool_use_id: `${id}-${events.length}` };
      events.push(
        ok
          ? record(id, project, "PostToolUse", { ...payload, output_summary: output })
          : record(id, project, "PostToolUseFailure", { ...payload, error: output }),
      );
    }
    events.push(record(id, project, "Stop", { last_assistant_message: response }));
  }
  return [...events, record(id, project, "SessionEnd", {})];
}

function scopeOf(project) {
  return values.together ? "all" : project;
}

async function ask({ id, project: name, question, sessions, kind }) {
  const project = scopeOf(name);
  const hits = await store.recall({ scope: project, text: question, limit: 50 });
  const found = [...new Set(hits.map(({ session, memory }) => session ?? memory?.session))].filter(Boolean);
  const first = found.findIndex((one) => sessions.includes(one));
  const five = found.slice(0, FIRST).filter((one) => sessions.includes(one)).length;
  const about = { kind: "prompt", text: question, least: high, low: high };
  const { memories, summaries } = await store.injectable({ scope: project, trust: "project", about });
  const facts = memories.filter(({ memory }) => trustsAtLeast(memory.trust, "project"));
  // What is below the band is only for `memory why`.
  const lines = [
    ...facts.map(({ memory: { session, text }, score }) => ({ session, text, score })),
    ...summaries
      .filter(({ isOutdated, score }) => !isOutdated && score >= high)
      .slice(0, SESSIONS)
      .map(({ session, text, score }) => ({ session, text, score })),
  ].filter(({ score }) => score >= high);
  const given = promptWords(question).length < 3 ? [] : lines;
  const result = {
    id,
    recall: sessions.length === 0 ? undefined : five / sessions.length,
    reciprocal: first < 0 ? 0 : 1 / (first + 1),
    near: hits.some(({ score }) => score >= high),
    given: given.length > 0,
    right: given.some(({ session }) => sessions.includes(session)),
  };
  kinds.set(kind, [...(kinds.get(kind) ?? []), result]);
  if (values.misses && (result.recall < 1 || (sessions.length === 0 && result.given)))
    console.log(
      id,
      kind,
      question,
      sessions,
      found.slice(0, FIRST),
      given.map(({ text }) => text),
    );
}

function rowOf(name, all) {
  const mean = (of) => (all.reduce((sum, one) => sum + Number(of(one)), 0) / all.length).toFixed(3);
  const isAnswerable = all.every(({ recall }) => recall !== undefined);
  return [
    name,
    {
      questions: all.length,
      "R@5": isAnswerable ? mean(({ recall }) => recall) : "",
      MRR: isAnswerable ? mean(({ reciprocal }) => reciprocal) : "",
      "a text ≥ high": mean(({ near }) => near),
      "given at high": mean(({ given }) => given),
      "given right": isAnswerable ? mean(({ right }) => right) : "",
    },
  ];
}
