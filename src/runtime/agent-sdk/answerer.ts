/** Whoever answers an event of the SDK: an engine of the embedder, or the hooks files of a folder. */
import type { NativeAnswer } from "../../adapters/contract.js";
import type { JsonObject } from "../../core/text/json.js";

export interface Answerer {
  /** Whether there is any hook for the event. */
  has(event: string): boolean;
  /** May reject: then nobody can say which guards would have run. */
  answer(event: string, payload: JsonObject, signal: AbortSignal): Promise<NativeAnswer>;
}
