/**
 * One agent: decoding its payloads to canonical events, encoding decisions for it, and wiring it. What can be data is
 * data. `decode` and `encode` are pure and synchronous; `decode` is total, `encode` emits exactly the keys the agent
 * knows.
 */
import type { Capability } from "../core/decision/capability.js";
import type { Decision } from "../core/decision/decision.js";
import type { Ability, EventName } from "../core/events/events.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import type { ToolTable } from "../core/events/tools.js";
import type { JsonObject } from "../core/text/json.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export type AgentAbility = Ability | "stop" | "message";

/** An event that reaches the agent's hooks. */
export interface MountedEvent {
  /** The native event name. */
  readonly native: string;
  /** What the agent was seen (or is documented) to honour there. */
  readonly can: readonly AgentAbility[];
  /** The agent's timeout for a hook here, if it differs from its default. */
  readonly waitMs?: number;
  /** Why `install` does not register it: it is too frequent, or nothing can be done there. */
  readonly leftOut?: string;
  /** Why `install` registers it only if a hook needs it; the first call that finds such a hook registers it later. */
  readonly onDemand?: string;
}

export type AgentEvent = MountedEvent | { readonly unsupported: string };

/** Complete by design: a new event does not compile until every adapter maps it. */
export type EventTable = Readonly<Record<EventName, AgentEvent>>;

/** The agent's own behaviour when a hook fails. We answer before that happens. */
export interface OwnFailures {
  readonly crash: "goes on" | "blocks";
  readonly timeout: "goes on" | "blocks" | "waits for ever";
  readonly badOutput: "goes on" | "blocks" | "shows it to the model";
  /**
   * What happens to a tool call if even our launcher is missing, with our entries as `install` writes them. Known for
   * `versions` only; `launcherGoneIn` answers for an installed version.
   */
  readonly launcherGone: "goes on" | "blocks";
}

export interface PresenceReading {
  readonly presence: Presence;
  /** Where this is documented, as text. */
  readonly evidence: string;
}

/** The agent's answer: bytes for stdout, text for stderr, and the exit code. */
export interface NativeAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The last data of a transcript. */
export interface TranscriptFacts {
  readonly lastAnswer?: string;
  /** Its last proposed plan or to-do list. */
  readonly plan?: string;
  readonly model?: string;
}

export interface WiringPlaces {
  readonly home: string;
  readonly project: string;
  readonly environment: Environment;
}

/** How to detect the agent on this machine. */
export interface AgentTraces {
  /** Its program; called with `--version`. */
  readonly program?: string;
  /** Directories that show its presence, for an agent without a program. */
  folders?(places: WiringPlaces): readonly string[];
}

/** One call of ours in the agent's config. */
export interface WiredCall {
  /** The native event name. */
  readonly event: string;
  readonly command: string;
  /** The timeout: the longest we ever need. */
  readonly seconds: number;
  /** How long people have for an answer here, as the command says; absent: the agent's usual timeout. */
  readonly holdSeconds?: number | undefined;
  /** The same as versions wrote it that gave people only the usual timeout. */
  readonly earlier?: Pick<WiredCall, "command" | "seconds" | "holdSeconds">;
  /**
   * A tool call can be blocked here. The command blocks if the launcher is missing. If the agent can be configured to
   * block when a hook fails, the entry does so too.
   */
  readonly gates: boolean;
}

/**
 * How our calls are written down for an agent. The runtime edits the files; every kind leaves alone what is not ours.
 * `groups`: `hooks.EVENT[].hooks[]` as in Claude Code. `list`: `hooks.EVENT[]`. `toml`: a marked block of text at the
 * end. `script`: an executable file of ours for one event. `module`: the adapter's `bridge.ts`, bundled, loaded by the
 * agent into its own process.
 */
export type ConfigFormat =
  | { readonly kind: "groups"; entry(call: WiredCall): JsonObject }
  | { readonly kind: "list"; readonly version?: number; entry(call: WiredCall): JsonObject }
  | { readonly kind: "toml"; readonly table: string; entry(call: WiredCall): string }
  | { readonly kind: "script"; readonly event: string }
  | { readonly kind: "module" };

export interface WiredFile {
  readonly path: string;
  readonly format: ConfigFormat;
}

export interface NativeCall {
  /** The native event name. */
  readonly event: string;
  readonly payload: JsonObject;
}

export interface RoutedCall extends NativeCall {
  /** Whose call it is, as text. */
  readonly route: string;
}

/** Where an agent's config can disable its hooks. */
export interface OffSwitch {
  readonly path: string;
  /** The setting that does so, as text. */
  off(config: JsonObject): string | undefined;
}

export interface AgentWiring {
  files(scope: "user" | "project", places: WiringPlaces): readonly WiredFile[];
  /** What the user still has to do in the agent before it runs our entries… */
  readonly trustStep?: string;
  /** …and what only entries in a project's config need. */
  readonly trustStepFor?: "project";
  /** The agent ignores a changed entry until the user has taken that step again. */
  readonly reviewsChanges?: true;
  /** What runs an entry's command (default: `/bin/sh -c`). */
  shell?(environment: Environment): readonly string[];
  /** Entries run in the directory of their file, not in the project's. */
  readonly runsInOwnFolder?: (scope: "user" | "project") => boolean;
  switches?(places: WiringPlaces): readonly OffSwitch[];
  /** Variants of this agent that read only the user's own config, as text. */
  readonly ignoresProject?: string;
}

/** Telemetry that the agent can send to the daemon, after the user added a section to its config. */
export interface AgentTelemetry {
  file(places: WiringPlaces): string;
  /** `url`: the daemon's URL without a path. */
  section(daemon: { readonly url: string; readonly token: string }): string;
}

