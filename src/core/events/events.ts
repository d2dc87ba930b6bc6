import { lookUp } from "../text/json.js";
import { NATIVE_NAMESPACES } from "./_namespaces.js";
/**
 * The event catalogue: every event Snaphook knows, as data.
 * Canonical names are Claude Code's PascalCase; events of other systems have names in the same style. The abilities of
 * an event are listed only here: types, merge, docs and `snaphook events` are derived from them.
 */

/** What a hook's answer may do on an event. Other parts of an answer are noted and not applied. */
export type Ability = "allow" | "ask" | "deny" | "rewrite" | "context" | "replaceOutput" | "forceContinue";

export type Phase =
  | "session"
  | "prompt"
  | "tool"
  | "model"
  | "stop"
  | "subagent"
  | "compact"
  | "task"
  | "workspace"
  | "notice";

/** Description of an event. */
export interface EventSpec {
  /** When it happens. */
  readonly phase: Phase;
  /** What hooks may answer. */
  readonly can: readonly Ability[];
  /** Payload field for a plain matcher; null if there is nothing to match. */
  readonly matches: string | null;
  /** Answer of a failed hook without its own contract. "allow" means no opinion: continue. */
  readonly onFailure: "allow" | "ask" | "deny";
  /** Payload fields that identify one occurrence, so that a second delivery can be recognised. */
  readonly dedupe: readonly string[];
  /** One sentence. */
  readonly summary: string;
}

const watch = <P extends Phase, M extends string | null>(
  phase: P,
  matches: M,
  dedupe: readonly string[],
  summary: string,
) => ({ phase, can: [], matches, onFailure: "allow", dedupe, summary }) as const;

const acting = <P extends Phase, const A extends readonly Ability[], M extends string | null>(
  phase: P,
  can: A,
  matches: M,
  dedupe: readonly string[],
  summary: string,
) => ({ phase, can, matches, onFailure: "allow", dedupe, summary }) as const;

