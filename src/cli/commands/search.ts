import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { refusingUnusable, withStore } from "../input/read-store.js";
import { sayWaiting } from "../input/waiting-events.js";
import { wholeNumber } from "../input/whole-number.js";
import { brief, json, paint, refuse } from "../output/print.js";
import { dayAndTime } from "../output/times.js";

const USUAL_LIMIT = 20;

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
  const hits = (await withStore(call, (store) => store.search(words, limit))) ?? [];
  sayWaiting(call);
  if (call.json) json(call, hits);
  else if (hits.length === 0) call.out("Nothing was found.");
  else
    for (const { session, at, kind, text } of hits)
      call.out(`${paint("grey", dayAndTime(at))}  ${brief(session, 36)}  ${kind.padEnd(8)}  ${brief(text, 100)}`);
  return OK;
}

export default command;
