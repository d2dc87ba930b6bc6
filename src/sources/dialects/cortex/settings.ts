/** Loads settings in Claude Code's format, as Cortex generates them for an agent it starts (CF-11). */
import type { JsonObject } from "../../../core/text/json.js";
import type { ConfigFile, LoadTools } from "../../contract.js";
import type { ParsedText } from "../../read/config-text.js";
import { Draft, type DraftEntry } from "../../read/draft.js";
import { readGroups } from "../../read/groups.js";
import { CORTEX_RULES } from "./rules.js";

/** Tools that wait for a user, who gets an hour (EX-07). */
const INTERACTION = /\b(AskUserQuestion|ExitPlanMode)\b/;
const INTERACTION_TIMEOUT_MS = 3_600_000;

export function readSettings(parsed: ParsedText, hooks: unknown, file: ConfigFile, tools: LoadTools): Draft {
  const draft = new Draft(CORTEX_RULES, parsed, tools.regex);
  readGroups(draft, hooks, {
    at: ["hooks"],
    secondsPerUnit: 1,
    cwd: file.project,
    more: (entry, _at, group) => readMore(entry, group["matcher"]),
  });
  return draft;
}

function readMore(entry: JsonObject, matcher: unknown): Partial<DraftEntry> {
  if (typeof matcher !== "string") return {};
  const tool = INTERACTION.exec(matcher)?.[1];
  return {
    ...(tool !== undefined && entry["timeout"] === undefined ? { timeoutMs: INTERACTION_TIMEOUT_MS } : {}),
    rest: { extra: { matcher }, ...(tool === matcher ? { requiresTool: tool } : {}) },
  };
}
