/**
 * An agent's hook call, from the parsed payload to the encoded answer: `prepare` → `decide` → (the answer is sent) →
 * `finish`. If anything fails, the agent gets an explicit answer in its own format.
 */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { isStopped, STOP_REASON } from "../../sources/discover/stop-flag.js";
import { newRecordId } from "../record/record-id.js";
import { decide } from "./decide.js";
import { prepare } from "./prepare.js";
import type { AgentCall, Decided, Prepared } from "./types.js";

/** Never rejects. The caller runs `finish` after the answer was sent. */
export function handleCall(call: AgentCall): Promise<Decided> {
  return prepare(call)
    .then(decide)
    .catch((error: unknown) => failCall(call, error));
}

/** The same for the daemon's socket, which prepares a call before it accepts it. Never rejects. */
export function decideOrFail(prepared: Prepared): Promise<Decided> {
  return decide(prepared).catch((error: unknown) => failCall(prepared.call, error));
}

export function failCall(call: AgentCall, error: unknown): Decided {
  const { cwd } = call;
  return { call, cwd, ...answerFailure(call, error), ms: 0, recordId: newRecordId(Date.now()) };
}

/** An internal error: it is unknown which guards would have run, so the call is not allowed. */
export function answerFailure(
  {
    adapter,
    event: native,
    payload = {},
    environment,
    places,
  }: Pick<AgentCall, "adapter" | "event" | "payload" | "environment"> & Partial<Pick<AgentCall, "places">>,
  error: unknown,
): Pick<Decided, "event" | "presence" | "decision" | "settled" | "sent" | "answer"> {
  const event = adapter.decode(native, payload);
  const { presence } = adapter.presence(payload, environment);
  const message = error instanceof Error ? error.message.split("\n")[0]! : String(error);
  const stopped = places !== undefined && isStopped(places);
  const reason = stopped ? STOP_REASON : `Snaphook could not check this call (${message}). Run \`snaphook validate\`.`;
  const note = { code: "CALL_FAILED", message };
  const verdict = presence === "interactive" && !stopped ? "ask" : "deny";
  const decision: Decision = { ...NO_DECISION, verdict, reason, notes: [note] };
  const sent = degrade(decision, capabilityIn(adapter, event, presence), adapter.title);
  return {
    event,
    presence,
    decision,
    settled: decision,
    sent,
    answer: { ...adapter.encode(sent, event), stderr: `snaphook: ${reason}\n` },
  };
}
