/**
 * Adds to a record what its event only references: the agent's last answer from its transcript, and the text of a plan.
 */
import { isAbsolute, resolve } from "node:path";
import type { Adapter } from "../../adapters/contract.js";
import { isPlanFile } from "../../capture/index.js";
import { pathArguments } from "../../core/events/tools.js";
import type { EventRecord } from "../../core/records/records.js";
import { redactText } from "../../core/redact/text.js";
import { cut, isRecord, type JsonObject } from "../../core/text/json.js";
import { withoutUnkept } from "../../core/text/unkept-text.js";
import type { FileEnd, SoonOptions } from "../../disk/files.js";

const RESPONSE_CHARS = 5_000;
const PLAN_CHARS = 20_000;
/** A transcript written later than this belongs to later events. */
const MOVED_ON_MS = 5_000;
/** This many characters distinguish two answers. */
const TELLING_CHARS = 200;

const ENDS: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "SubagentStop", "SessionEnd"]);
const FILE_TOOLS: ReadonlySet<string> = new Set(["Write", "Read", "Edit", "MultiEdit"]);

export type AdapterFor = (agent: string) => Pick<Adapter, "transcript"> | undefined;
/** The tail of a file, bounded in size and time. Never rejects; undefined if unreadable. */
export type ReadEnd = (path: string, options: SoonOptions) => Promise<FileEnd | undefined>;

/** The files that `enrich` would read; pure. */
export function filesOf(record: EventRecord, adapterFor: AdapterFor): { transcript?: string; plan?: string } {
  if (ENDS.has(record.event)) return transcriptOf(record, adapterFor);
  if (record.event !== "PostToolUse") return {};
  const { payload, project = "/" } = record;
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const ended = payload["tool_name"] === "ExitPlanMode";
  if (!ended && !FILE_TOOLS.has(String(payload["tool_name"]))) return {};
  const named = ended ? input["planFilePath"] : pathArguments(input)[0];
  return {
    ...(typeof named === "string" && isPlanFile(named) ? { plan: resolve(project, named) } : {}),
    ...(ended ? transcriptOf(record, adapterFor) : {}),
  };
}

/** Never rejects: a missing or unreadable file changes nothing. */
export async function enrich(record: EventRecord, adapterFor: AdapterFor, read: ReadEnd): Promise<EventRecord> {
  const { transcript, plan: planFile } = filesOf(record, adapterFor);
  // CP-15: a plan is kept whole, unlike other file content. A link in a plan directory could lead to any file.
  const plan = planFile === undefined ? undefined : (await read(planFile, { followLink: false }))?.text;
  if (transcript === undefined || plan !== undefined) return withText(record, "plan", plan, PLAN_CHARS);
  const end = await read(transcript, { changedBefore: record.at + MOVED_ON_MS });
  const facts = end === undefined ? {} : factsIn(end.text, record, adapterFor);
  const planned = withText(record, "plan", facts.plan, PLAN_CHARS);
  if (!ENDS.has(record.event) || !fits(facts.lastAnswer, record)) return planned;
  return withText(planned, "response", facts.lastAnswer, RESPONSE_CHARS);
}

function transcriptOf({ agent, event, payload }: EventRecord, adapterFor: AdapterFor): { transcript?: string } {
  const path = payload[event === "SubagentStop" ? "agent_transcript_path" : "transcript_path"];
  const isReadable = typeof path === "string" && isAbsolute(path) && adapterFor(agent)?.transcript !== undefined;
  return isReadable ? { transcript: path } : {};
}

function factsIn(text: string, { agent }: EventRecord, adapterFor: AdapterFor) {
  try {
    return adapterFor(agent)?.transcript?.(text) ?? {};
  } catch {
    return {}; // agents may write anything
  }
}

/** An agent may report its last answer before it has written it; the transcript then ends with an older one. */
function fits(answer: string | undefined, { payload }: EventRecord): boolean {
  const reported = payload["last_assistant_message"];
  if (answer === undefined || typeof reported !== "string" || reported.trim() === "") return answer !== undefined;
  const start = (text: string) => text.trim().slice(0, TELLING_CHARS);
  return start(answer).startsWith(start(reported)) || start(reported).startsWith(start(answer));
}

function withText(record: EventRecord, field: string, text: string | undefined, limit: number): EventRecord {
  if (text === undefined || text.trim() === "") return record;
  const payload: JsonObject = { ...record.payload, [field]: cut(redactText(withoutUnkept(text)), limit) };
  return { ...record, payload };
}
