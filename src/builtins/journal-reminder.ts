/** Reminds the user while today's journal entry is missing (BI-A7). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { message } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";

const OPTIONS = {
  folder: { type: "text", default: "~/journal", help: "Directory of the entries, named by date: 2026-11-15.md" },
} satisfies BuiltinOptions;

const ENDINGS = ["md", "json", "txt"];

const journalReminder: Builtin = {
  name: "journal-reminder",
  summary: "Reminds the user when a session stops and the journal has no entry for today.",
  kind: "prompt",
  from: "arawn",
  example: { builtin: "journal-reminder", options: { folder: "~/notes/journal" } },
  events: ["Stop", "SessionEnd"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make({ home, project }, { folder = OPTIONS.folder.default }, { now, state }) {
    return async (payload) => {
      const place = String(folder).startsWith("~/")
        ? join(home, String(folder).slice(2))
        : join(project, String(folder));
      const today = dateOf(now());
      if (ENDINGS.some((ending) => existsSync(join(place, `${today}.${ending}`)))) return undefined;
      const key = `journal-reminder:${String(payload.session_id)}`;
      if ((await state.read(key)) === today) return undefined; // remind once
      await state.update(key, () => today);
      return message(`There is no journal entry for today yet (${join(place, `${today}.md`)}).`);
    };
  },
};

/** In the user's time zone. */
function dateOf(ms: number): string {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export default journalReminder;
