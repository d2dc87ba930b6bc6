import { finding } from "../../core/errors.js";
import { loadMemory } from "../../daemon/memory/settings.js";
import { LOW } from "../../memory/index.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { refusingUnusable } from "../input/read-store.js";
import { importWaiting } from "../input/waiting-events.js";
import { wholeNumber } from "../input/whole-number.js";
import { hitText, LONGEST_QUESTION } from "../memory/hit-text.js";
import { checkoutHere, withMemory } from "../memory/place.js";
import { json, refuse } from "../output/print.js";

const USUAL_LIMIT = 10;

const command: Command = {
  group: "Live and history",
  summary: "Find what earlier sessions in this project said about a question.",
  usage: "WORDS [--all] [--limit N]",
  example: "snaphook recall why does git push fail",
  arguments: [{ kind: "text", many: true }],
  exits: { 1: "the store is not usable" },
  options: {
    all: { type: "boolean", help: "Also results that cover little of the question." },
    limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` },
  },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const text = call.args.join(" ").trim().slice(0, LONGEST_QUESTION);
  const limit = wholeNumber(call, "limit", USUAL_LIMIT);
  const here = checkoutHere(call);
  const problem =
    typeof limit !== "number"
      ? limit
      : "code" in here
        ? here
        : text === ""
          ? finding("USAGE", "give the words to look for")
          : undefined;
  if (problem !== undefined || typeof limit !== "number" || "code" in here) {
    refuse(call, problem!);
    return MISUSE;
  }
  await importWaiting(call);
  const found = await withMemory(call, (store) => store.recall({ scope: here.scope, text, limit }));
  const hits = call.flags["all"] === true ? found : found.filter(({ score }) => score >= LOW);
  if (call.json) json(call, hits);
  else if (found.length === 0)
    call.out(
      loadMemory(call.places).settings.enabled
        ? "Nothing found."
        : "Nothing found. Memory is off: `snaphook memory enable` turns it on.",
    );
  else if (hits.length === 0) call.out(`Nothing that fits; \`--all\` shows ${found.length} weaker results.`);
  else for (const hit of hits) call.out(hitText(hit));
  return OK;
}

export default command;
