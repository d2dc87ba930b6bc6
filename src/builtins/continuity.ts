/** Carries the topic of a conversation over a compaction of its context (BI-O1, BI-O2, CI-13). */

import { join } from "node:path";
import { context, type HookOutput } from "../core/decision/decision.js";
import type { BasePayload } from "../core/events/payload.js";
import type { Builtin, Services, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { redactJson } from "../core/redact/json.js";
import { type JsonObject, parseObject } from "../core/text/json.js";
import { ensurePrivateFolder, writePrivateFile } from "../disk/files.js";
import { readOwnFile } from "./_shared/paths/safe-files.js";
import { conversationOf, readConversation } from "./_shared/text/conversation.js";
import { tagged } from "./_shared/text/tagged.js";
import { readTranscript } from "./_shared/text/transcript.js";

const OPTIONS = {
  hours: { type: "number", default: 24, help: "Maximum age of the saved summary" },
} satisfies BuiltinOptions;

const MOST_SUMMARY = 4000;
const MOST_BYTES = 100_000;

const continuity: Builtin = {
  name: "continuity",
  summary:
    "Saves summary, files and project of a conversation before it is compacted, and adds them at the next start.",
  kind: "context",
  from: "orion",
  example: { builtin: "continuity", options: { hours: 12 } },
  events: ["SessionStart", "PreCompact"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { hours = OPTIONS.hours.default }, services) {
    return async (payload) => {
      const id = conversationOf(payload);
      if (id === "unknown") return undefined;
      const folder = join(surroundings.cache, "continuity");
      const file = join(folder, `${id}.json`);
      if (payload.hook_event_name === "SessionStart") return tell(file, Number(hours), services);
      ensurePrivateFolder(folder);
      writePrivateFile(file, JSON.stringify(redactJson(await kept(payload, id, surroundings, services))));
      return undefined;
    };
  },
};

async function tell(file: string, hours: number, { now }: Services): Promise<HookOutput | undefined> {
  const found = await readOwnFile(file, MOST_BYTES);
  const value = found === undefined ? undefined : parseObject(found.text);
  if (found === undefined || value === undefined || now() - found.mtimeMs >= hours * 3_600_000) return undefined;
  const { summary, files, activeProject, turnCount } = value;
  const lines = [
    "What this conversation was about before its context was compacted:",
    ...(summary ? [String(summary)] : []),
    ...(Array.isArray(files) && files.length > 0 ? [`Files: ${files.join(", ")}`] : []),
    ...(activeProject ? [`Active project: ${String(activeProject)}`] : []),
    ...(turnCount ? [`Turns so far: ${String(turnCount)}`] : []),
  ];
  return context(tagged("session-continuity", lines));
}

async function kept(
  payload: BasePayload,
  id: string,
  { project }: Surroundings,
  services: Services,
): Promise<JsonObject> {
  const known = await readConversation(services, id);
  const transcript = readTranscript(payload.transcript_path);
  const said = payload["compact_summary"] ?? payload["summary"] ?? transcript.lastText;
  return {
    summary: typeof said === "string" ? redactStart(said, MOST_SUMMARY) : "",
    files: [...new Set([...transcript.files, ...known.files])].slice(-50),
    activeProject: known.project ?? project,
    sessionType: typeof payload["session_type"] === "string" ? payload["session_type"] : sessionType(payload),
    turnCount: Math.max(known.turns, transcript.turns),
  };
}

function sessionType(payload: BasePayload): string {
  return payload.agent_id === undefined ? "main" : "subagent";
}

export default continuity;
