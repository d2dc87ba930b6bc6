/**
 * The event-time half of a config dialect: how its hooks are spoken to and how their answers are read.
 * The other half, reading its config files, is the loader in sources/dialects/<name>/load.ts.
 *
 * Pure and synchronous. `interpret` is total: whatever a process printed, the answer is a value.
 */

import type { HookEvent } from "../events/payload.js";
import type { ToolTable } from "../events/tools.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import type { HookSpec } from "./hook.js";

export interface EncodedPayload {
  readonly stdin: string;
  /** Variables of the dialect, added to the hook's environment. Values of any size: large ones are spilled. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface DialectProfile {
  readonly name: string;
  readonly summary: string;
  /** Events on which a hook of this dialect can block, canonical names. */
  readonly blocks: readonly string[];
  /** Its tool and field names, where they are not Claude Code's. Matchers test these names. */
  readonly tools?: ToolTable;
  /** What it calls canonical events, where it has names of its own. */
  readonly eventNames?: Readonly<Record<string, string>>;
  encode(event: HookEvent, hook: HookSpec): EncodedPayload;
  interpret(answer: ProcessTrace, event: HookEvent, hook: HookSpec): HookResult;
}
