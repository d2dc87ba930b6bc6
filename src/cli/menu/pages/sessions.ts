import { isRecord } from "../../../core/text/json.js";
import { shortRecordId } from "../../../runtime/record/record-id.js";
import { oneLine, paint } from "../../output/print.js";
import { shortIds } from "../../output/short-ids.js";
import { outputWidth } from "../../output/terminal.js";
import { cutText, textWidth, withoutColours } from "../../output/text-width.js";
import { momentText } from "../../output/times.js";
import { operand, type Page, type Row, textPage, textRows } from "../page.js";

export function sessionsPage(): Page {
  return {
    title: "Sessions",
    line: ["sessions"],
    async load(lines) {
      const found = await lines.json(["sessions"]);
      if ("problem" in found) return { rows: textRows(found.problem) };
      const sessions = listOf(found.value);
      if (sessions.length === 0)
        return {
          rows: textRows("No session was recorded yet."),
          hint: "`snaphook agents` shows which agents are wired.",
        };
      const short = shortIds(sessions.map(({ id }) => String(id)));
      return {
        rows: sessions.map((one) => rowOf(one, short(String(one["id"])))),
        hint: "✗: stopped calls. *: still active.",
      };
    },
  };
}

function rowOf({ lastAt, agent, status, stopped, firstRequest, id }: Record<string, unknown>, short: string): Row {
  const active = status === "active" ? paint("green", "*") : " ";
  const count = Number(stopped) > 0 ? `${paint("red", `✗ ${stopped}`)}  ` : "";
  const head = `  ${momentText(Number(lastAt))}${active} ${oneLine(String(agent))}  ${count}`;
  const request = typeof firstRequest === "string" ? oneLine(firstRequest) : "no request";
  return {
    text: head + cutText(request, Math.max(8, outputWidth() - textWidth(head))),
    opens: () => sessionPage(String(id), short),
  };
}

function sessionPage(id: string, short: string): Page {
  const line = ["session", ...operand(id)];
  return {
    title: short,
    line,
    async load(lines) {
      const { text } = await lines.text(line);
      const found = await lines.json(line);
      const value = "value" in found && isRecord(found.value) ? found.value : {};
      const decisions = listOf(value["calls"]).map(({ decision }) => decision);
      const calls = new Set(decisions.filter((one) => typeof one === "string").map(shortRecordId));
      return { rows: textRows(text).map((row) => asCall(row, calls)) };
    },
  };
}

/** A line of the report that ends with the id of a decision opens it. */
function asCall(row: Row, calls: ReadonlySet<string>): Row {
  const id = / ([\da-f]{8})$/.exec(withoutColours(row.text))?.[1];
  if (id === undefined || !calls.has(id) || !row.text.startsWith("  ")) return row;
  return { ...row, opens: () => textPage(id, ["why", id]) };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
