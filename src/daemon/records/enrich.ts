/** Adds what an event only points at: the agent's last words, from its transcript, and the text of a plan. */
import { isAbsolute, resolve } from "node:path";
import type { Adapter } from "../../adapters/contract.js";
import { isPlanFile } from "../../capture/index.js";
import { pathArguments } from "../../core/events/tools.js";
import type { EventRecord } from "../../core/records/records.js";
import { redactText } from "../../core/redact/text.js";
import { cut, isRecord, type JsonObject } from "../../core/text/json.js";
import { readEnd } from "../../disk/read-end.js";

const END_BYTES = 1_000_000;
const RESPONSE_CHARS = 5_000;
const PLAN_CHARS = 20_000;
/** A transcript that was written to later than this tells of what came after the event. */
const MOVED_ON_MS = 5_000;
/** So much of an answer tells it from another. */
const TELLING_CHARS = 200;

const ENDS: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "SubagentStop", "SessionEnd"]);
const FILE_TOOLS: ReadonlySet<string> = new Set(["Write", "Read", "Edit", "MultiEdit"]);

type AdapterFor = (agent: string) => Pick<Adapter, "transcript"> | undefined;

/** Total: what is missing or cannot be read changes nothing. */
export function enrich(record: EventRecord, adapterFor: AdapterFor): EventRecord {
  if (record.event === "PostToolUse") return withPlan(record, adapterFor);
  if (!ENDS.has(record.event)) return record;
  const facts = transcriptFacts(record, adapterFor);
  const response = fits(facts.lastAnswer, record) ? facts.lastAnswer : undefined;
  return withText(withText(record, "plan", facts.plan, PLAN_CHARS), "response", response, RESPONSE_CHARS);
}

/** CP-15: a plan is kept whole, unlike other content of files. */
function withPlan(record: EventRecord, adapterFor: AdapterFor): EventRecord {
  const { payload } = record;
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  if (payload["tool_name"] === "ExitPlanMode") {
    const plan = planFile(record, input["planFilePath"]) ?? transcriptFacts(record, adapterFor).plan;
    return withText(record, "plan", plan, PLAN_CHARS);
  }
  if (!FILE_TOOLS.has(String(payload["tool_name"]))) return record;
  return withText(record, "plan", planFile(record, pathArguments(input)[0]), PLAN_CHARS);
}

function planFile({ project = "/" }: EventRecord, path: unknown): string | undefined {
  if (typeof path !== "string" || !isPlanFile(path)) return undefined;
  // A link in a plan folder could lead to any file of the person.
  return readEnd(resolve(project, path), END_BYTES, { followLink: false })?.text;
}

function transcriptFacts({ agent, event, at, payload }: EventRecord, adapterFor: AdapterFor) {
  const path = payload[event === "SubagentStop" ? "agent_transcript_path" : "transcript_path"];
  const read = adapterFor(agent)?.transcript;
  if (read === undefined || typeof path !== "string" || !isAbsolute(path)) return {};
  const end = readEnd(path, END_BYTES);
  if (end === undefined || end.changedAt > at + MOVED_ON_MS) return {};
  try {
    return read(end.text);
  } catch {
    return {}; // what agents write may be anything
  }
}

/** An agent may tell its last words before it has written them down; then the transcript still ends with older ones. */
function fits(answer: string | undefined, { payload }: EventRecord): boolean {
  const told = payload["last_assistant_message"];
  if (answer === undefined || typeof told !== "string" || told.trim() === "") return answer !== undefined;
  const start = (text: string) => text.trim().slice(0, TELLING_CHARS);
  return start(answer).startsWith(start(told)) || start(told).startsWith(start(answer));
}

function withText(record: EventRecord, field: string, text: string | undefined, limit: number): EventRecord {
  if (text === undefined || text.trim() === "") return record;
  const payload: JsonObject = { ...record.payload, [field]: cut(redactText(text), limit) };
  return { ...record, payload };
}
