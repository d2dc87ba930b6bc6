/** Edits our calls in an agent's file. Text in, text out. */
import type { WiredCall } from "../../../adapters/contract.js";

/** `undefined` as text: no file. */
export type Edited = { readonly text: string | undefined } | { readonly problem: string };

export interface FoundCall {
  /** The agent's event name; undefined if the whole file is for every event. */
  readonly event?: string;
  /** The command line that the agent would run; undefined if it runs or loads the file itself. */
  readonly command?: string;
  /** Why the agent would not run it for each call as written. */
  readonly altered?: string;
}

export interface ConfigEditor {
  /** The text with exactly these calls of ours. Unchanged if it has them already. */
  put(text: string | undefined, calls: readonly WiredCall[]): Edited;
  /** The text without our calls. */
  take(text: string): Edited;
  /** Number of our calls in it. */
  count(text: string): number;
  /** Our current entries, including later changes by others: for a proof. `calls`: those that would be written. */
  found(text: string, calls: readonly WiredCall[]): readonly FoundCall[];
  readonly executable?: boolean;
}
