/** An event given on the command line: its name, payload, agent and whether a person is there. */
import { ADAPTERS } from "../../adapters/_registry.js";
import { type Finding, finding } from "../../core/errors.js";
import { resolveEvent } from "../../core/events/events.js";
import { normalizePayload } from "../../core/events/normalize.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import { type JsonObject, lookUp } from "../../core/text/json.js";
import { unknownEvent } from "../../core/text/suggest.js";
import { readDialectWords } from "../../runtime/call/dialect-words.js";
import { withUnseenInput } from "../../runtime/call/prepare.js";
import type { Call } from "../command.js";
import { agentName, readPayload, readPresence } from "./inputs.js";

export interface EventCall {
  readonly event: HookEvent;
  readonly presence: Presence;
  /** The folder whose hooks apply. */
  readonly cwd: string;
}

/** `payload`: one that was read already. */
export async function readEventCall(
  call: Call,
  name: string | undefined,
  payload?: JsonObject,
): Promise<EventCall | { problem: Finding }> {
  if (name === undefined)
    return { problem: finding("USAGE", "give an event, such as PreToolUse; `snaphook events` lists them") };
  const resolved = resolveEvent(name);
  if (resolved === undefined) return { problem: finding("EVENT_UNKNOWN", unknownEvent(name)) };
  const presence = readPresence(call);
  if (typeof presence !== "string") return { problem: presence };
  const read = payload === undefined ? await readPayload(call) : { payload };
  if ("problem" in read) return read;
  const agent = agentName(call.flags["agent"] as string | undefined);
  const native = agent ?? resolved.nativeTo;
  const sent = readDialectWords(resolved.name, read.payload);
  const event = decoded(resolved.name, native, sent, read.payload);
  // Recorded payloads name folders of other machines; hooks of this folder are what the person means.
  const { cwd } = call;
  return { event: { ...event, payload: { ...event.payload, cwd: event.payload.cwd ?? cwd } }, presence, cwd };
}

/** As the agent's call is decoded. `native`: the agent that it comes from. */
function decoded(name: string, native: string | undefined, sent: JsonObject, given: JsonObject): HookEvent {
  const adapter = native === undefined ? undefined : lookUp(ADAPTERS, native);
  if (adapter !== undefined) return withUnseenInput(adapter.decode(nativeName(name), sent), adapter);
  const event = { name, payload: normalizePayload(name, sent) };
  return native === undefined
    ? event
    : { ...event, native: { agent: native, event: nativeName(name), payload: given } };
}

function nativeName(name: string): string {
  return name.includes(":") ? name.slice(name.indexOf(":") + 1) : name;
}
