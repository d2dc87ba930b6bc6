/** Writes facts: a new one confirms what is known, replaces it, or is marked as contradicting it (CP-12). */
import { type MemoryRow, trustsAtLeast } from "../core/records/memory.js";
import type { MemoryChange, NewMemory } from "../core/records/memory-store.js";
import { randomName } from "../disk/digest.js";
import { cosineOf, queryWords, searchWords, weigh } from "../memory/index.js";
import type { MemoryIndex } from "./memory-index.js";
import { memoryText } from "./memory-recall.js";
import type { MemoryRows, Numbered } from "./memory-rows.js";

const ID_BYTES = 4;
/** Cosine from which two texts say the same thing: about one file, and otherwise. */
const SIMILAR_IN_FILE = 0.85;
const SIMILAR = 0.92;
const MOST_SIMILAR = 5;
const LOOKED_AT = 50;
const MOST_FORMER = 10;

export class MemoryFacts {
  readonly #rows: MemoryRows;
  readonly #index: MemoryIndex;

  constructor(rows: MemoryRows, index: MemoryIndex) {
    this.#rows = rows;
    this.#index = index;
  }

  /** Equal text confirms; a new text replaces, unless it is trusted less. */
  put(memory: NewMemory): MemoryRow {
    const scope = this.#rows.scope(memory.scope, true)!;
    const same = memory.address === undefined ? [] : this.sameAddress(scope, memory.address);
    const equal = same.find(({ row }) => row.text === memory.text && row.trust === memory.trust);
    if (equal !== undefined) return this.#confirm(equal, memory);
    const id = this.#newId();
    const replaced = same.filter(({ row }) => trustsAtLeast(memory.trust, row.trust));
    for (const old of replaced) this.#retire(scope, old, id);
    // What repeats the old fact is no longer true either.
    for (const { row: old } of replaced)
      for (const copy of this.#similar(scope, old, SIMILAR))
        if (mayReplace(memory, copy.row)) this.#retire(scope, copy, id);
    const like = this.#similar(scope, memory).filter(({ row }) => isOfOther(memory, row) && !isNamed(same, row));
    const retired = like.filter(
      ({ row }) => row.file !== undefined && row.file === memory.file && mayReplace(memory, row),
    );
    for (const old of retired) this.#retire(scope, old, id);
    const conflict = like.find((one) => !retired.includes(one))?.row.id;
    const row: MemoryRow = {
      ...memory,
      id,
      status: "active",
      count: 1,
      ...(conflict === undefined ? {} : { conflict }),
    };
    this.#index.add(scope, -this.#rows.put(row), memoryText(row));
    return row;
  }

  /** Short, for people: among 100,000 memories two would probably have the same. */
  #newId(): string {
    for (;;) {
      const id = `m_${randomName(ID_BYTES)}`;
      if (!this.#rows.has(id)) return id;
    }
  }

  /** Bringing one back takes the one that replaced it out of use, unless that is trusted more. */
  change(id: string, change: MemoryChange): boolean {
    const found = this.#rows.get(id);
    if (found === undefined) return false;
    const { supersededBy, ...old } = found.row;
    const isBack = old.status !== "active" && change.status === "active";
    const row = {
      ...old,
      ...(isBack || supersededBy === undefined ? {} : { supersededBy }),
      ...change,
      ...wasOf(old, change),
    };
    const scope = this.#rows.scope(row.scope)!;
    this.#index.remove(scope, -found.n);
    if (isBack && row.address !== undefined)
      for (const other of this.sameAddress(scope, row.address))
        if (trustsAtLeast(row.trust, other.row.trust)) this.#retire(scope, other, row.id);
    this.#rows.put(row, found.n);
    if (row.status === "active") this.#index.add(scope, -found.n, memoryText(row));
    return true;
  }

  /** Active ones. Errors are never quite equal. */
  sameAddress(scope: number, address: string): Numbered[] {
    return address.startsWith("error:") ? this.#rows.ofError(scope, address) : this.#rows.withAddress(scope, address);
  }

  #confirm({ n, row: old }: Numbered, memory: NewMemory): MemoryRow {
    const { place = old.place, cites = old.cites, verifiedAt } = memory;
    const row = { ...old, count: old.count + 1, verifiedAt, ...(place && { place }), ...(cites && { cites }) };
    this.#rows.put(row, n);
    return row;
  }

  /** Only active ones are searched: many old versions must not hide the one that holds. */
  #retire(scope: number, { n, row }: Numbered, by: string): void {
    this.#rows.put({ ...row, status: "superseded", supersededBy: by }, n);
    this.#index.remove(scope, -n);
  }

  /** Active ones of the type that say nearly the same, the most similar first. */
  #similar(scope: number, { type, text, file, address }: SimilarTo, least?: number): Numbered[] {
    if (!isProse(address)) return [];
    const { rows, count, weight } = this.#index.counter(scope);
    const words = queryWords(text);
    return this.#index
      .find(scope, searchWords(weigh(words, rows, count)), LOOKED_AT, "memories")
      .flatMap(({ n }) => this.#rows.at(-n) ?? [])
      .filter(({ row }) => row.status === "active" && row.type === type && isProse(row.address))
      .slice(0, MOST_SIMILAR)
      .map((one) => ({ ...one, score: cosineOf(words, queryWords(one.row.text), weight) }))
      .filter(({ row, score }) => score >= (least ?? (row.file === file && file ? SIMILAR_IN_FILE : SIMILAR)))
      .sort((one, other) => other.score - one.score);
  }
}

function wasOf({ text, was = [] }: Omit<MemoryRow, "supersededBy">, change: MemoryChange): Pick<MemoryRow, "was"> {
  if (change.text === undefined || change.text === text) return {};
  return { was: [...was, text].filter((one) => one !== change.text).slice(-MOST_FORMER) };
}

type SimilarTo = Pick<MemoryRow, "type" | "text" | "file" | "address">;

/** Its address, if any, comes from its words. Commands, files and errors have exact ones. */
function isProse(address: string | undefined): boolean {
  return address === undefined || address.startsWith("rule:");
}

function isNamed(those: readonly Numbered[], { id }: MemoryRow): boolean {
  return those.some(({ row }) => row.id === id);
}

/** What one session says twice is an addition, not a change. */
function isOfOther(memory: NewMemory, { session }: MemoryRow): boolean {
  return session === undefined || session !== memory.session;
}

function mayReplace(memory: NewMemory, row: MemoryRow): boolean {
  return isOfOther(memory, row) && trustsAtLeast(memory.trust, row.trust);
}
