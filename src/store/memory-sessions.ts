/** Finished sessions as one line each: the newest at the start of another, those that fit at a prompt. */
import type { InjectCandidates } from "../core/records/memory-store.js";
import type { SessionRow } from "../core/records/records.js";
import { searchWords, sessionScoreOf, type WeightedWord, wordsOf } from "../memory/index.js";
import { type Driver, prepared } from "./driver.js";
import type { MemoryIndex } from "./memory-index.js";
import type { MemoryRows } from "./memory-rows.js";
import type { TurnRows, TurnText } from "./turn-rows.js";

/** Enough to find some that are worth it. */
const NEWEST_LOOKED_AT = 30;
const FITTING_LOOKED_AT = 30;
/** Texts of so many are read: a session that fits is near the top. */
const MOST_READ = 6;
/** Below the band: only for `memory why`. */
const MOST_NEAR = 2;
const PLACE_TURNS = 2;
const PROMPT_CHARS = 120;

type Summary = InjectCandidates["summaries"][number];

export interface FittingQuery {
  readonly question: readonly WeightedWord[];
  /** The session that asks. */
  readonly current: string | undefined;
  readonly least: number;
  /** Down to this score a few are named that nearly fit. */
  readonly low: number;
}

export class SessionNotes {
  readonly #db: Driver;
  readonly #rows: MemoryRows;
  readonly #turns: TurnRows;
  readonly #index: MemoryIndex;

  constructor(db: Driver, rows: MemoryRows, turns: TurnRows, index: MemoryIndex) {
    this.#db = db;
    this.#rows = rows;
    this.#turns = turns;
    this.#index = index;
  }

  newest(scope: number, current: string | undefined): Summary[] {
    const rows = prepared(
      this.#db,
      `SELECT s.body FROM turns t JOIN sessions s ON s.id = t.session WHERE t.scope = ? AND t.kind = 'session'
         ORDER BY t.n DESC LIMIT ?`,
    )
      .all([scope, NEWEST_LOOKED_AT])
      .map(({ body }) => JSON.parse(String(body)) as SessionRow);
    return rows
      .filter((row) => row.id !== current && isOfUser(row))
      .map((row) => {
        const summary = this.#summary(scope, row, row.summary!, 1);
        const { byModel } = row;
        const repeated = byModel && this.#rows.stated.repeatedBy(scope, `${byModel.title}\n${byModel.summary}`);
        if (byModel === undefined || repeated === undefined || repeated.isOutdated) return summary;
        return { ...summary, byModel, cites: [...summary.cites, ...repeated.cites] };
      });
  }

  #summary(scope: number, { id, lastAt }: SessionRow, text: string, score: number): Summary {
    const place = this.#turns.placeOf(id);
    const repeated = this.#rows.stated.repeatedBy(scope, text);
    return { session: id, at: lastAt, text, score, ...(place === undefined ? {} : { place }), ...repeated };
  }

  /** Best first. Each with the prompt that fits best; then some that nearly fit, with the most that they can score. */
  fitting(scope: number, { question, current, least, low }: FittingQuery): Summary[] {
    const found = this.#index.findSessions(scope, wordsToFind(question), FITTING_LOOKED_AT).map(({ n }) => n);
    const words = new Map(found.map((n) => [n, new Set<string>()]));
    for (const { word } of question)
      for (const n of this.#index.sessionsWith(scope, word, found)) words.get(n)?.add(word);
    const turns = this.#turns.get(found);
    // In the best place it cannot cover more than in the whole session.
    const ranked = found
      .map((n) => ({ session: turns.get(n)?.session, has: words.get(n)!, score: 0 }))
      .map((one) => ({ ...one, score: sessionScoreOf(question, one.has, [one.has]) }))
      .filter(({ session, score }) => session !== undefined && session !== current && score >= low)
      .sort((one, other) => other.score - one.score);
    const possible = ranked.filter(({ score }) => score >= least).slice(0, MOST_READ);
    const near = ranked.filter(({ score }) => score < least).slice(0, MOST_NEAR);
    const below = near.flatMap(({ session, score }) => {
      const stored = this.#stored(session!);
      return stored === undefined ? [] : [this.#summary(scope, stored, stored.summary!, score)];
    });
    const notes = possible
      .flatMap(({ session, has }) => this.#noteOf(scope, session!, question, has) ?? [])
      .sort((one, other) => other.score - one.score);
    const fitting = notes.filter(({ score }) => score >= least);
    return [...fitting, ...notes.filter(({ score }) => score < least).slice(0, MOST_NEAR), ...below];
  }

  #stored(session: string): SessionRow | undefined {
    const row = prepared(this.#db, "SELECT body FROM sessions WHERE id = ?").get([session]);
    const stored = row === undefined ? undefined : (JSON.parse(String(row["body"])) as SessionRow);
    return stored !== undefined && isOfUser(stored) ? stored : undefined;
  }

  #noteOf(
    scope: number,
    session: string,
    question: readonly WeightedWord[],
    has: ReadonlySet<string>,
  ): Summary | undefined {
    const stored = this.#stored(session);
    if (stored === undefined) return undefined;
    const texts = this.#turns.textsOf(session);
    const sets = texts.map(({ text }) => new Set(wordsOf(text)));
    const places = sets.map(
      (_, at) => new Set(sets.slice(Math.max(0, at - PLACE_TURNS), at + PLACE_TURNS + 1).flatMap((set) => [...set])),
    );
    const asked = bestPrompt(question, texts, sets);
    const isTold = asked === undefined || stored.summary!.startsWith(asked.slice(0, PROMPT_CHARS / 2));
    const text = isTold ? stored.summary! : `${stored.summary!} · asked: ${asked}`;
    return this.#summary(scope, stored, text, sessionScoreOf(question, has, places));
  }
}

/** Words that no prompt or response has may be in a file's name or an error. */
function wordsToFind(question: readonly WeightedWord[]): string[] {
  return [...searchWords(question), ...question.filter(({ rows }) => rows === 0).map(({ word }) => word)];
}

/** A session whose prompts were written by others has no word of the user. */
function isOfUser({ summary, parentReason, promptFrom }: SessionRow): boolean {
  return summary !== undefined && parentReason !== "subagent" && promptFrom === undefined;
}

/** The user's prompt that covers most of the question, on one line. */
function bestPrompt(
  question: readonly WeightedWord[],
  texts: readonly TurnText[],
  sets: readonly ReadonlySet<string>[],
): string | undefined {
  const covered = (at: number) =>
    question.reduce((sum, { word, weight }) => (sets[at]!.has(word) ? sum + weight : sum), 0);
  const [best] = texts
    .flatMap((one, at) => (one.isUsers ? [{ text: one.text, score: covered(at) }] : []))
    .sort((one, other) => other.score - one.score);
  if (best === undefined || best.score === 0) return undefined;
  const line = best.text.replace(/\s+/g, " ").trim();
  return line.length > PROMPT_CHARS ? `${line.slice(0, PROMPT_CHARS - 1)}…` : line;
}
