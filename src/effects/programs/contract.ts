/**
 * What is known of one program, or of several that do the same. One file each; the registry beside is generated. A name may
 * stand in several files: each adds what it knows.
 */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Reading } from "../model/invocation.js";

export interface Program {
  /** Base names. */
  readonly names: readonly string[];
  /**
   * Effects that are worth a word. Nothing for what is part of everyday work and reads, writes or sends nothing by a
   * path or a name. Redirections are seen to elsewhere. Never throws.
   */
  effects(invocation: Invocation, where: Where): readonly Effect[];
  /** What it does that other programs are known for: commands that it starts, and equivalent programs (`model/equivalent-program.ts`). */
  further?(invocation: Invocation, where: Where): Reading;
}
