/** Answers events of the SDK: the embedder's engine, or the hooks files of a directory. */
import type { NativeAnswer } from "../../adapters/contract.js";
import type { JsonObject } from "../../core/text/json.js";

export interface Answerer {
  /** True if there is a hook for the event. */
  has(event: string): boolean;
  /** May reject: then it is unknown which guards would have run. */
  answer(event: string, payload: JsonObject, signal: AbortSignal): Promise<NativeAnswer>;
}
