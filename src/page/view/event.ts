/** What a row says about an event. */
import type { EventRow } from "../../daemon/http/schemas/page-types.js";

/** What the rules of `governance` came to for a call. */
export const GOVERNED = "governance:evaluated";

export type Mark = "deny" | "ask" | "allow" | "failed" | "none";

/** Nothing was sent, whatever the record says of it. */
export function hasAgentGone({ notes }: EventRow): boolean {
  return notes.some(({ code }) => code === "ASK_GONE");
}

/** What the agent received; a hook that failed is shown if nothing else is. */
export function markOf(event: EventRow): Mark {
  const { verdict, sent, hooks } = event;
  const said = hasAgentGone(event) ? verdict : (sent?.verdict ?? verdict);
  if (said !== "none") return verdict === "ask" && said === "allow" ? "ask" : said;
  return hooks.some(({ outcome }) => outcome === "failed") ? "failed" : "none";
}

export const MARK_TEXT: Readonly<Record<Mark, string>> = {
  deny: "denied",
  ask: "asked",
  allow: "allowed",
  failed: "hook failed",
  none: "",
};

/** Something a person may want to look at. */
export function isSurprising(event: EventRow): boolean {
  return markOf(event) !== "none" && markOf(event) !== "allow";
}

const FIRST_FIELDS = ["command", "file_path", "path", "url", "pattern", "query", "prompt", "description"];
const PAYLOAD_FIELDS = ["prompt", "message", "source", "reason", "last_assistant_message", "file_path"];

export function toolOf({ payload }: EventRow): string | undefined {
  return typeof payload["tool_name"] === "string" ? payload["tool_name"] : undefined;
}

/** The command, the file, the prompt: what the call is about. */
export function subjectOf({ payload, input }: EventRow): string {
  const tool = input ?? payload["tool_input"];
  return inputText(isObject(tool) ? tool : undefined) ?? firstText(payload, PAYLOAD_FIELDS) ?? "";
}

export function inputText(input: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (input === undefined) return undefined;
  return firstText(input, FIRST_FIELDS) ?? JSON.stringify(input);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstText(from: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The hook that decided. */
export function decidedBy({ hooks, verdict }: EventRow): string | undefined {
  if (verdict === "none") return hooks.find(({ outcome }) => outcome === "failed")?.id;
  return hooks.find((hook) => (hook.answered ?? hook.outcome) === verdict)?.id;
}
