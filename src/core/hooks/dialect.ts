/**
 * The event-time half of a config dialect: input for its hooks, and parsing of their answers. The loader for its config
 * files is sources/dialects/<name>/load.ts.
 * Pure and synchronous. `interpret` is total: it returns a value for any output.
 */

import type { HookEvent } from "../events/payload.js";
import type { ToolTable } from "../events/tools.js";
import type { HookResult, ProcessTrace } from "../ports.js";
import type { HookSpec } from "./hook.js";

export interface EncodedPayload {
  readonly stdin: string;
  /** Environment variables of the dialect. Values of any size: large ones are spilled to files. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface DialectProfile {
  readonly name: string;
  readonly summary: string;
  /** Events on which a hook of this dialect can block, canonical names. */
  readonly blocks: readonly string[];
  /** Its tool and field names, if they differ from Claude Code's. Matchers test these names. */
  readonly tools?: ToolTable;
  /** Its own names of canonical events. */
  readonly eventNames?: Readonly<Record<string, string>>;
  encode(event: HookEvent, hook: HookSpec): EncodedPayload;
  interpret(answer: ProcessTrace, event: HookEvent, hook: HookSpec): HookResult;
}
