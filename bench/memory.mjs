/**
 * Figures of recall. `node bench/memory.mjs --locomo FOLDER` scores LoCoMo (locomo10.json in that folder, conversations 1 to
 * 5, categories 1 to 4): share of evidence turns among the first 10 results, and the mean reciprocal rank.
 * `node bench/memory.mjs --rows 10000,1000000` measures the CPU time of one question in a scope of that size, and of what a prompt and a
 * session start are given there, with 5,000 facts that were replaced.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fill, openStore, record } from "./lib/memory-sessions.mjs";

const { values } = parseArgs({
  options: { locomo: { type: "string" }, rows: { type: "string" }, conversations: { type: "string", default: "1-5" } },
});

const REPLACED = 5_000;

/** A session of turns, of which two are a prompt and its answer. */
function sessionOf(id, project, turns, calls = 0) {
  const events = [record(id, project, "SessionStart", { source: "startup" })];
  for (let at = 0; at < turns.length; at += 2) {
    events.push(record(id, project, "UserPromptSubmit", { prompt: turns[at] }));
    events.push(
      record(id, project, "Stop", turns[at + 1] === undefined ? {} : { last_assistant_message: turns[at + 1] }),
    );
  }
  for (let n = 0; n < calls; n++) {
    const input = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: `${id} ${n}` };
    events.push(record(id, project, "PostToolUse", input));
  }
  return [...events, record(id, project, "SessionEnd", {})];
}

async function locomo(path, from, to) {
  const all = JSON.parse(readFileSync(join(path, "locomo10.json"), "utf8")).slice(from - 1, to);
  const store = openStore("locomo");
  const score = { questions: 0, recall: 0, hit: 0, reciprocal: 0 };
  for (const [number, { conversation, qa }] of all.entries()) {
    const project = `/locomo/${number}`;
    const idOf = new Map();
    for (let n = 1; conversation[`session_${n}`] !== undefined; n++) {
      const id = `c${number}s${n}`;
      const turns = conversation[`session_${n}`].map(({ speaker, text, blip_caption: caption, dia_id }) => {
        const said = `${speaker}: ${text}${caption === undefined ? "" : ` [${caption}]`}`;
        idOf.set(`${id} ${said}`, dia_id);
        return said;
      });
      await fill(store, sessionOf(id, project, turns));
    }
    for (const { question, evidence, category } of qa) {
      const wanted = new Set((evidence ?? []).flatMap((one) => one.match(/D\d+:\d+/g) ?? []));
      if (category > 4 || wanted.size === 0) continue;
      const hits = await store.recall({ scope: project, text: question, limit: 30 });
      const found = hits
        .filter(({ kind }) => kind !== "memory")
        .map(({ session, text }) => idOf.get(`${session} ${text}`));
      const ten = found.slice(0, 10).filter((id) => wanted.has(id)).length;
      const first = found.findIndex((id) => wanted.has(id));
      score.questions++;
      score.recall += ten / wanted.size;
      score.hit += ten > 0 ? 1 : 0;
      score.reciprocal += first < 0 ? 0 : 1 / (first + 1);
    }
  }
  const share = (sum) => (sum / score.questions).toFixed(3);
  console.log(
    `LoCoMo ${from}-${to}: ${score.questions} questions, R@10 ${share(score.recall)}, hit@10 ${share(score.hit)}, MRR ${share(score.reciprocal)}`,
  );
  await store.close();
}

/** Words as often as in a language: few are common, most are rare. */
function randomWord(random) {
  return `w${Math.floor(Math.exp(random() * Math.log(50_000)))}`;
}

function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function timeInjectable(store, rows, aboutOf) {
  const times = [];
  let sessions = 0;
  for (let n = 0; n < 200; n++) {
    const about = aboutOf();
    const before = process.cpuUsage();
    sessions += (await store.injectable({ scope: "/big", trust: "project", about })).summaries.length;
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  times.sort((one, other) => one - other);
  console.log(
    `${rows} rows: ${aboutOf().kind} CPU p50 ${times[100].toFixed(1)} ms, p95 ${times[190].toFixed(1)} ms (${sessions} sessions in 200)`,
  );
}

async function timeRows(rows) {
  const store = openStore(`rows-${rows}`);
  const random = randomFrom(7);
  const text = (words) => Array.from({ length: words }, () => randomWord(random)).join(" ");
  for (let done = 0; done < rows; done += 2_000) {
    const sessions = Array.from({ length: 50 }, (_, n) =>
      sessionOf(
        `s${done}-${n}`,
        "/big",
        Array.from({ length: 40 }, () => text(15)),
        n % 10 === 0 ? 3 : 0, // enough for a summary
      ),
    );
    await fill(store, sessions.flat());
  }
  for (let n = 0; n <= REPLACED; n++)
    await store.addMemory({
      ...{ scope: "/big", type: "rule", trust: "user", importance: 5, createdAt: n, verifiedAt: n },
      ...{ text: text(8), address: `rule:${n % 500}` },
    });
  await timeInjectable(store, rows, () => ({ kind: "prompt", text: text(8), least: 0.75, low: 0.45 }));
  await timeInjectable(store, rows, () => ({ kind: "start", memories: 10 }));
  const times = [];
  for (let n = 0; n < 200; n++) {
    const question = text(8);
    const before = process.cpuUsage();
    await store.recall({ scope: "/big", text: question, limit: 10 });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  times.sort((one, other) => one - other);
  console.log(`${rows} rows: recall CPU p50 ${times[100].toFixed(1)} ms, p95 ${times[190].toFixed(1)} ms`);
  await store.close();
  return times[190];
}

if (values.locomo !== undefined) {
  const [from, to] = values.conversations.split("-").map(Number);
  await locomo(values.locomo, from, to);
}
if (values.rows !== undefined) {
  const p95 = [];
  for (const rows of values.rows.split(",")) p95.push(await timeRows(Number(rows)));
  if (p95.length > 1) console.log(`last against first: ${(p95.at(-1) / p95[0]).toFixed(1)}`);
}
