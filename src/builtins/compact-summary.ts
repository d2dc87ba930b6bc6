/** Forwards the summary of a compacted context (BI-O17). */
import type { Builtin } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { cut } from "../core/text/json.js";

const LONGEST = 4000;

const compactSummary: Builtin = {
  name: "compact-summary",
  summary: "Fires orion:contextSummaryUpdated with the first 4000 characters of the summary after a compaction.",
  from: "orion",
  example: { event: "PostCompact", builtin: "compact-summary" },
  events: ["PostCompact"],
  match: {},
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(_surroundings, _options, { emit }) {
    return ({ compact_summary: summary }) => {
      if (typeof summary === "string" && summary !== "")
        emit("orion:contextSummaryUpdated", { summary: cut(summary, LONGEST) });
    };
  },
};

export default compactSummary;
