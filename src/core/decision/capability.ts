/**
 * Degrades a decision to what the target (an agent on one event) can express. Chooses the safest expressible answer and
 * adds a note: nothing is dropped silently.
 */
import type { Decision, Note, Provenance } from "./decision.js";

/** What an agent can express on an event. Pass it to `degrade`. */
export interface Capability {
  /** Can it skip its own permission check? */
  readonly allow: boolean;
  /** Can it ask the user now? */
  readonly ask: boolean;
  /** Why it cannot, as a sentence for the note, if that depends on more than the event. */
  readonly noAskBecause?: string;
  /** Can it block? */
  readonly deny: boolean;
  /** Can it replace the tool input? */
  readonly rewrite: boolean;
  /** Can it add text for the model? */
  readonly context: boolean;
  /** Can it replace the output of a tool? */
  readonly replaceOutput: boolean;
  /** Can it be made to continue? */
  readonly forceContinue: boolean;
  /** Can its run be ended? */
  readonly stop: boolean;
  /** Can it show text to the user? */
  readonly message: boolean;
}

/** An agent that can express everything. */
export const FULL_CAPABILITY: Capability = Object.freeze({
  allow: true,
  ask: true,
  deny: true,
  rewrite: true,
  context: true,
  replaceOutput: true,
  forceContinue: true,
  stop: true,
  message: true,
});

type Draft = { -readonly [K in keyof Decision]: Decision[K] };

/** Replaces what the agent cannot express with the safest answer it can, with a note for each change. */
export function degrade(decision: Decision, target: Capability, name: string): Decision {
  const draft: Draft = { ...decision };
  const notes: Note[] = [];
  const note = (code: string, message: string, by?: Provenance) =>
    notes.push(by === undefined ? { code, message } : { code, message, hook: by.hook });

  if (draft.input !== undefined && !target.rewrite) degradeRewrite(draft, name, note);
  degradeVerdict(draft, target, name, note);
  if (draft.context !== undefined && !target.context) {
    note("DEGRADED_CONTEXT", `${name} accepts no context here; it was dropped.`, draft.contextBy[0]);
    draft.context = undefined;
    draft.contextBy = [];
  }
  if (draft.output !== undefined && !target.replaceOutput) {
    note(
      "DEGRADED_OUTPUT",
      `${name} cannot replace a tool's output here; the original output is kept.`,
      draft.output.by,
    );
    draft.output = undefined;
  }
  if (draft.forceContinue !== undefined && !target.forceContinue) {
    note("DEGRADED_CONTINUE", `${name} cannot be made to continue here; it stops.`, draft.forceContinue.by);
    draft.forceContinue = undefined;
  }
  if (draft.stop !== undefined && !target.stop) degradeStop(draft, target, name, note);
  if (draft.messages.length > 0 && !target.message) {
    note("DEGRADED_MESSAGE", `${name} cannot show a message here; it is in the record only.`, draft.messages[0]!.by);
    draft.messages = [];
  }
  return notes.length === 0 ? decision : { ...draft, notes: [...decision.notes, ...notes] };
}

type AddNote = (code: string, message: string, by?: Provenance) => void;

/** A required rewrite that the agent cannot do becomes a deny that shows the call to make instead. */
function degradeRewrite(draft: Draft, name: string, note: AddNote): void {
  const by = draft.inputBy[0];
  if (draft.inputOptional) {
    note("DEGRADED_REWRITE", `${name} cannot rewrite input here; the optional rewrite was dropped.`, by);
    if (draft.verdict === "allow") {
      draft.verdict = "none";
      note("DEGRADED_ALLOW", "The allow was for the rewritten input; it counts as no opinion.", draft.verdictBy);
    }
  } else {
    note(
      "DEGRADED_REWRITE",
      `${name} cannot rewrite input here; the call is denied and the rewritten input is shown.`,
      by,
    );
    if (draft.verdict !== "deny") {
      draft.verdict = "deny";
      draft.verdictBy = by;
      draft.reason = `This call must be made differently. Use this input instead: ${JSON.stringify(draft.input)}`;
    }
  }
  draft.input = undefined;
  draft.inputBy = [];
  draft.inputOptional = false;
}

/** A stop of the agent also denies the current call. */
function degradeStop(draft: Draft, target: Capability, name: string, note: AddNote): void {
  const { value, by } = draft.stop!;
  const denies = target.deny && draft.verdict !== "deny";
  note("DEGRADED_STOP", `${name} cannot be stopped here${denies ? "; the call is denied instead" : ""}.`, by);
  if (denies) {
    draft.verdict = "deny";
    draft.verdictBy = by;
    draft.reason = value.reason ?? "A hook wants the agent to stop.";
  }
  draft.stop = undefined;
}

function degradeVerdict(draft: Draft, target: Capability, name: string, note: AddNote): void {
  if (draft.verdict === "ask" && !target.ask) {
    draft.verdict = "deny";
    const why = target.noAskBecause ?? `${name} cannot ask the user here.`;
    note("DEGRADED_ASK", `${why} The question became a deny.`, draft.verdictBy);
  }
  if (draft.verdict === "allow" && !target.allow) {
    draft.verdict = "none";
    note(
      "DEGRADED_ALLOW",
      `${name} cannot skip its own permission check here; allow became no opinion.`,
      draft.verdictBy,
    );
  }
  if (draft.verdict === "deny" && !target.deny) {
    draft.verdict = "none";
    note(
      "DEGRADED_DENY",
      `${name} cannot block here: this would have been denied (${draft.reason ?? "no reason given"}).`,
      draft.verdictBy,
    );
  }
}
