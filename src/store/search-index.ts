/** Full-text index of prompts, responses and summaries. It can be rebuilt from the tables. */
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import type { SearchHit } from "../core/records/store.js";
import type { Driver } from "./driver.js";

const CREATE = `
  CREATE VIRTUAL TABLE IF NOT EXISTS search USING fts5(text, content = 'searchable', content_rowid = 'n');
`;
const PROMPT = 0;
const RESPONSE = 1;
const SUMMARY = 2;

export class SearchIndex {
  readonly #db: Driver;
  readonly #insert;
  readonly #remove;
  readonly #find;
  readonly #batch;
  readonly #activity;

  constructor(db: Driver) {
    this.#db = db;
    if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'search'").get() === undefined) this.rebuild();
    this.#insert = db.prepare("INSERT INTO search (rowid, text) VALUES (?, ?)");
    this.#remove = db.prepare("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)");
    this.#find = db.prepare("SELECT rowid AS n FROM search WHERE search MATCH ? ORDER BY rank, rowid DESC LIMIT ?");
    this.#batch = db.prepare("SELECT body FROM batches WHERE n = ?");
    this.#activity = db.prepare("SELECT body FROM activities WHERE n = ?");
  }

  batch(n: number, before: BatchRow | undefined, after: BatchRow | undefined): void {
    this.#change(n * 4 + PROMPT, before?.prompt, after?.prompt);
    this.#change(n * 4 + RESPONSE, before?.response, after?.response);
  }

  activity(n: number, before: ActivityRow | undefined, after: ActivityRow | undefined): void {
    this.#change(n * 4 + SUMMARY, before?.summary, after?.summary);
  }

  find(words: string, limit: number): SearchHit[] {
    const query = asQuery(words);
    if (query === "") return [];
    return this.#find.all([query, limit]).flatMap(({ n }) => this.#hit(Number(n)) ?? []);
  }

  /** True if it is inconsistent. */
  isBroken(): boolean {
    try {
      this.#db.exec("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)");
      return false;
    } catch {
      return true;
    }
  }

  /** Returns the number of indexed texts. */
  rebuild(): number {
    this.#create();
    this.#db.exec("INSERT INTO search (search) VALUES ('rebuild')");
    return Number(this.#db.prepare("SELECT count(*) AS n FROM searchable").get()?.["n"]);
  }

  #create(): void {
    this.#db.exec(CREATE);
  }

  #change(n: number, before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.#remove.run([n, before]);
    if (after !== undefined) this.#insert.run([n, after]);
  }

  #hit(n: number): SearchHit | undefined {
    const [kind, row] = [n % 4, Math.floor(n / 4)];
    const body = (kind === SUMMARY ? this.#activity : this.#batch).get([row])?.["body"];
    if (typeof body !== "string") return undefined;
    if (kind === SUMMARY) {
      const { session, at, summary = "" } = JSON.parse(body) as ActivityRow;
      return { kind: "activity", session, at, text: summary };
    }
    const { session, startedAt, endedAt, prompt, response = "" } = JSON.parse(body) as BatchRow;
    return kind === PROMPT
      ? { kind: "prompt", session, at: startedAt, text: prompt }
      : { kind: "response", session, at: endedAt ?? startedAt, text: response };
  }
}

/** Literal words, the last one also as a prefix: user input is never an expression. */
function asQuery(words: string): string {
  const quoted = words
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '""').replaceAll("\0", "")}"`);
  return quoted.length === 0 ? "" : `${quoted.join(" ")}*`;
}
