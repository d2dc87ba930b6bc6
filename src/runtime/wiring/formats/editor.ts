/** One way to hold our calls in an agent's file. Texts in, texts out. */
import type { WiredCall } from "../../../adapters/contract.js";

/** `undefined` as a text means: no file. */
export type Edited = { readonly text: string | undefined } | { readonly problem: string };

export interface ConfigEditor {
  /** The text with exactly these calls of ours in it. Unchanged when it has them already. */
  put(text: string | undefined, calls: readonly WiredCall[]): Edited;
  /** The text without anything of ours. */
  take(text: string): Edited;
  /** How many calls of ours it holds. */
  count(text: string): number;
  readonly executable?: boolean;
}
