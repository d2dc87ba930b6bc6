/** Texts through the marks of injection: how many are flagged. */
import { tally } from "./table.mjs";

const FLAGGED = new Set(["injection_direct", "jailbreak"]);
const NO_TARGET = new Set(["injection_indirect", "injection_bare_task", "injection_embedded_bare"]);

export default function scoreInjection(rows, { judgeText }) {
  const judged = rows.map((row) => ({ ...row, ...judgeText(row.text) }));
  return {
    figures: tally(judged, ["flagged"], ({ flagged }) => (flagged ? ["flagged"] : [])),
    missed: judged.filter(({ label, flagged }) => !NO_TARGET.has(label) && FLAGGED.has(label) !== flagged),
  };
}
