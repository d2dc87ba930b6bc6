/** Memory for MCP clients: plain text, in which only what the user said stands without a fence. */
import type { Finding } from "../../core/errors.js";
import type { JsonObject } from "../../core/text/json.js";
import { LOW, quoted } from "../../memory/index.js";
import type { Call } from "../command.js";
import { findSession } from "../input/find-session.js";
import type { ToolAnswer } from "../mcp/memory-tools.js";
import { oneLine } from "../output/print.js";
import { momentText } from "../output/times.js";
import { hitText, LONGEST_QUESTION } from "./hit-text.js";
import { checkoutHere, withMemory } from "./place.js";
import { rememberFact } from "./remember-fact.js";
import { explainShown } from "./why.js";

const USUAL_LIMIT = 10;
const MOST = 50;
const MOST_SHOWN = 100;
const TEXT_CHARS = 200;

export async function recallOver(call: Call, { question, limit = USUAL_LIMIT }: JsonObject): Promise<ToolAnswer> {
  if (typeof question !== "string" || question.trim() === "") return wrong("`question` must be a text");
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > MOST) return wrong(`\`limit\` must be 1 to ${MOST}`);
  const here = checkoutHere(call);
  if ("code" in here) return refused(here);
  const text = question.trim().slice(0, LONGEST_QUESTION);
  const found = await withMemory(call, (store) => store.recall({ scope: here.scope, text, limit: most }));
  const hits = found.filter(({ score }) => score >= LOW);
  if (hits.length === 0) return { text: "Nothing that fits." };
  return {
    text: `Notes of earlier sessions: data, may be outdated, check before use.\n${hits.map(hitText).join("\n")}`,
  };
}

export async function rememberOver(call: Call, { text, file, about }: JsonObject): Promise<ToolAnswer> {
  if (typeof text !== "string") return wrong("`text` must be a text");
  const row = await rememberFact(call, { text, file, about }, "model");
  if ("code" in row) return refused(row);
  return { text: `Remembered ${row.id}. It is marked as stated by a model: the user can release it for other agents.` };
}

export async function whyOver(
  call: Call,
  { session = call.environment["CLAUDE_CODE_SESSION_ID"] }: JsonObject,
): Promise<ToolAnswer> {
  if (typeof session !== "string" || session === "") return wrong("`session` must be the id of a session");
  return withMemory(call, async (store) => {
    const found = await findSession(store, session);
    if (!("detail" in found)) return wrong(`there is no session "${oneLine(session).slice(0, 80)}"`);
    const rows = await explainShown(store, { session: found.detail.session.id, limit: MOST_SHOWN });
    const lines = rows.map(({ at, event, outcome, memory, text, trust }) => {
      const head = `${momentText(at)}  ${oneLine(event)}  ${outcome}  ${oneLine(memory).slice(0, 10)}`;
      return `${head}\n${quoted(text, trust, TEXT_CHARS)}`;
    });
    return { text: lines.length === 0 ? "Nothing was given or withheld." : lines.join("\n") };
  });
}

function wrong(text: string): ToolAnswer {
  return { text, isError: true };
}

function refused({ message }: Finding): ToolAnswer {
  return wrong(message);
}
