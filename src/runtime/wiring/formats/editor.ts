/** One way to hold our calls in an agent's file. Texts in, texts out. */
import type { WiredCall } from "../../../adapters/contract.js";

/** `undefined` as a text means: no file. */
export type Edited = { readonly text: string | undefined } | { readonly problem: string };

export interface FoundCall {
  /** The agent's name of the event; undefined when the whole file is for every event. */
  readonly event?: string;
  /** The command line that the agent would run; undefined when it runs or loads the file itself. */
  readonly command?: string;
  /** Why the agent would not run it for each call as it was written, in words. */
  readonly altered?: string;
}

export interface ConfigEditor {
  /** The text with exactly these calls of ours in it. Unchanged when it has them already. */
  put(text: string | undefined, calls: readonly WiredCall[]): Edited;
  /** The text without anything of ours. */
  take(text: string): Edited;
  /** How many calls of ours it holds. */
  count(text: string): number;
  /** What it holds of ours now, whoever has changed it since: for a proof. `calls` are the ones that would be put. */
  found(text: string, calls: readonly WiredCall[]): readonly FoundCall[];
  readonly executable?: boolean;
}
