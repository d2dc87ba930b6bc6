/** Prompts and responses that recall finds: their place in the index and beside each other. */
import type { GitPlace } from "../core/records/memory.js";
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import { type Driver, prepared, type Row } from "./driver.js";
import type { MemoryIndex } from "./memory-index.js";

/** Enough to find it again. */
const ERROR_CHARS = 200;
/** Of one session, for a prompt that must not wait. */
const MOST_BATCHES = 100;

export interface Turn {
  readonly n: number;
  readonly kind: "prompt" | "response" | "session";
  readonly session: string;
  /** Turns of a session follow each other. */
  readonly pos: number;
}

export interface TurnText {
  readonly pos: number;
  readonly text: string;
  readonly at: number;
  /** Written by the user, not by a program or an agent. */
  readonly isUsers: boolean;
}

export class TurnRows {
  readonly #db: Driver;
  readonly #index: MemoryIndex;

  constructor(db: Driver, index: MemoryIndex) {
    this.#db = db;
    this.#index = index;
  }

  /** Indexes it again if it is known. */
  putBatch(scope: number, batch: BatchRow): void {
    const { id, session, number, prompt, response } = batch;
    this.#put(scope, "prompt", id, session, number * 2, prompt);
    if (response !== undefined) this.#put(scope, "response", id, session, number * 2 + 1, response);
  }

