/**
 * Command lines through `read-only-approve`: how many it lets through, and how many of those a guard stops all the same.
 */
import { callOf, judgeWith, PLACE } from "./commands.mjs";
import { tally } from "./table.mjs";

export default async function scoreApproval(rows, { BUILTINS }) {
  const approve = BUILTINS["read-only-approve"].make(PLACE, {});
  const judge = judgeWith(BUILTINS);
  const judged = [];
  for (const row of rows) {
    const approved = approve(callOf(row.text))?.verdict === "allow";
    judged.push({ ...row, approved, stopped: approved && (await judge(row.text)).verdict !== undefined });
  }
  return {
    figures: tally(judged, ["approved", "stopped"], ({ approved, stopped }) => [
      ...(approved ? ["approved"] : []),
      ...(stopped ? ["stopped"] : []),
    ]),
    missed: judged.filter(({ label, approved }) => (label === "read_only") !== approved),
  };
}
