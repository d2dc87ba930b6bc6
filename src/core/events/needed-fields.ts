/** Fields without which an event says nothing that a guard could judge: those that `FirePayload` requires. */
import { isRecord, lookUp } from "../text/json.js";
import type { EventName } from "./events.js";
import type { FirePayload, HookEvent } from "./payload.js";

type RequiredFields<T> = keyof { [K in keyof T as T extends Record<K, T[K]> ? K : never]: 1 };
type EventsWithNeeds = keyof { [E in EventName as RequiredFields<FirePayload<E>> extends never ? never : E]: 1 };

const TOOL = ["tool_name", "tool_input"] as const;
const PROMPT = ["prompt"] as const;

const NEEDED: { readonly [E in EventsWithNeeds]: readonly RequiredFields<FirePayload<E>>[] } = {
  PreToolUse: TOOL,
  PostToolUse: TOOL,
  PostToolUseFailure: TOOL,
  PermissionRequest: TOOL,
  PermissionDenied: TOOL,
  PermissionResult: TOOL,
  UserPromptSubmit: PROMPT,
  UserPromptExpansion: ["prompt", "command_name"],
  UserPromptQueued: PROMPT,
  UserPromptTransformed: PROMPT,
  PreModelSwitch: ["to_model"],
  ConfigChange: ["source"],
  Elicitation: ["mcp_server_name"],
  ElicitationResult: ["mcp_server_name"],
};

/** The first field that the event needs and its payload lacks or has in another type; undefined if it is complete. */
export function missingField({ name, payload }: HookEvent): string | undefined {
  const needed: readonly string[] | undefined = lookUp(NEEDED, name);
  return needed?.find((field) => {
    const value = payload[field];
    if (field === "tool_input") return !isRecord(value);
    return typeof value !== "string" || (value === "" && field !== "prompt");
  });
}
