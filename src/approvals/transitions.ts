/** The states of a question and what leads from one to the next. Final states have no way out. */
import type { AskAnswerer, AskRow, AskScope, AskState } from "../core/records/records.js";

/** How long an approval of the scope `again` counts. */
export const AGAIN_MS = 60 * 60_000;

export interface Answer {
  readonly verdict: "allow" | "deny";
  readonly by: AskAnswerer;
  readonly scope?: AskScope;
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

/**
 * The row after the change; undefined if its state does not permit it, or its time is over. `lateMs`: how long a parked question
 * can be answered, and how long its answer waits for the same call.
 */
export function applyChange(row: AskRow, change: Change, now: number, lateMs: number): AskRow | undefined {
  if (!FROM[change.to].includes(row.state)) return undefined;
  const isOver = row.expiresAt <= now;
  switch (change.to) {
    case "parked":
      return { ...row, state: "parked", parked: change.because, expiresAt: now + lateMs };
    case "answered": {
      if (isOver) return undefined;
      const answered = { ...row, ...answerFields(change.answer), answeredAt: now };
      const used = row.state === "open" ? usedFields(change.usedBy) : {};
      if (answered.scope === "again") {
        const uses = row.state === "open" ? 1 : 0;
        return { ...answered, ...used, uses, state: "waiting", expiresAt: now + AGAIN_MS };
      }
      // The rule lets the call pass; an answer beside it would outlive the end of the rule.
      const isKept = row.state === "parked" && answered.scope !== "rule";
      if (isKept) return { ...answered, state: "waiting", expiresAt: now + lateMs };
      return { ...answered, ...used, state: "used", endedAt: now };
    }
    case "shown again":
      return { ...row, ...change.shown };
    case "used":
      if (isOver) return undefined;
      if (row.scope === "again") return { ...row, ...usedFields(change.usedBy), uses: (row.uses ?? 0) + 1 };
      return { ...row, ...usedFields(change.usedBy), state: "used", endedAt: now };
    case "lapsed": // an answer stays until its time is over
      return row.state === "waiting" && !isOver ? undefined : { ...row, state: "lapsed", endedAt: now };
    default:
      return { ...row, state: change.to, endedAt: now };
  }
}

function answerFields({ verdict, by, scope, said, answers }: Answer) {
  return {
    verdict,
    by,
    ...(scope === undefined ? {} : { scope }),
    ...(said === undefined ? {} : { said }),
    ...(answers === undefined ? {} : { answers }),
  };
}

function usedFields(usedBy: string | undefined) {
  return usedBy === undefined ? {} : { usedBy };
}
