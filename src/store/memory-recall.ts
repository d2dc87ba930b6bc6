/** Finds memories and turns that answer a question: ranked together, each with an absolute score. */
import type { Trust } from "../core/records/memory.js";
import type { InjectCandidates, InjectQuery, RecallHit, RecallQuery } from "../core/records/memory-store.js";
import {
  promptWords,
  queryWords,
  scoreOf,
  searchWords,
  useFactor,
  type WeightedWord,
  weigh,
  wordsOf,
} from "../memory/index.js";
import { type Driver, prepared } from "./driver.js";
import type { Found, MemoryIndex } from "./memory-index.js";
import type { MemoryRows, Numbered } from "./memory-rows.js";
import { SessionNotes } from "./memory-sessions.js";
import type { Turn, TurnRows } from "./turn-rows.js";

const CANDIDATES = 400;
/** A memory that covers most of a prompt is near the top. */
const FITTING = 100;
const MOST_FOUND = 5_000;
/** That are trusted too little: only for `memory why`. */
const MOST_OTHERS = 20;
const REACH = 2;
const NEIGHBOURS = 0.3;
const SESSION = 0.6;
const PINNED = 1.2;
const TRUST_FACTOR = { user: 1, project: 1, model: 0.9, imported: 0.8, external: 0.7 };
/** A word that the project has never used may be another name of something. */
const UNKNOWN_IN_PROMPT = 0.8;
/** Below the band: only for `memory why`. */
const MOST_NEAR = 5;

export class MemoryRecall {
  readonly #db: Driver;
  readonly #rows: MemoryRows;
  readonly #turns: TurnRows;
  readonly #index: MemoryIndex;
  readonly #sessions: SessionNotes;

  constructor(db: Driver, rows: MemoryRows, turns: TurnRows, index: MemoryIndex) {
    this.#db = db;
    this.#rows = rows;
    this.#turns = turns;
    this.#index = index;
    this.#sessions = new SessionNotes(db, rows, turns, index);
  }

