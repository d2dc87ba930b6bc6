/** What is known of one program, or of several that do the same. One file each; the registry beside is generated. */
import type { Effect, Where } from "../effect.js";
import type { Invocation } from "../invocation.js";

export interface Program {
  /** Base names. */
  readonly names: readonly string[];
  /**
   * Effects that are worth a word. Nothing for what is part of everyday work and reads, writes or sends nothing by a
   * path or a name. Redirections are seen to elsewhere. Never throws.
   */
  effects(invocation: Invocation, where: Where): readonly Effect[];
}
