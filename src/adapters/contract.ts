/**
 * One agent: how its payloads become canonical events, how a decision is said in its words, and how it is wired.
 * What can be data is data. `decode` and `encode` are pure and synchronous; `decode` is total, `encode` emits exactly
 * the keys the agent knows.
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
  /** The agent's own name for it. */
  readonly native: string;
  /** What the agent was seen (or, from documents, is said) to honour there. */
  readonly can: readonly AgentAbility[];
  /** How long the agent waits for a hook here, where that differs from its usual time. */
  readonly waitMs?: number;
  /** Why `install` does not register it: it comes too often, or nothing can be done there. */
  readonly leftOut?: string;
  /** Why `install` registers it only if a hook is on it; the first call that finds such a hook registers it later. */
  readonly onDemand?: string;
}

export type AgentEvent = MountedEvent | { readonly unsupported: string };

/** Complete on purpose: a new event does not compile until every adapter has said what it makes of it. */
export type EventTable = Readonly<Record<EventName, AgentEvent>>;

/** What the agent itself does when a hook lets it down. We answer before it comes to that. */
export interface OwnFailures {
  readonly crash: "goes on" | "blocks";
  readonly timeout: "goes on" | "blocks" | "waits for ever";
  readonly badOutput: "goes on" | "blocks" | "shows it to the model";
  /**
   * What becomes of a tool's call when not even our launcher is there, with our entries as `install` writes them. Known for
   * `versions` only; `launcherGoneIn` answers for an installed version.
   */
  readonly launcherGone: "goes on" | "blocks";
}

export interface PresenceReading {
  readonly presence: Presence;
  /** What it was read from, in words. */
  readonly evidence: string;
}

/** What the agent shall be told: bytes for stdout, text for stderr, and the exit code. */
export interface NativeAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** What a transcript says last. */
export interface TranscriptFacts {
  readonly lastAnswer?: string;
  /** The plan it last proposed or the list of things to do it last wrote. */
  readonly plan?: string;
  readonly model?: string;
}

export interface WiringPlaces {
  readonly home: string;
  readonly project: string;
  readonly environment: Environment;
}

/** How to see that the agent is on this machine. */
export interface AgentTraces {
  /** Its program; asked with `--version` for its version. */
  readonly program?: string;
  /** Folders that show that it is there, for one that has no program of its own. */
  folders?(places: WiringPlaces): readonly string[];
}

/** One call of ours that the agent's config shall hold. */
export interface WiredCall {
  /** The agent's name of the event. */
  readonly event: string;
  readonly command: string;
  /** How long the agent shall wait: the longest we will ever need. */
  readonly seconds: number;
  /**
   * A tool's call can be held back here. The command blocks if the launcher is gone. Where the agent can be told to block by
   * itself when a hook fails, the entry says so too.
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
  /** The agent's name of the event. */
  readonly event: string;
  readonly payload: JsonObject;
}

export interface RoutedCall extends NativeCall {
  /** Whose call it is, in words. */
  readonly route: string;
}

/** Where an agent's config can switch its hooks off. */
export interface OffSwitch {
  readonly path: string;
  /** What in the file does so, in words. */
  off(config: JsonObject): string | undefined;
}

export interface AgentWiring {
  files(scope: "user" | "project", places: WiringPlaces): readonly WiredFile[];
  /** What the person still has to do in the agent itself before it runs our entries… */
  readonly trustStep?: string;
  /** …which only those in a project's config need. */
  readonly trustStepFor?: "project";
  /** What runs an entry's command; `/bin/sh -c` when absent. */
  shell?(environment: Environment): readonly string[];
  /** Entries run in the folder of their file, not in that of the project. */
  readonly runsInOwnFolder?: (scope: "user" | "project") => boolean;
  switches?(places: WiringPlaces): readonly OffSwitch[];
  /** Forms of this agent that read only the person's own config, in words. */
  readonly ignoresProject?: string;
}

/** Telemetry of its own that the agent can send to the daemon, once the person has put a section into its config. */
export interface AgentTelemetry {
  file(places: WiringPlaces): string;
  /** `url` is the daemon's address without a path. */
  section(daemon: { readonly url: string; readonly token: string }): string;
}

/** Whether a call came from this agent although the config of another one, which names itself in it, was read. */
export type Sender = (payload: JsonObject, environment: Environment, named: string) => boolean;

/**
 * How processes of the agent are told from those of a person; in `processes.ts` of its folder. Commands that only a person
 * may use look for them above themselves.
 */
