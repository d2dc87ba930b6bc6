/** Calls in forms other than the plain one, for Claude Code and agents with its payloads. */
import type { JsonObject } from "../../../core/text/json.js";
import type { Adapter, RoutedCall } from "../../contract.js";
import { claudeShellCall } from "../claude-shell-call.js";

export type ClaudeRoute = "subagent" | "MCP tool" | "permission";

export function claudeOtherCalls(...routes: readonly ClaudeRoute[]): NonNullable<Adapter["otherCalls"]> {
  return (text, cwd) => routes.map((route) => callOn(route, claudeShellCall(text, cwd).payload, text));
}

function callOn(route: ClaudeRoute, plain: JsonObject, text: string): RoutedCall {
  switch (route) {
    case "subagent":
      return { route, event: "PreToolUse", payload: { ...plain, agent_id: "snaphook-proof", agent_type: "general" } };
    case "MCP tool":
      return {
        route,
        event: "PreToolUse",
        payload: { ...plain, tool_name: "mcp__snaphook__canary", tool_input: { command: text } },
      };
    case "permission": {
      const { tool_use_id: _, ...rest } = plain;
      return { route, event: "PermissionRequest", payload: { ...rest, hook_event_name: "PermissionRequest" } };
    }
  }
}