  putSession(scope: number, id: string, text: string, place: GitPlace | undefined): void {
    this.#put(scope, "session", id, id, -1, text);
    prepared(this.#db, "UPDATE turns SET place = ? WHERE ref = ? AND kind = 'session'").run([
      place === undefined ? null : JSON.stringify(place),
      id,
    ]);
  }

  /** Where the repository was when the session ended. Unknown outside git and for sessions of older versions. */
  placeOf(session: string): GitPlace | undefined {
    const row = prepared(this.#db, "SELECT place FROM turns WHERE ref = ? AND kind = 'session'").get([session]);
    return typeof row?.["place"] === "string" ? (JSON.parse(row["place"]) as GitPlace) : undefined;
  }

  #put(scope: number, kind: Turn["kind"], ref: string, session: string, pos: number, text: string): void {
    const find = prepared(this.#db, "SELECT n, scope FROM turns WHERE ref = ? AND kind = ?");
    const known = find.get([ref, kind]);
    if (known !== undefined) this.#unindex(Number(known["scope"]), Number(known["n"]), kind);
    else
      prepared(this.#db, "INSERT INTO turns (scope, kind, ref, session, pos) VALUES (?, ?, ?, ?, ?)").run([
        scope,
        kind,
        ref,
        session,
        pos,
      ]);
    const n = Number((known ?? find.get([ref, kind]))?.["n"]);
    if (kind === "session") this.#index.addSession(scope, n, text);
    else this.#index.add(scope, n, text);
  }

  #unindex(scope: number, n: number, kind: Turn["kind"]): void {
    if (kind === "session") this.#index.removeSession(scope, n);
    else this.#index.remove(scope, n);
  }

  /** The first prompt of a session. */
  firstOf(session: string): Turn | undefined {
    const row = prepared(
      this.#db,
      "SELECT n, kind, session, pos FROM turns WHERE session = ? AND kind = 'prompt' ORDER BY pos LIMIT 1",
    ).get([session]);
    return row === undefined ? undefined : turnOf(row);
  }

  get(numbers: readonly number[]): Map<number, Turn> {
    const rows = prepared(
      this.#db,
      "SELECT n, kind, session, pos FROM turns WHERE n IN (SELECT value FROM json_each(?))",
    ).all([JSON.stringify(numbers)]);
    return new Map(rows.map((row) => [Number(row["n"]), turnOf(row)]));
  }

  /** A turn and those up to `reach` places from it, with their texts. */
  around({ session, pos }: Turn, reach: number): readonly TurnText[] {
    const [from, to] = [Math.floor((pos - reach) / 2), Math.floor((pos + reach) / 2)];
    return prepared(this.#db, "SELECT body FROM batches WHERE session = ? AND number BETWEEN ? AND ?")
      .all([session, from, to])
      .flatMap(textsOf)
      .filter((one) => Math.abs(one.pos - pos) <= reach);
  }

  /** The texts of a session, in their order. */
  textsOf(session: string): readonly TurnText[] {
    return prepared(this.#db, "SELECT body FROM batches WHERE session = ? ORDER BY number LIMIT ?")
      .all([session, MOST_BATCHES])
      .flatMap(textsOf);
  }

  /** Of a session, or of a scope. Their words stay in the index until its table is dropped. */
  remove(where: { readonly session: string } | { readonly scope: number }): {
    readonly scopes: number[];
    readonly turns: number;
  } {
    const [column, value] = "session" in where ? ["session", where.session] : ["scope", where.scope];
    const rows = prepared(this.#db, `SELECT n, kind, scope FROM turns WHERE ${column} = ?`).all([value]);
    for (const { n, kind, scope } of rows) this.#unindex(Number(scope), Number(n), kind as Turn["kind"]);
    prepared(this.#db, `DELETE FROM turns WHERE ${column} = ?`).run([value]);
    return { scopes: [...new Set(rows.map(({ scope }) => Number(scope)))], turns: rows.length };
  }

  sessionsOf(scope: number): string[] {
    return prepared(this.#db, "SELECT DISTINCT session FROM turns WHERE scope = ?")
      .all([scope])
      .map(({ session }) => String(session));
  }

  /** Indexes every turn of the scope again, from the tables. */
  reindex(scope: number): number {
    const rows = prepared(
      this.#db,
      `SELECT t.n, t.kind, CASE t.kind WHEN 'prompt' THEN b.body ->> '$.prompt' ELSE b.body ->> '$.response' END AS text
         FROM turns t JOIN batches b ON b.id = t.ref WHERE t.scope = ? AND t.kind <> 'session'`,
    ).all([scope]);
    for (const { n, text } of rows) this.#index.add(scope, Number(n), String(text ?? ""));
    const sessions = prepared(this.#db, "SELECT n, ref FROM turns WHERE scope = ? AND kind = 'session'").all([scope]);
    for (const { n, ref } of sessions) this.#index.addSession(scope, Number(n), this.documentOf(String(ref)));
    return rows.length;
  }

  /** All prompts and responses of a session, its files and errors. */
  documentOf(session: string): string {
    const bodies = (table: string, order: string) =>
      prepared(this.#db, `SELECT body FROM ${table} WHERE session = ? ORDER BY ${order}`)
        .all([session])
        .map(({ body }) => JSON.parse(String(body)) as unknown);
    const said = (bodies("batches", "number") as BatchRow[]).map(
      ({ prompt, response = "" }) => `${prompt}\n${response}`,
    );
    const done = (bodies("activities", "at, n") as ActivityRow[]).map(workText);
    return [...said, ...new Set(done)].join("\n");
  }
}

function textsOf({ body }: Row): TurnText[] {
  const { number, kind, prompt, promptFrom, response, startedAt, endedAt } = JSON.parse(String(body)) as BatchRow;
  const first = { pos: number * 2, text: prompt, at: startedAt, isUsers: kind === "user" && promptFrom === undefined };
  const second = { pos: number * 2 + 1, text: response ?? "", at: endedAt ?? startedAt, isUsers: false };
  return [first, second].filter(({ text }) => text !== "");
}

/** Commands are much the same in every session. */
function workText({ file = "", error = "" }: ActivityRow): string {
  return `${file} ${error.slice(0, ERROR_CHARS)}`;
}

function turnOf({ n, kind, session, pos }: Row): Turn {
  return { n: Number(n), kind: kind as Turn["kind"], session: String(session), pos: Number(pos) };
}
