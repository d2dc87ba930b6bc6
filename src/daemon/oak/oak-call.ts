/** Converts a call in OAK's dialect to a call for the hooks. */
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import { fold } from "../../core/events/events.js";
import { normalizePayload } from "../../core/events/normalize.js";
import { type JsonObject, lookUp, parseObject } from "../../core/text/json.js";
import type { OutsideCall } from "../api.js";
import type { RouteCall } from "../http/route.js";
import { OAK_AGENTS, OAK_FIELDS, type OakEvent } from "./oak-events.js";

/** Default sender of OAK's own client. */
const USUAL_AGENT = "claude";

export interface OakCall {
  /** Why the event is not recorded. Without a call it does not reach the hooks either. */
  readonly dropped?: string;
  readonly call?: OutsideCall;
}

/** IN-13: events without a session are dropped; but a tool that is about to run still reaches its guards. */
export function readOakCall(call: RouteCall, { event }: OakEvent): OakCall {
  const payload = readFields(call.body as JsonObject);
  const named = typeof payload["agent"] === "string" ? payload["agent"] : USUAL_AGENT;
  const unread = event === "PreToolUse" && parseObject(new TextDecoder().decode(call.bytes)) === undefined;
  const known = lookUp(OAK_AGENTS, named) ?? (Object.hasOwn(ADAPTER_LOADERS, named) ? named : undefined);
  // A tool that is about to run reaches its guards, whatever agent runs it.
  const agent = known ?? (event === "PreToolUse" ? OAK_AGENTS[USUAL_AGENT] : undefined);
  if (agent === undefined) return { dropped: `unknown agent ${JSON.stringify(named.slice(0, 40))}` };
  const session = normalizePayload(event, payload).session_id;
  const missing = typeof session !== "string" ? { dropped: "missing session_id" } : {};
  const isTool = event === "PreToolUse" && (unread || payload["tool_name"] !== undefined);
  if (missing.dropped !== undefined && !isTool) return missing;
  return {
    ...missing,
    call: {
      agent,
      ...said(event, payload, unread ? undefined : { ...payload, session_id: session }),
      cwd: folderOf(payload["cwd"]) ?? call.project ?? homedir(),
      environment: {},
      way: "api",
      signal: call.signal,
    },
  };
}

/** OAK's client sends unknown values as an empty string. */
function readFields(body: JsonObject): JsonObject {
  const known = Object.entries(body).filter(([name, value]) => value !== "" || name === "prompt");
  const payload: JsonObject = Object.fromEntries(known);
  for (const [theirs, ours] of Object.entries(OAK_FIELDS)) {
    if (payload[theirs] !== undefined && payload[ours] === undefined) payload[ours] = payload[theirs];
  }
  return payload;
}

/** OAK's client reports the model's reply as the end of a tool with this name (AX-07). */
const REPLY = "agent_response";

function said(event: string, payload: JsonObject, sent: JsonObject | undefined) {
  if (event !== "PostToolUse" || payload["tool_name"] !== REPLY)
    return { event: nameOf(event, payload["hook_event_name"]), payload: sent };
  const { tool_name: _, tool_input: __, tool_output, ...rest } = sent ?? {};
  return { event: "PostModelResponse", payload: { ...rest, last_assistant_message: tool_output } };
}

/**
 * The agent's own spelling of the event, if it is only that. Other native names are special cases, whose fields OAK's
 * client has already generalised.
 */
function nameOf(event: string, native: unknown): string {
  return typeof native === "string" && fold(native) === fold(event) ? native : event;
}

function folderOf(cwd: unknown): string | undefined {
  return typeof cwd === "string" && isAbsolute(cwd) ? cwd : undefined;
}