export interface AgentProcesses {
  /** Names its program runs under; with a slash, a part of the path of its program or script. Never a whole editor. */
  readonly programs: readonly string[];
  /** Variables it sets for the commands it runs. */
  readonly marks: readonly string[];
}

export interface Adapter {
  readonly name: string;
  readonly title: string;
  /** Versions this adapter was checked against… */
  readonly versions: readonly string[];
  /** …by running the released program, or only by reading what its makers wrote. */
  readonly proof: "released" | "documents";
  /** Prefix of the agent's own events, for hooks that are meant for it alone (`pi:tool_call`). */
  readonly namespace: string;
  readonly events: EventTable;
  /** Further native names of events in the table: older ones, or special cases of a more general one. */
  readonly alsoCalled?: Readonly<Record<string, EventName>>;
  /** Those of them that are registered too, because what they tell comes under no other name. */
  readonly alsoWired?: readonly string[];
  readonly tools: ToolTable;
  /** Native field that carries the id of a tool call. Without one, calls are told apart by order and arguments. */
  readonly callId: string | null;
  /** Each of its subagents has a session id of its own, and nothing says which session started it. */
  readonly ownSubagentSessions?: true;
  readonly failures: OwnFailures;
  /** How long it waits for a hook, and the unit its config is written in. */
  readonly waits: { readonly usualMs: number; readonly unit: "s" | "ms" | "none" };
  /** What its hooks never see, in words: kinds of calls, modes. */
  readonly notCovered?: readonly string[];
  /**
   * By what its model types into a program that runs already without a hook being asked, in words. Calls of its shell carry
   * it as `unseen_input`, and protect-commands asks before a program is started that waits for input.
   */
  readonly unseenInput?: string;
  /** The folder the agent was started in, where it tells: commands may `cd` away, the project's hooks stay. */
  projectFolder?(environment: Environment): string | undefined;
  presence(payload: JsonObject, environment: Environment): PresenceReading;
  decode(event: string, payload: JsonObject): HookEvent;
  /** What it can express on an event. Callers with a payload use `capabilityIn`, which also knows the permission mode. */
  capability(event: string, presence: Presence): Capability;
  /**
   * Permission modes (`permission_mode` of its payload) in which a hook's "ask" reaches a person or becomes a denial. In any
   * other mode, and in a call that names none, the agent may run the call instead, so the question is held or denied. Absent:
   * no mode of it changes what becomes of a question.
   */
  readonly asksInModes?: readonly string[];
  /**
   * Whether `encode` can say this new input of the call; absent = always. Needed where decoding added fields that have
   * no place of their own in the agent's input (the files of a patch): a rewrite of those becomes a deny that shows it.
   */
  canRewrite?(event: HookEvent, input: JsonObject): boolean;
  encode(decision: Decision, event: HookEvent): NativeAnswer;
  /**
   * For one that reads the hook files of others: a text that only its payloads hold. The launcher looks for it when our
   * program is gone, and answers in the right words.
   */
  readonly payloadMarker?: string;
  /** What to print when there is nothing to say. */
  readonly neutral: NativeAnswer;
  /** What it sends before its model runs this shell command: for a proof that hooks are reached. */
  shellCall(command: string, cwd: string): NativeCall;
  /** Calls that reach its hooks in another form, each with this text as its main argument: for the same proof. */
  otherCalls?(text: string, cwd: string): readonly RoutedCall[];
  /**
   * For one whose hooks are code in its own process: makes that call in the file that `install` wrote, as the agent would,
   * and says with which words it was blocked; undefined when it was not.
   */
  tryBridge?(bridge: Readonly<Record<string, unknown>>, command: string, cwd: string): Promise<string | undefined>;
  readonly traces: AgentTraces;
  /** Undefined for one that is embedded by its own program. */
  readonly wiring?: AgentWiring;
  /**
   * Files and whole folders beside those of `wiring` that hold hooks or decide which run: other places of its config,
   * plugins, what it remembers as trusted. No tool may write there unasked.
   */
  hookFiles?(scope: "user" | "project", places: WiringPlaces): readonly string[];
  /** Variables that are for the agent alone: where its model is, how it was started. No command it runs needs them. */
  readonly ownVariables?: readonly string[];
  /** What became of a tool, for one whose payload does not tell: read in the end of its transcript file. */
  outcomeIn?(transcriptEnd: string, event: HookEvent): JsonObject;
  /** What the agent tells a program it starts for notifications. Undefined for what is no event. */
  notified?(payload: JsonObject): HookEvent | undefined;
  readonly telemetry?: AgentTelemetry;
  /** Reads the agent's transcript file, where it has one. Total: what cannot be read is left out. */
  transcript?(text: string): TranscriptFacts;
}
