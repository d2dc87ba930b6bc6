import { finding } from "../../core/errors.js";
import type { SearchHit } from "../../core/records/store.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { type CallHit, searchCalls } from "../input/search-calls.js";
import { importWaiting } from "../input/waiting-events.js";
import { wholeNumber } from "../input/whole-number.js";
import { withNames } from "../output/json-names.js";
import { json, oneLine, refuse } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { shortIds } from "../output/short-ids.js";
import { type Column, table } from "../output/table.js";
import { momentText } from "../output/times.js";

const USUAL_LIMIT = 20;
/** Characters before a word that was found. */
const BEFORE = 40;

const command: Command = {
  group: "Live and history",
  summary: "Search prompts, responses and tool calls.",
  usage: "WORDS [--limit N]",
  example: "snaphook search flaky test",
  arguments: [{ kind: "text", many: true }],
  exits: { 1: "the store is not usable" },
  options: { limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` } },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const words = call.args.join(" ").trim();
  const limit = wholeNumber(call, "limit", USUAL_LIMIT);
  const problem =
    typeof limit !== "number" ? limit : words === "" ? finding("USAGE", "give the words to look for") : undefined;
  if (typeof limit !== "number" || problem !== undefined) {
    refuse(call, problem!);
    return MISUSE;
  }
  await importWaiting(call);
  const hits = (await withProgress("Searching", () => withStore(call, (store) => find(store, words, limit)))) ?? [];
  if (call.json) json(call, withNames(hits));
  else if (hits.length === 0)
    call.out(`Nothing found for "${oneLine(words)}". \`snaphook sessions\` lists all sessions.`);
  else {
    const short = shortIds(hits.map(({ session }) => session));
    call.out(
      table(
        COLUMNS,
        hits.map((hit) => [
          momentText(hit.at),
          hit.kind,
          oneLine(short(hit.session)),
          excerpt(hit.text, words),
          "id" in hit ? shortRecordId(hit.id) : "",
        ]),
      ),
    );
  }
  return OK;
}

const COLUMNS: readonly Column[] = [
  { head: "time" },
  { head: "kind" },
  { head: "session", drop: 2 },
  { head: "text", narrow: "cut", min: 20 },
  { head: "why", drop: 1 },
];

/** Prompts, responses and results by their rank, then calls, the newest first. */
async function find(store: ReadStore, words: string, limit: number): Promise<(SearchHit | CallHit)[]> {
  const texts = await store.search(words, limit);
  return [...texts, ...(await searchCalls(store, words, limit))].slice(0, limit);
}

/** From shortly before the first word that was looked for. */
function excerpt(text: string, words: string): string {
  const line = oneLine(text);
  if (!process.stdout.isTTY) return line;
  const at = line.toLowerCase().indexOf(words.toLowerCase().split(/\s+/)[0] ?? "");
  const start = at > BEFORE ? line.indexOf(" ", at - BEFORE) + 1 : 0;
  return start > 0 && start <= at ? `…${line.slice(start)}` : line;
}

export default command;
