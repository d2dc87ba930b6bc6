/**
 * Claude starts its session before it asks the program for callbacks, so a start or resume never reaches them. Its
 * hooks run with the first prompt instead, and their context is added to it.
 */
import { existsSync } from "node:fs";
import type { JsonObject } from "../../core/text/json.js";
import type { AgentSdkOutput } from "./types.js";

type Answer = (event: string, payload: JsonObject) => Promise<AgentSdkOutput>;

export class SessionStarts {
  /** Started sessions, with context that could not be added yet. */
  readonly #started = new Map<unknown, AgentSdkOutput>();

  async answer(event: string, payload: JsonObject, answer: Answer): Promise<AgentSdkOutput> {
    const session = payload["session_id"];
    if (event === "SessionStart") this.#started.set(session, {});
    if (event !== "UserPromptSubmit") return answer(event, payload);
    const start = this.#started.get(session) ?? (await answer("SessionStart", startOf(payload)));
    const prompt = await answer(event, payload);
    // A blocked prompt is dropped with its context: it is added to the next one.
    this.#started.set(session, prompt.decision === "block" ? start : {});
    return together(start, prompt);
  }
}

function startOf({ prompt: _, prompt_id: __, ...base }: JsonObject): JsonObject {
  const { transcript_path } = base;
  // The transcript of a new session does not exist at its first prompt.
  const resumed = typeof transcript_path === "string" && existsSync(transcript_path);
  return { ...base, hook_event_name: "SessionStart", source: resumed ? "resume" : "startup" };
}

function together(start: AgentSdkOutput, prompt: AgentSdkOutput): AgentSdkOutput {
  const context = joined([contextOf(start), contextOf(prompt)], "\n\n");
  const message = joined([start.systemMessage, prompt.systemMessage], "\n");
  return {
    ...(start.continue === undefined ? {} : { continue: start.continue }),
    ...(start.stopReason === undefined ? {} : { stopReason: start.stopReason }),
    ...prompt,
    ...(message === "" ? {} : { systemMessage: message }),
    ...(context === ""
      ? {}
      : { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context } }),
  };
}

function contextOf({ hookSpecificOutput: specific }: AgentSdkOutput): string | undefined {
  return specific !== undefined && "additionalContext" in specific ? specific.additionalContext : undefined;
}

function joined(texts: readonly (string | undefined)[], between: string): string {
  return texts.filter((text) => text !== undefined).join(between);
}
