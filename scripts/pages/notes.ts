/** Meaning of the notes of a decision. test/docs/tables.test.ts holds this against the codes in src/. */
export const NOTES: Readonly<Record<string, string>> = {
  HOOK_FAILED: "A hook failed. The note names the cause and what its failure contract answered.",
  GUARD_TOLD: "The model or the user was informed, once per session, that a guard cannot decide.",
  HOOK_WARNING: "A hook answered, but part of its answer was ignored or could not be applied.",
  OBSERVED: "The hook is in observe mode: the note says what it would have answered.",
  NOT_ADMITTED: "A hook of this event did not run: not approved, changed since, denied or switched off.",
  SWITCHED_OFF: "The user paused hooks with `snaphook off`; the note says which and until when.",
  STOP_ALL: "`snaphook stop-all` is in effect: no hook ran, and tool calls are denied.",
  CALL_FAILED:
    "Snaphook itself failed before or while hooks ran. The call was asked about or denied; the note says why.",
  PAYLOAD_INCOMPLETE:
    "The payload lacks a field that the event needs, or has it with the wrong type. Guards applied their failure contract.",
  EVENT_NOT_FIRED: "A built-in hook wanted this event fired, and its hooks could not be run; the note says why.",
  SESSION_TURN: "A hook on `cortex:session.new` gave the session that the user left one more turn, in the background.",
  SESSION_TURN_FAILED:
    "A hook on `cortex:session.new` asked for a turn, and the agent could not be run; the note says why.",
  NOT_POSSIBLE_ON_EVENT: "The hook answered something this event cannot do.",
  ALLOW_FOR_PART:
    "The call has several targets, and the hook's matcher may cover only one of them. Its allow counts as no opinion.",
  ALLOW_BY_REWRITE:
    "A project or plugin changed the call into one that is allowed, which it was not before. The allow counts as no opinion.",
  ALLOW_FROM_PROJECT: "A project or plugin said allow. They can only tighten, so it counts as no opinion.",
  ALLOW_OUTDATED: "The input was changed after a hook allowed it, so the allow no longer counts.",
  ASK_UNATTENDED:
    "The agent could not ask a person, and no answer could come: `snaphook up` was not open in a terminal of yours, or `CI` is set. The call was denied at once; its question is kept.",
  ASK_UNANSWERED:
    "The agent could not ask a person, so the call was held. No answer came in time, or the daemon was stopped, and the call was denied; its question is kept.",
  ASK_GONE: "The call was held, and its agent ended before an answer came: nothing was sent. Its question is kept.",
  ASK_ANSWERED: "A person answered the question. The message says who, through which channel and how.",
  ASK_BECAME_DENY: "The event supports deny but not ask, so the question became a deny.",
  RECORD_DROPPED: "Neither the daemon nor the disk could store the record of this event; only this line remains.",
  REWRITE_BY_GUARD: "A guard tried to change the input. It may only check it.",
  REWRITE_REFUSED:
    "A project or plugin changed a field of the input that one of your hooks has set. That part of its rewrite was refused.",
  REWRITE_UNJUDGED: "A guard could not check the input that a project or plugin changed, so the change was dropped.",
  OUTPUT_REFUSED: "A project or plugin replaced an output that one of your hooks had set. Yours is kept.",
  REWRITE_CONFLICT:
    "Two parallel hooks changed one key differently. Neither change was applied and the call is asked about.",
  CONTEXT_OVER_BUDGET: "A piece of context did not fit into the budget and was dropped as a whole.",
  CONTINUE_CAP: "Hooks made the agent continue too often in a row, so it may stop now.",
  DEGRADED_ASK: "The agent cannot ask the user here. The question became a deny.",
  DEGRADED_ALLOW:
    "The agent cannot skip its own permission check here, or the allow was for a rewrite that was dropped. It became no opinion.",
  DEGRADED_DENY: "The agent cannot block here. The note says what would have been denied.",
  DEGRADED_REWRITE:
    "The agent cannot rewrite input here. A required rewrite became a deny that shows the rewritten input; an optional one was dropped.",
  DEGRADED_CONTEXT: "The agent accepts no context here; it was dropped.",
  MEMORY_NO_CONTEXT: "The agent accepts no context here, so nothing was added from memory.",
  DEGRADED_OUTPUT: "The agent cannot replace a tool's output here; the original is kept.",
  DEGRADED_CONTINUE: "The agent cannot be made to continue here; it stops.",
  DEGRADED_STOP: "The agent cannot be stopped here.",
  DEGRADED_MESSAGE: "The agent cannot show a message here; it is in the record only.",
};
