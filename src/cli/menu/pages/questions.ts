import type { JsonObject } from "../../../core/text/json.js";
import { askLine, asksIn, canBeAnswered, stateLine, summaryOf } from "../../output/ask-lines.js";
import { questionText } from "../../output/live-view.js";
import { paint } from "../../output/print.js";
import { outputWidth } from "../../output/terminal.js";
import { cutText, wrapText } from "../../output/text-width.js";
import { type Action, type Page, type Row, textRows } from "../page.js";

export function questionsPage(): Page {
  return {
    title: "Questions",
    line: ["asks"],
    live: true,
    async load(lines) {
      const found = await lines.json(["asks"]);
      if ("problem" in found) return { rows: textRows(found.problem) };
      const asks = asksIn(found.value)
        .filter(canBeAnswered)
        .sort((one, other) => waits(other) - waits(one));
      if (asks.length === 0)
        return { rows: textRows("No question is open."), hint: "`snaphook asks --all` lists answered ones." };
      return { rows: asks.flatMap(rowsOf) };
    },
  };
}

/** Agents that wait come first. */
const waits = ({ state }: JsonObject) => (state === "open" ? 1 : 0);

/** The call, and below it who waits how long. */
function rowsOf(one: JsonObject): Row[] {
  return [
    { text: `  ${cutText(summaryOf(one), outputWidth() - 2)}`, opens: () => questionPage(String(one["id"])) },
    ...textRows(paint("grey", wrapText(`    ${stateLine(one)}`, outputWidth(), 4))),
  ];
}

/** The whole call. It can be approved once its last line was on the screen. */
function questionPage(id: string): Page {
  return {
    title: id,
    line: ["asks"],
    live: true,
    async load(lines) {
      const found = await lines.json(["asks"]);
      if ("problem" in found) return { rows: textRows(found.problem) };
      const named = (one: JsonObject) => one["id"] === id;
      const pending = asksIn(found.value).find(named);
      const all = pending === undefined ? await lines.json(["asks", "--all"]) : found;
      const ask = pending ?? ("value" in all ? asksIn(all.value).find(named) : undefined);
      if (ask === undefined) return { rows: textRows(`The question ${id} is not known any more.`) };
      if (!canBeAnswered(ask)) return { rows: textRows(askLine(ask)), hint: "This question is closed. q goes back." };
      return {
        rows: textRows(wrapText(questionText(ask), outputWidth())),
        actions: actionsFor(id, ask),
        hint: stateLine(ask),
      };
    },
  };
}

function actionsFor(id: string, { kind, seenInPart }: JsonObject): Action[] {
  const asks = { question: "Reason for the agent (Enter for none):", option: "--reason" };
  const deny: Action = { key: "d", word: "deny", line: ["deny", id], asks };
  if (seenInPart) return [deny];
  if (kind === "question") return [{ key: "a", word: "answer", line: ["answer", id], afterEnd: true }, deny];
  return [
    { key: "a", word: "approve", line: ["approve", id], afterEnd: true },
    { key: "m", word: "approve for 60 min", line: ["approve", id, "--again"], afterEnd: true },
    deny,
  ];
}
