/** The states of a question and what leads from one to the next. Final states have no way out. */
import type { AskAnswerer, AskRow, AskState } from "../core/records/records.js";

/** A parked question can be answered this long… */
export const PARKED_MS = 12 * 60 * 60_000;
/** …and its answer waits this long for the same call. */
export const WAITING_MS = 60 * 60_000;

export interface Answer {
  readonly verdict: "allow" | "deny";
  readonly by: AskAnswerer;
  /** What the person wrote with a denial. */
  readonly said?: string;
  /** By question. */
  readonly answers?: Readonly<Record<string, string>>;
}

export type Change =
  | { readonly to: "parked"; readonly because: NonNullable<AskRow["parked"]> }
  /** Answered: used at once while the agent waits, otherwise kept for the same call. */
  | { readonly to: "answered"; readonly answer: Answer; readonly usedBy?: string }
  /** The kept answer is given to its call. */
  | { readonly to: "used"; readonly usedBy?: string }
  /** The plan has changed: a person has to read it again. */
  | { readonly to: "shown again"; readonly shown: Pick<AskRow, "hash" | "summary"> & { readonly input: string } }
  | { readonly to: "elsewhere" }
  | { readonly to: "revoked" }
  | { readonly to: "lapsed" };

export const FINAL: readonly AskState[] = ["used", "lapsed", "elsewhere", "revoked"];

export function isFinal({ state }: Pick<AskRow, "state">): boolean {
  return FINAL.includes(state);
}

/** From which states a change is possible. */
const FROM: Readonly<Record<Change["to"], readonly AskState[]>> = {
  parked: ["open"],
  answered: ["open", "parked"],
  "shown again": ["open", "parked"],
  used: ["waiting"],
  elsewhere: ["open"],
  revoked: ["waiting"],
  lapsed: ["open", "parked", "waiting"],
};

/** The row after the change; undefined if its state does not permit it, or its time is over. */
export function applyChange(row: AskRow, change: Change, now: number): AskRow | undefined {
  if (!FROM[change.to].includes(row.state)) return undefined;
  const isOver = row.expiresAt <= now;
  switch (change.to) {
    case "parked":
      return { ...row, state: "parked", parked: change.because, expiresAt: now + PARKED_MS };
    case "answered": {
      if (isOver) return undefined;
      const answered = { ...row, ...answerFields(change.answer), answeredAt: now };
      if (row.state === "parked") return { ...answered, state: "waiting", expiresAt: now + WAITING_MS };
      return { ...answered, ...usedFields(change.usedBy), state: "used", endedAt: now };
    }
    case "shown again":
      return { ...row, ...change.shown };
    case "used":
      return isOver ? undefined : { ...row, ...usedFields(change.usedBy), state: "used", endedAt: now };
    case "lapsed": // an answer stays until its time is over
      return row.state === "waiting" && !isOver ? undefined : { ...row, state: "lapsed", endedAt: now };
    default:
      return { ...row, state: change.to, endedAt: now };
  }
}

function answerFields({ verdict, by, said, answers }: Answer) {
  return { verdict, by, ...(said === undefined ? {} : { said }), ...(answers === undefined ? {} : { answers }) };
}

function usedFields(usedBy: string | undefined) {
  return usedBy === undefined ? {} : { usedBy };
}
