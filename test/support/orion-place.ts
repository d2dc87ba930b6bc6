/** A place for built-ins that stand on other events than calls of tools. */
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { BuiltinPlace } from "./builtin-place.js";

export class OrionPlace extends BuiltinPlace {
  /** What a built-in answers to an event of the conversation `c1`. */
  async fire(name: string, event: string, payload: JsonObject = {}, options: JsonObject = {}): Promise<HookOutput> {
    const about = { hook_event_name: event, conversation_id: "c1", session_id: "s1", ...payload };
    return (await this.call(name, "", {}, { options, payload: about })) ?? {};
  }

  /** What it tells the model of a prompt. */
  async says(name: string, prompt: string, options: JsonObject = {}, payload: JsonObject = {}): Promise<string> {
    return (await this.fire(name, "UserPromptSubmit", { prompt, ...payload }, options)).context ?? "";
  }

  cached(...parts: string[]): string {
    return [this.surroundings.cache, ...parts].join("/");
  }
}