  recall({ scope: name, text, limit }: RecallQuery): RecallHit[] {
    const scope = this.#rows.scope(name);
    if (scope === undefined) return [];
    const question = this.#weigh(scope, queryWords(text));
    return this.rank(scope, question)
      .slice(0, limit)
      .flatMap(
        ({ n, turn }) => (turn === undefined ? this.#memoryHit(-n, question) : this.#turnHit(turn, question)) ?? [],
      );
  }

  /** Rows by their own words, their neighbours' and their session's. */
  rank(scope: number, question: readonly WeightedWord[]): (Found & { readonly turn?: Turn })[] {
    const words = searchWords(question);
    const found = this.#index.find(scope, words, CANDIDATES);
    const best = found[0]?.rank ?? 1;
    const turns = this.#turns.get(found.filter(({ n }) => n > 0).map(({ n }) => n));
    const own = new Map(found.flatMap(({ n, rank }) => (turns.has(n) ? [[placeOf(turns.get(n)!), rank / best]] : [])));
    // A word that no prompt has may be in an error.
    const others = question.filter(({ rows }) => rows === 0).map(({ word }) => word);
    const sessions = this.#sessionRanks(scope, [...words, ...others]);
    const known = new Set([...turns.values()].map(({ session }) => session));
    // Their files or errors answer, and no prompt or response does.
    const silent = [...sessions].flatMap(([session, rank]) => {
      const turn = known.has(session) ? undefined : this.#turns.firstOf(session);
      return turn === undefined ? [] : [{ n: turn.n, turn, rank: SESSION * rank }];
    });
    return found
      .map(({ n, rank }) => {
        const turn = turns.get(n);
        if (turn === undefined) return { n, rank: (rank / best) * (1 + SESSION) * this.#factor(-n) };
        const near = [-2, -1, 1, 2].map(
          (by) => (own.get(placeOf({ ...turn, pos: turn.pos + by })) ?? 0) / Math.abs(by),
        );
        const around = near.reduce((sum, one) => sum + one, 0);
        return { n, turn, rank: rank / best + NEIGHBOURS * around + SESSION * (sessions.get(turn.session) ?? 0) };
      })
      .concat(silent)
      .sort((one, other) => other.rank - one.rank);
  }

  injectable({ scope: name, session, about, trust }: InjectQuery): InjectCandidates {
    const past = session === undefined ? [] : this.#rows.given(session);
    const seen = past.map(({ memory }) => memory);
    const chars = past.reduce((sum, row) => sum + row.chars, 0);
    const scope = this.#rows.scope(name);
    if (scope === undefined) return { memories: [], summaries: [], seen, chars };
    return { ...this.#candidates(scope, about, session, trust), seen, chars };
  }

  #candidates(
    scope: number,
    about: InjectQuery["about"],
    session: string | undefined,
    trust: Trust,
  ): Pick<InjectCandidates, "memories" | "summaries"> {
    switch (about.kind) {
      case "start": {
        const rules = this.#rows.active(scope, ["rule", "note", "decision"], about.memories, trust);
        const ways = this.#rows.active(scope, ["gotcha", "bug_fix", "trade_off", "discovery"], about.memories, trust);
        const commands = this.#rows.active(scope, ["command"], about.memories, trust);
        const memories = [...rules, ...commands, ...ways].map(({ row }) => ({ memory: row, score: 1 }));
        return { memories, summaries: this.#sessions.newest(scope, session) };
      }
      case "failure": {
        const like = this.#rows.ofError(scope, about.address).slice(0, CANDIDATES);
        return { memories: like.map(({ row }) => ({ memory: row, score: 1 })), summaries: [] };
      }
      case "file": {
        const found = this.#rows
          .ofFile(scope, about.file, CANDIDATES, trust)
          .filter(({ row }) => about.hints || row.type !== "together");
        return { memories: found.map(({ row }) => ({ memory: row, score: 1 })), summaries: [] };
      }
      case "prompt": {
        const question = this.#weigh(scope, promptWords(about.text), UNKNOWN_IN_PROMPT);
        const { least, low } = about;
        const fitting = { question, current: session, least, low };
        return {
          memories: this.#fitting(scope, question, about, trust),
          summaries: this.#sessions.fitting(scope, fitting),
        };
      }
    }
  }

  /** Those that fit, then some that nearly do. */
  #fitting(
    scope: number,
    question: readonly WeightedWord[],
    { least, low }: { readonly least: number; readonly low: number },
    trust: Trust,
  ): InjectCandidates["memories"] {
    const words = question.filter(({ rows }) => rows > 0).map(({ word }) => word);
    const all = this.#index.find(scope, words, MOST_FOUND, "memories").map(({ n }) => -n);
    const trusted = this.#rows.trusted(all, trust);
    const others = all.filter((n) => !trusted.has(n)).slice(0, MOST_OTHERS);
    const found = [...all.filter((n) => trusted.has(n)).slice(0, FITTING), ...others]
      .flatMap((n) => this.#rows.at(n) ?? [])
      .filter(({ row }) => row.status === "active")
      .map(({ row }) => ({ memory: row, score: scoreOf(question, wordSet(memoryText(row))) }))
      .filter(({ score }) => score >= low)
      .sort((one, other) => other.score * useFactor(other.memory) - one.score * useFactor(one.memory));
    const near = found.filter(({ score }) => score < least).slice(0, MOST_NEAR);
    return [...found.filter(({ score }) => score >= least), ...near];
  }

  #weigh(scope: number, words: readonly string[], unknown?: number): readonly WeightedWord[] {
    const { rows, count } = this.#index.counter(scope);
    return rows === 0 ? [] : weigh(words, rows, count, unknown);
  }

  #sessionRanks(scope: number, words: readonly string[]): Map<string, number> {
    const found = this.#index.findSessions(scope, words, CANDIDATES);
    const turns = this.#turns.get(found.map(({ n }) => n));
    const best = found[0]?.rank ?? 1;
    return new Map(found.flatMap(({ n, rank }) => (turns.has(n) ? [[turns.get(n)!.session, rank / best]] : [])));
  }

  #factor(n: number): number {
    const row = this.#rows.at(n)?.row;
    if (row === undefined || row.status !== "active") return 0;
    return TRUST_FACTOR[row.trust] * (row.pinned ? PINNED : 1) * useFactor(row);
  }

  /** Its prompts were written by another agent. */
  #isSubagent(session: string): boolean {
    const row = prepared(this.#db, "SELECT body ->> '$.parentReason' AS why FROM sessions WHERE id = ?").get([session]);
    return row?.["why"] === "subagent";
  }

  #memoryHit(n: number, question: readonly WeightedWord[]): RecallHit | undefined {
    const row = this.#rows.at(n)?.row;
    if (row === undefined || row.status !== "active") return undefined;
    const score = scoreOf(question, wordSet(memoryText(row)));
    return { kind: "memory", score, at: row.createdAt, text: row.text, trust: row.trust, memory: row };
  }

  #turnHit(turn: Turn, question: readonly WeightedWord[]): RecallHit | undefined {
    const around = this.#turns.around(turn, REACH);
    const own = around.find(({ pos }) => pos === turn.pos);
    if (own === undefined || turn.kind === "session") return undefined;
    const near = wordSet(around.map(({ text }) => text).join("\n"));
    const score = scoreOf(question, wordSet(own.text), near);
    const isUsers = turn.kind === "prompt" && own.isUsers && !this.#isSubagent(turn.session);
    const { kind, session } = turn;
    return { kind, score, at: own.at, text: own.text, trust: isUsers ? "user" : "model", session };
  }
}

/** What of a memory is searched. */
export function memoryText({ text, file = "", address = "" }: Numbered["row"]): string {
  return `${text}\n${file}\n${address}`;
}

function placeOf({ session, pos }: Turn): string {
  return `${session}\n${pos}`;
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}