/** True if a call came from this agent although it was configured in another agent's file. */
export type Sender = (payload: JsonObject, environment: Environment, named: string) => boolean;

/**
 * How to recognise the agent's processes; in `processes.ts` of its folder. Commands that only a human may use look for
 * them among their parents.
 */
export interface AgentProcesses {
  /** Names of its program; with a slash, part of the path of its program or script. Never a whole editor. */
  readonly programs: readonly string[];
  /** Environment variables it sets for the commands it runs. */
  readonly marks: readonly string[];
  /** How its command line shows that no person is at it. Needed only if `presence` cannot tell. */
  readonly alone?: AloneSigns;
}

/** Without any of these signs it stays unknown whether a person is there. */
export interface AloneSigns {
  /** Options for a single prompt without a dialog, such as `-p`. */
  readonly options: readonly string[];
  /** It shows no dialog unless its input is a terminal. */
  readonly needsTerminal?: true;
  /** Options with which a person can be there all the same: an editor talks to it, or a dialog follows. */
  readonly unless: readonly string[];
}

export interface Adapter {
  readonly name: string;
  readonly title: string;
  /** Versions this adapter was checked against… */
  readonly versions: readonly string[];
  /** …by running the released program, or only by reading its documentation. */
  readonly proof: "released" | "documents";
  /** Prefix of the agent's own events, for hooks that are meant for it alone (`pi:tool_call`). */
  readonly namespace: string;
  readonly events: EventTable;
  /** Additional native names of events in the table: older ones, or special cases of a more general one. */
  readonly alsoCalled?: Readonly<Record<string, EventName>>;
  /** Those of them that are registered too, because no other event covers them. */
  readonly alsoWired?: readonly string[];
  readonly tools: ToolTable;
  /** Native field with the id of a tool call. Without one, calls are matched by order and arguments. */
  readonly callId: string | null;
  /** Each of its subagents has its own session id, without a reference to its parent. */
  readonly ownSubagentSessions?: true;
  readonly failures: OwnFailures;
  /** Its timeout for a hook, and the unit in its config. */
  readonly waits: {
    readonly usualMs: number;
    readonly unit: "s" | "ms" | "none";
    /** How long it waits on events that can block a tool call, if its config says so: time for people, not for hooks. */
    readonly heldMs?: number;
  };
  /** What its hooks never see, as text: kinds of calls, modes. */
  readonly notCovered?: readonly string[];
  /**
   * The tool with which its model can type into a running program without a hook event, as text. Calls of its shell
   * carry it as `unseen_input`, and protect-commands asks before a program is started that waits for input.
   */
  readonly unseenInput?: string;
  /** The directory the agent was started in, if it reports it: commands may `cd` away, the project's hooks stay. */
  projectFolder?(environment: Environment): string | undefined;
  presence(payload: JsonObject, environment: Environment): PresenceReading;
  decode(event: string, payload: JsonObject): HookEvent;
  /**
   * What it can express on an event. Callers with a payload use `capabilityIn`, which also considers the permission
   * mode.
   */
  capability(event: string, presence: Presence): Capability;
  /**
   * Permission modes (`permission_mode` of its payload) in which a hook's "ask" reaches the user or becomes a denial.
   * In any other mode, and in a call without a mode, the agent may run the call instead, so the question is held or
   * denied. Absent: no mode affects questions.
   */
  readonly asksInModes?: readonly string[];
  /**
   * True if `encode` can express this new input (default: always). Needed if decoding added fields that have no place
   * in the agent's input (the files of a patch): a rewrite of those becomes a deny that shows it.
   */
  canRewrite?(event: HookEvent, input: JsonObject): boolean;
  encode(decision: Decision, event: HookEvent): NativeAnswer;
  /**
   * For an agent that reads the hook files of others: a text that only its payloads contain. The launcher looks for it
   * when our program is missing, and answers in the right format.
   */
  readonly payloadMarker?: string;
  /** Output if there is no answer. */
  readonly neutral: NativeAnswer;
  /** What it sends before its model runs this shell command: to prove that hooks are called. */
  shellCall(command: string, cwd: string): NativeCall;
  /** Calls in other forms, each with this text as its main argument: for the same proof. */
  otherCalls?(text: string, cwd: string): readonly RoutedCall[];
  /**
   * For an agent whose hooks are code in its process: makes that call in the file that `install` wrote, as the agent
   * would, with this id of the call, and returns the reason of the block; undefined if it was not blocked.
   */
  tryBridge?(
    bridge: Readonly<Record<string, unknown>>,
    call: { readonly command: string; readonly cwd: string; readonly id: string },
  ): Promise<string | undefined>;
  readonly traces: AgentTraces;
  /** Undefined for an agent that is embedded by its own program. */
  readonly wiring?: AgentWiring;
  /**
   * Files and directories in addition to `wiring` that contain hooks or decide which run: other config locations,
   * plugins, trust records. No tool may write there without asking.
   */
  hookFiles?(scope: "user" | "project", places: WiringPlaces): readonly string[];
  /**
   * Environment variables for the agent alone: its model endpoint, how it was started. No command it runs needs them.
   */
  readonly ownVariables?: readonly string[];
  /** Result of a tool, for an agent whose payload lacks it: from the tail of its transcript file. */
  outcomeIn?(transcriptEnd: string, event: HookEvent): JsonObject;
  /** Data that the agent passes to its notification program. Undefined if it is not an event. */
  notified?(payload: JsonObject): HookEvent | undefined;
  readonly telemetry?: AgentTelemetry;
  /** Parses the agent's transcript file, if it has one. Total: invalid parts are skipped. */
  transcript?(text: string): TranscriptFacts;
}
