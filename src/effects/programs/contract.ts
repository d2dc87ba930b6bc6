/**
 * Knowledge about one program, or several similar ones. One file each; the registry beside it is generated. A name may
 * occur in several files: their effects add up.
 */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Reading } from "../model/invocation.js";

export interface Program {
  /** Base names. */
  readonly names: readonly string[];
  /**
   * Effects worth reporting. Empty for everyday work that reads, writes or sends nothing by path or name. Redirections
   * are handled elsewhere. Never throws.
   */
  effects(invocation: Invocation, where: Where): readonly Effect[];
  /** Commands that it starts, and equivalent programs (`model/equivalent-program.ts`). */
  further?(invocation: Invocation, where: Where): Reading;
}