/** All canonical events. */
export const EVENTS = {
  // Tools
  PreToolUse: acting(
    "tool",
    ["allow", "ask", "deny", "rewrite", "context"],
    "tool_name",
    ["tool_use_id"],
    "Before a tool runs.",
  ),
  PostToolUse: acting(
    "tool",
    ["context", "replaceOutput"],
    "tool_name",
    ["tool_use_id"],
    "After a tool ran and succeeded.",
  ),
  PostToolUseFailure: acting("tool", ["context"], "tool_name", ["tool_use_id"], "After a tool failed."),
  PostToolBatch: acting(
    "tool",
    ["deny", "context"],
    null,
    ["prompt_id"],
    "After a batch of parallel tool calls, before the next model call.",
  ),
  PreToolSelection: acting("tool", ["context"], null, ["generation_id"], "Before the model is offered its tools."),
  PermissionRequest: acting(
    "tool",
    ["allow", "ask", "deny", "rewrite"],
    "tool_name",
    ["tool_use_id", "tool_input"],
    "A permission prompt is about to be shown.",
  ),
  PermissionDenied: watch("tool", "tool_name", ["tool_use_id"], "A permission was refused."),
  PermissionResult: watch("tool", "tool_name", ["tool_use_id"], "A permission prompt was answered."),
  // Prompts
  UserPromptSubmit: acting("prompt", ["deny", "context"], null, ["generation_id", "prompt"], "The user sent a prompt."),
  UserPromptExpansion: acting(
    "prompt",
    ["deny", "context"],
    "command_name",
    ["prompt_id", "command_name"],
    "A slash command is expanded into a prompt.",
  ),
  UserPromptQueued: watch("prompt", null, ["prompt"], "A prompt was queued while the agent was busy."),
  UserPromptTransformed: watch("prompt", null, ["prompt"], "The agent rewrote a prompt before sending it."),
  // Sessions
  SessionStart: acting(
    "session",
    ["context"],
    "source",
    ["source"],
    "A session starts, resumes, is cleared or was compacted.",
  ),
  SessionEnd: watch("session", "reason", [], "A session ended cleanly. Not sent when the agent crashes."),
  Setup: acting("session", ["context"], "trigger", ["trigger"], "The agent runs its set-up or maintenance."),
  Error: watch("session", null, ["error"], "The agent encountered an error."),
  Interrupt: watch("session", null, ["turn_id"], "The user interrupted the agent."),
  // Turns and stopping
  TurnStart: watch("stop", null, ["turn_id"], "A turn begins."),
  TurnEnd: watch("stop", null, ["turn_index", "turn_id"], "A turn is done."),
  Stop: acting(
    "stop",
    ["context", "forceContinue"],
    null,
    ["turn_id", "last_assistant_message"],
    "The agent finished responding.",
  ),
  StopFailure: watch("stop", "error", ["error"], "A turn ended with a failure."),
  AgentThought: watch("stop", null, ["text"], "A block of the agent's reasoning is complete."),
  MessageDisplay: watch("stop", null, ["message_id", "index"], "A message is shown to the user."),
  // Subagents
  SubagentStart: acting("subagent", ["context"], "agent_type", ["agent_id"], "A subagent starts."),
  SubagentStop: acting(
    "subagent",
    ["context", "forceContinue"],
    "agent_type",
    ["agent_id"],
    "A subagent finished responding.",
  ),
  SubagentCompleted: watch(
    "subagent",
    "agent_type",
    ["agent_id"],
    "A subagent ended; carries its result, duration and success.",
  ),
  // Model
  PreModelRequest: acting("model", ["context"], null, ["generation_id"], "Before a request goes to the model."),
  PostModelResponse: watch("model", null, ["generation_id", "last_assistant_message"], "After the model answered."),
  PreModelSwitch: acting(
    "model",
    ["allow", "ask", "deny"],
    "to_model",
    ["to_model"],
    "Before the session changes its model.",
  ),
  PostModelSwitch: acting("model", ["context"], "to_model", ["to_model"], "After the session changed its model."),
  // Compaction
  PreCompact: acting(
    "compact",
    ["deny"],
    "trigger",
    ["generation_id", "context_tokens"],
    "Before the context is compacted.",
  ),
  PostCompact: watch("compact", "trigger", ["compact_summary"], "After the context was compacted."),
  // Tasks
  TaskCreated: acting("task", ["deny"], null, ["task_id"], "A task was added to the list."),
  TaskStarted: watch("task", null, ["task_id"], "A task or background job started."),
  TaskCompleted: acting("task", ["deny"], null, ["task_id"], "A task is being marked as completed."),
  TeammateIdle: acting("task", ["deny"], null, ["teammate_name"], "A teammate is about to go idle."),
  // Workspace
  ConfigChange: acting("workspace", ["deny"], "source", ["file_path"], "A settings file of the agent changed."),
  InstructionsLoaded: watch("workspace", "load_reason", ["file_path"], "An instructions file was loaded."),
  CwdChanged: watch("workspace", null, ["old_cwd", "new_cwd"], "The agent changed its working directory."),
  FileChanged: watch(
    "workspace",
    "file_path",
    ["file_path", "event"],
    "A watched file was created, changed or removed.",
  ),
  DirectoryAdded: watch("workspace", "source", ["directory"], "A directory was added to the session."),
  WorktreeCreate: acting("workspace", ["deny"], null, ["name"], "A worktree is about to be created."),
  WorktreeRemove: watch("workspace", null, ["worktree_path"], "A worktree is being removed."),
  // Notices
  Notification: acting("notice", ["context"], "notification_type", ["message"], "The agent notifies the user."),
  Elicitation: acting(
    "notice",
    ["deny"],
    "mcp_server_name",
    ["elicitation_id"],
    "An MCP server asks the user for input.",
  ),
  ElicitationResult: acting(
    "notice",
    ["deny"],
    "mcp_server_name",
    ["elicitation_id"],
    "The user answered an MCP server.",
  ),
  PromptInjectionVerdict: watch(
    "notice",
    "verdict",
    ["context", "reasons"],
    "The injection guard acted on a piece of text.",
  ),
} as const satisfies Record<string, EventSpec>;

/** Canonical name of an event. */
export type EventName = keyof typeof EVENTS;
/** A namespaced event: an embedder's own (`cortex:thread.start`) or an agent's native one (`pi:tool_call`). */
export type CustomEventName = `${string}:${string}`;

/** The canonical names, in the order of the documentation. */
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** Custom events belong to their emitter, so every kind of answer is passed on to it. */
const CUSTOM_EVENT: EventSpec = {
  phase: "notice",
  can: ["allow", "ask", "deny", "rewrite", "context", "replaceOutput", "forceContinue"],
  matches: "tool_name",
  onFailure: "allow",
  dedupe: [],
  summary: "An event of another namespace.",
};

