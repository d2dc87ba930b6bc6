/** `askUser()` of a function hook's context: questions to the user, answered in Snaphook's queue. It can only ask. */
import { readQuestions } from "../records/questions.js";
import type { AskQuestion } from "../records/records.js";

/** One question of a hook. */
export interface UserQuestion {
  /** The text of the question. */
  readonly question: string;
  /** A short title. */
  readonly header?: string;
  /** Possible answers. The user may always answer with own text. */
  readonly options?: readonly (string | { readonly label: string; readonly description?: string })[];
  /** Several options can be chosen. */
  readonly multiSelect?: boolean;
}

/** Options of `askUser`. */
export interface AskUserOptions {
  /** How it is shown (default: `info`). */
  readonly level?: "info" | "warning" | "error";
  /** Time limit (default: 5 minutes, at most 24 hours). The hook's own `timeoutMs` has to be longer. */
  readonly timeoutMs?: number;
}

/** The result of `askUser`. */
export interface UserAnswer {
  /** `allow`: answered. `deny`: the user declined. `none`: no answer came, which is neither. */
  readonly outcome: "allow" | "deny" | "none";
  /** By question; several options are joined with ", ". */
  readonly answers?: Readonly<Record<string, string>>;
  /** What the user wrote when declining. */
  readonly said?: string;
  /** Why there is no answer. */
  readonly problem?: string;
}

/** Asks the user; never rejects. */
export type AskUser = (
  questions: string | UserQuestion | readonly UserQuestion[],
  options?: AskUserOptions,
) => Promise<UserAnswer>;

/** What reaches the queue. */
export interface AskedByHook {
  readonly questions: readonly AskQuestion[];
  readonly level?: NonNullable<AskUserOptions["level"]>;
  readonly waitMs: number;
}

/** Puts questions to the queue. Never rejects. */
export type AskQueue = (asked: AskedByHook, signal: AbortSignal) => Promise<UserAnswer>;

const USUAL_MS = 5 * 60_000;
const LONGEST_MS = 24 * 60 * 60_000;
const LEVELS: readonly unknown[] = ["info", "warning", "error"];

/** `queue`: absent if no user can be asked from this process. */
export function askUserOf(queue: AskQueue | undefined, signal: () => AbortSignal): AskUser {
  return async (given, { level, timeoutMs = USUAL_MS } = {}) => {
    const list = typeof given === "string" ? [{ question: given }] : Array.isArray(given) ? given : [given];
    const questions = readQuestions({ questions: list });
    if (questions === undefined) return none("each question needs a text of its own, and different options");
    if (!(timeoutMs > 0)) return none("timeoutMs must be greater than 0");
    if (queue === undefined) return none("no daemon answers this call, so no user can be asked");
    try {
      const known = level !== undefined && LEVELS.includes(level) ? { level } : {};
      return await queue({ questions, ...known, waitMs: Math.min(timeoutMs, LONGEST_MS) }, signal());
    } catch (error) {
      return none(error instanceof Error ? error.message : String(error));
    }
  };
}

function none(problem: string): UserAnswer {
  return { outcome: "none", problem };
}
