/** Logs what a session read, changed and used, one line each (BI-C9). Redacted. */
import { join } from "node:path";
import type { BasePayload } from "../core/events/payload.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { checkedBy } from "../core/hooks/builtin-options.js";
import { redactStart } from "../core/redact/excerpt.js";
import { redactJson } from "../core/redact/json.js";
import { asText, isRecord, type JsonObject } from "../core/text/json.js";
import { ensurePrivateFolder } from "../disk/files.js";
import { fileOf, hasFailed, plainName } from "./_shared/calls/tool-call.js";
import { appendLine } from "./_shared/paths/safe-files.js";

const KINDS: Readonly<Record<string, string>> = {
  Read: "read_file",
  Edit: "edit_file",
  MultiEdit: "edit_file",
  Write: "write_file",
  Skill: "skill_use",
};
const MOST_PATCH = 4000;

const sessionActivity: Builtin = {
  name: "session-activity",
  summary: "Logs the files a session read, edited and wrote, with patches, and the skills it used.",
  from: "cortex",
  example: { event: "PostToolUse", builtin: "session-activity" },
  events: ["PostToolUse"],
  match: { subject: { kind: "literals", exact: Object.keys(KINDS) } },
  guard: false,
  options: {},
  checkOptions: checkedBy({}),
  make(surroundings, _options, { now }) {
    return async (payload) => {
      const record = recordOf(payload, surroundings);
      if (record === undefined) return;
      const folder = join(surroundings.state, "session-activity");
      ensurePrivateFolder(folder);
      const line = JSON.stringify(redactJson({ ...record, ts: new Date(now()).toISOString() }));
      await appendLine(folder, join(folder, `${plainName(payload.session_id)}.jsonl`), line);
    };
  },
};

function recordOf(payload: BasePayload, surroundings: Surroundings): JsonObject | undefined {
  const { tool_name: tool, tool_input: input } = payload;
  const type = KINDS[String(tool)];
  if (type === undefined || !isRecord(input) || hasFailed(payload)) return undefined;
  if (type === "skill_use")
    return { type, skill: redactStart(asText(input["skill"] ?? input["command"] ?? input["name"]), 200) };
  const file = fileOf(payload, surroundings);
  if (file === undefined) return undefined;
  return type === "read_file" ? { type, file } : { type, file, patch: patchOf(payload, input) };
}

/** The agent's own patch if it sends one, otherwise the requested change. */
function patchOf({ tool_response: response }: BasePayload, input: JsonObject): string {
  const own = isRecord(response) ? (response["structuredPatch"] ?? response["gitDiff"]) : undefined;
  if (Array.isArray(own) && own.length > 0)
    return redactStart(
      own.map((hunk) => (isRecord(hunk) && Array.isArray(hunk["lines"]) ? hunk["lines"].join("\n") : "")).join("\n"),
      MOST_PATCH,
    );
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isRecord) : [input];
  const lines = edits.flatMap(({ old_string: old, new_string: next, content }) => [
    ...marked("-", old),
    ...marked("+", next ?? content),
  ]);
  return redactStart(lines.join("\n"), MOST_PATCH);
}

function marked(sign: string, text: unknown): string[] {
  return typeof text !== "string" || text === ""
    ? []
    : redactStart(text, MOST_PATCH)
        .split("\n")
        .map((line) => sign + line);
}

export default sessionActivity;
