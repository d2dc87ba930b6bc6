/**
 * OpenCode's plugin hooks and bus events, and what our plugin's answers were seen to do. Some names serve two events:
 * decode.ts distinguishes them by payload.
 */
import type { Capability } from "../../../core/decision/capability.js";
import type { Presence } from "../../../core/events/payload.js";
import type { EventTable } from "../../contract.js";
import { absent as absentFrom, capabilityOf, on } from "../event-table.js";

export function openCodeEvents(namespace: string, title: string): EventTable {
  const absent = absentFrom(title);
  const wholeList = { unsupported: `${title} reports its list as a whole: hook ${namespace}:todo.updated instead` };
  return {
    // Its own permission check comes later, inside the tool: no "allow" and no "ask".
    PreToolUse: on("tool.execute.before", "deny", "rewrite", "context"),
    PostToolUse: on("tool.execute.after", "context", "replaceOutput"),
    // The permission prompt is the question itself. "allow" comes in time only if it waits for the user.
    PermissionRequest: on("permission.asked", "allow", "ask", "deny"),
    PermissionResult: on("permission.replied"),
    UserPromptSubmit: on("chat.message", "deny", "context"),
    UserPromptExpansion: on("command.execute.before", "deny", "context"),
    SessionStart: on("session.created", "context"),
    SessionEnd: { ...on("dispose"), waitMs: 10_000 },
    Stop: on("session.idle", "forceContinue"),
    // A subagent's result has been passed on by then.
    SubagentStop: on("session.idle"),
    SubagentStart: on("chat.message", "context"),
    PreCompact: on("experimental.session.compacting", "deny"),
    PostCompact: on("session.compacted"),
    Error: on("session.error"),
    Interrupt: on("session.error"),
    FileChanged: on("file.edited"),
    PreModelRequest: {
      ...on("chat.params"),
      leftOut: "it is sent before every request, and each would cost a process",
    },
    PreToolSelection: { ...on("tool.definition"), leftOut: "it is sent for every tool before every turn" },
    PostModelResponse: { ...on("experimental.text.complete"), leftOut: "its text comes with session.idle" },
    MessageDisplay: { ...on("message.part.updated"), leftOut: "it is sent with every piece of a message" },
    PostToolUseFailure: {
      unsupported: `${title} calls no hook after a tool that threw; a command that fails comes as PostToolUse with is_error`,
    },
    TaskCreated: wholeList,
    TaskStarted: wholeList,
    TaskCompleted: wholeList,
    PermissionDenied: { unsupported: `${title} reports a denial like any answer: hook PermissionResult instead` },
    StopFailure: { unsupported: `${title} reports it as session.error: hook Error instead` },
    PostToolBatch: absent,
    UserPromptQueued: absent,
    UserPromptTransformed: absent,
    Setup: absent,
    TurnStart: absent,
    TurnEnd: absent,
    AgentThought: absent,
    SubagentCompleted: absent,
    PreModelSwitch: absent,
    PostModelSwitch: absent,
    TeammateIdle: absent,
    ConfigChange: absent,
    InstructionsLoaded: absent,
    CwdChanged: absent,
    DirectoryAdded: absent,
    WorktreeCreate: absent,
    WorktreeRemove: absent,
    Notification: absent,
    Elicitation: absent,
    ElicitationResult: absent,
    PromptInjectionVerdict: absent,
  };
}

export const ALSO_CALLED = { "session.deleted": "SessionEnd" } as const;

/** The plugin shows messages itself. `run` denies or approves on its own, according to its flags. */
export function openCodeCapability(events: EventTable, event: string, presence: Presence): Capability {
  const can = capabilityOf({ events }, event);
  const attended = presence === "interactive";
  return { ...can, allow: can.allow && attended, ask: can.ask && attended, message: true };
}