const BY_NAME: ReadonlyMap<string, EventSpec> = new Map(Object.entries(EVENTS));

/** Events on which a hook can block the action. */
export const BLOCKING_EVENTS: readonly EventName[] = EVENT_NAMES.filter((name) =>
  (EVENTS[name].can as readonly Ability[]).includes("deny"),
);

export function isEventName(name: string): name is EventName {
  return BY_NAME.has(name);
}

export function eventSpec(name: string): EventSpec {
  return BY_NAME.get(name) ?? CUSTOM_EVENT;
}

export function eventCan(name: string, ability: Ability): boolean {
  return eventSpec(name).can.includes(ability);
}

// Maps names from agents, config files and users to canonical names. Case and separators (kebab, snake, dots) are
// folded first, so the table contains only real synonyms.

export { NATIVE_NAMESPACES };

export interface ResolvedEvent {
  /** Canonical name, or the namespaced name as written. */
  readonly name: EventName | `${string}:${string}`;
  /** Set for `cc:` and `pi:` names: the hook runs only for that agent and receives its raw payload. */
  readonly nativeTo?: string;
}

/** The seven neutral `agent:*` names. */
const NEUTRAL: Readonly<Record<string, EventName>> = {
  pretool: "PreToolUse",
  posttool: "PostToolUse",
  sessionstart: "SessionStart",
  sessionend: "SessionEnd",
  precompact: "PreCompact",
  userprompt: "UserPromptSubmit",
  turnend: "Stop",
};

export const SYNONYMS: Readonly<Record<string, EventName>> = {
  // Opta
  toolpre: "PreToolUse",
  toolpost: "PostToolUse",
  promptpre: "UserPromptSubmit",
  turndone: "TurnEnd",
  compact: "PostCompact",
  // Arawn
  subagentstarted: "SubagentStart",
  // OAK endpoints
  promptsubmit: "UserPromptSubmit",
  beforeprompt: "UserPromptSubmit",
  afteragentthought: "AgentThought",
  // Agents
  beforetool: "PreToolUse",
  aftertool: "PostToolUse",
  beforeagent: "UserPromptSubmit",
  afteragent: "Stop",
  beforemodel: "PreModelRequest",
  aftermodel: "PostModelResponse",
  beforetoolselection: "PreToolSelection",
  precompress: "PreCompact",
  beforesubmitprompt: "UserPromptSubmit",
  userpromptsubmitted: "UserPromptSubmit",
  agentstop: "Stop",
  turnstarted: "TurnStart",
  erroroccurred: "Error",
};

const BY_FOLDED = new Map<string, EventName>([
  ...Object.entries(SYNONYMS),
  ...EVENT_NAMES.map((name) => [fold(name), name] as const),
]);

/** Folds case and separators: `pre-tool-use`, `PreToolUse` and `pre_tool_use` are one name. */
export function fold(name: string): string {
  return name.replace(/[-_.\s]/g, "").toLowerCase();
}

/** The canonical event of a name; undefined if it is unknown. */
export function resolveEvent(name: string): ResolvedEvent | undefined {
  const colon = name.indexOf(":");
  if (colon < 0) {
    const known = BY_FOLDED.get(fold(name));
    return known === undefined ? undefined : { name: known };
  }
  const namespace = name.slice(0, colon).toLowerCase();
  const rest = name.slice(colon + 1);
  if (namespace === "" || rest === "") return undefined;
  if (namespace === "agent") {
    const neutral = lookUp(NEUTRAL, fold(rest));
    return neutral === undefined ? undefined : { name: neutral };
  }
  const nativeTo = lookUp(NATIVE_NAMESPACES, namespace);
  return nativeTo === undefined ? { name: `${namespace}:${rest}` } : { name: `${namespace}:${rest}`, nativeTo };
}

/** The namespaced name of an agent's native event (`pi:tool_call`). */
export function nativeEventName(agent: string, event: string): `${string}:${string}` {
  for (const [prefix, name] of Object.entries(NATIVE_NAMESPACES)) {
    if (name === agent) return `${prefix}:${event}`;
  }
  return `${agent}:${event}`;
}
