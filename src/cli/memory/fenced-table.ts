/** Stored texts as a table. An agent may read it: only rows of the user stand without a fence. */
import { fenceUntrusted } from "../../core/decision/fence-untrusted.js";
import type { Trust } from "../../core/records/memory.js";
import { type Column, table } from "../output/table.js";
import { outputWidth } from "../output/terminal.js";

export interface TrustedRow {
  readonly trust: Trust;
  readonly cells: readonly string[];
}

/** The bar before every line. */
const BAR = 2;

export function fencedTable(columns: readonly Column[], rows: readonly TrustedRow[]): string {
  const of = (isUsers: boolean) => rows.filter(({ trust }) => (trust === "user") === isUsers).map(({ cells }) => cells);
  const [own, others] = [of(true), of(false)];
  return [
    ...(own.length === 0 ? [] : [table(columns, own)]),
    ...(others.length === 0 ? [] : [fenceUntrusted(plainTable(columns, others), "memory")]),
  ].join("\n");
}

/** Details of one text, below it. */
export function fencedDetails(text: string, trust: Trust, details: readonly (readonly string[])[]): string {
  const columns = [{}, { narrow: "wrap", min: 20 }] as const;
  if (trust === "user") return `${text}\n${table(columns, details)}`;
  return fenceUntrusted(`${text}\n${table(columns, details, { width: outputWidth() - BAR })}`, trust);
}

/** A fence shows the codes of colours as text. */
function plainTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const plain = columns.map(({ head: _, ...rest }) => rest);
  const heads = columns.map(({ head = "" }) => head);
  return table(plain, heads.some((head) => head !== "") ? [heads, ...rows] : rows, { width: outputWidth() - BAR });
}
