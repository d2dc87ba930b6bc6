/**
 * Records of events and data derived from them. Everything here was redacted and summarised before: a record may be
 * written, sent and shown.
 */
import type { HookRun, Note, Verdict } from "../decision/decision.js";
import type { Presence } from "../events/payload.js";
import type { JsonObject } from "../text/json.js";

/** The transport of an event: the daemon's socket, a process without a daemon, HTTP, telemetry, the file watcher. */
export type Transport = "daemon" | "alone" | "api" | "otlp" | "watcher";

/**
 * Who wrote a prompt, if it may not be the user: another agent, a thread, a turn that a hook asked for, a program that posted it,
 * a file of events. Rules are learned from the user's prompts only.
 */
export const PROMPT_FROM = ["subagent", "thread", "hook", "http", "import"] as const;
export type PromptFrom = (typeof PROMPT_FROM)[number];

/** A note of a call whose agent had gone before the answer: nothing was sent, whatever `sent` says. */
export const ASK_GONE = "ASK_GONE";

/** The session of calls that `setup` and `doctor` make in an agent's place. Lists leave it out. */
export const PROOF_SESSION = "snaphook-proof";

/** A note of a call for which the user had paused hooks. */
export const SWITCHED_OFF = "SWITCHED_OFF";

/** Result of the governance rules for one call. Kept until its `keep_until`. */
export const EVALUATED = "governance:evaluated";

/** The format that `recordOf` writes. */
export const RECORD_VERSION = 2;

/**
 * One event and its decision. Also the format on disk, in exports and in the API, so fields are added and never
 * renamed. A version 2 field is unknown, not empty, in a version 1 record that lacks it.
 */
export interface EventRecord {
  /** Absent in records of version 1. */
  readonly version?: typeof RECORD_VERSION;
  /** Unique. A record that is imported twice is stored once. */
  readonly id: string;
  /** Milliseconds since 1970, by the clock of the process that answered. */
  readonly at: number;
  /** The transport. */
  readonly way: Transport;
  readonly agent: string;
  /** The agent whose config led here, if the calling agent also reads the files of others. */
  readonly origin?: string;
  /** Canonical or namespaced name… */
  readonly event: string;
  /** …and the agent's own. */
  readonly native?: string;
  readonly session?: string;
  /** Working directory of the call. */
  readonly project?: string;
  /** Of a prompt that may not be the user's, if the payload does not say so. */
  readonly promptFrom?: PromptFrom;
  readonly presence: Presence;
  /** Time to decide in milliseconds, without waiting for the user. */
  readonly ms: number;
  /** The decision of the hooks, before the agent's limits and before the user answered. */
  readonly verdict: Verdict;
  readonly reason?: string;
  /** What the agent received; for an event that a hook emitted, the decision itself. Version 2. */
  readonly sent?: SentAnswer;
  readonly hooks: readonly HookRunRecord[];
  /** How the decision and the answer came about, including degradations. Messages since version 2. */
  readonly notes: readonly NoteRecord[];
  /** The event's payload, summarised. */
  readonly payload: JsonObject;
  /** The tool input after all rewrites, summarised in the same way; only if hooks changed it. Version 2. */
  readonly input?: JsonObject;
  /** Parts that `payload` and `input` omit, by path (`tool_input.command`). Version 2; absent there: complete. */
  readonly marks?: Readonly<Record<string, Mark>>;
  /** Keyed hash that identifies deliveries of the same occurrence; absent: never merged. Never exported. */
  readonly dedupe?: string;
  /** Maximum distance of such deliveries, if the key names no single call. */
  readonly dedupeMs?: number;
  /** Keyed hash of the exact tool and input, if it was denied or asked. Never exported. */
  readonly call?: string;
  /** Findings of the guards in the complete input: reserved for replaying decisions. */
  readonly facts?: JsonObject;
  /** Version of the program that decided. Version 2. */
  readonly engine?: string;
  /** Hash of the plan that applied. Version 2. */
  readonly policy?: string;
  /** Sent to the store, which keeps it separately and for a shorter time. Never logged or streamed. */
  readonly evidence?: Evidence;
}

/** What the agent received, after the user's answer and the agent's limits. */
export interface SentAnswer {
  readonly verdict: Verdict;
  /** Absent if it is the decided one. */
  readonly reason?: string;
  /** What it received besides a verdict: rewrite, context, … */
  readonly did?: readonly string[];
}

/** `cut`: longer than the limit. `redacted`: contained a secret. `omitted`: only its size is kept. */
export type Mark = "cut" | "redacted" | "omitted";

export type NoteRecord = Pick<Note, "code" | "hook"> & Partial<Pick<Note, "message">>;

/** Notes that tell of a further turn of an agent: lists show them. */
const TURN_NOTES: readonly string[] = ["SESSION_TURN", "SESSION_TURN_FAILED", "CONTINUE_CAP"];

export function turnNotes(notes: readonly NoteRecord[]): readonly NoteRecord[] {
  return notes.filter(({ code }) => TURN_NOTES.includes(code));
}

/**
 * The complete redacted input of a tool call, kept only if the record shows less. `input`: the agent's request.
 * `changed`: after rewrites.
 */
export interface Evidence {
  readonly input: JsonObject;
  readonly changed?: JsonObject;
  /** Parts that are incomplete even here, by path. */
  readonly marks: Readonly<Record<string, Mark>>;
}

export interface HookRunRecord
  extends Pick<HookRun, "id" | "source" | "outcome" | "ms" | "cause" | "answered" | "did" | "reason" | "stderr"> {
  /** In observe mode: what it would have answered. Version 2. */
  readonly would?: { readonly verdict?: Verdict; readonly reason?: string; readonly did?: readonly string[] };
}

export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly project?: string;
  /** How it started, according to the agent: startup, resume, clear, compact. */
  readonly source?: string;
  readonly model?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly endedAt?: number;
  readonly status: "active" | "completed";
  readonly parent?: string;
  /** Who wrote its prompts, if none is the user's. Set when it has ended. */
  readonly promptFrom?: PromptFrom;
  readonly parentReason?: "clear" | "clear_active" | "compact" | "inferred" | "manual" | "subagent";
  readonly transcriptPath?: string;
  /** Set when it has ended. */
  readonly stats?: SessionStats;
  /** From its first prompt, when it has ended. */
  readonly title?: string;
  /** Title, counts and files; absent for a session with few tool calls. */
  readonly summary?: string;
  /** By the user's model, if one observes. Agents are given it only if the setting `trust` admits models. */
  readonly byModel?: ModelSummary;
}

export interface ModelSummary {
  readonly title: string;
  readonly summary: string;
  /** `external`: text from elsewhere had entered the session, or the summary has marks of an injection. */
  readonly trust: "model" | "external";
  /** The session had so many prompts then. */
  readonly prompts: number;
}

export interface SessionStats {
  readonly prompts: number;
  /** Tools used. */
  readonly activities: number;
  readonly failures: number;
  readonly tools: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  readonly durationMinutes: number;
  /** Too few activities to be worth a summary. */
  readonly lowValue: boolean;
}

/** What kind of work a batch is, by rules. */
export type BatchLabel = "exploration" | "debugging" | "implementation" | "refactoring";

/** A prompt and the work on it. */
export interface BatchRow {
  readonly id: string;
  readonly session: string;
  /** 1, 2, 3 … within the session. */
  readonly number: number;
  readonly kind: "user" | "system" | "plan";
  readonly prompt: string;
  /** Absent: the user wrote the prompt. */
  readonly promptFrom?: PromptFrom;
  readonly response?: string;
  /** The response came with a later delivery. */
  readonly lateCapture?: boolean;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly endedAt?: number;
  /** queued: ended with a response and waiting to be summarised. */
  readonly status: "active" | "completed" | "queued";
  /** Tools used. */
  readonly activities: number;
  /** Of these, files that were changed. */
  readonly changes?: number;
  readonly failures?: number;
  readonly label?: BatchLabel;
  readonly planFile?: string;
  readonly plan?: string;
}

export interface ActivityRow {
  /** Id of its event. */
  readonly id: string;
  readonly session: string;
  readonly batch?: string;
  readonly at: number;
  readonly kind: "tool" | "compact" | "thought" | "subagent" | "permission" | "notification" | "file";
  /** The tool's name, or the kind of activity. */
  readonly name: string;
  readonly input?: JsonObject;
  readonly summary?: string;
  readonly file?: string;
  readonly success: boolean;
  readonly error?: string;
  readonly ms?: number;
}

/**
 * `open`: the agent waits for the answer. `parked`: it does not wait any more; the question can still be answered. `waiting`:
 * it was answered while parked, and the same call passes once. The rest are final: `used`, `lapsed` (no answer, or no call came
 * in time), `elsewhere` (answered in the agent itself), `revoked`.
 */
export type AskState = "open" | "parked" | "waiting" | "used" | "lapsed" | "elsewhere" | "revoked";

/** Who answered a question, through which channel, and how that is known. */
export interface AskAnswerer {
  readonly channel: string;
  readonly user: string;
  /** For example a terminal. */
  readonly place?: string;
  /** For example `typed code`. */
  readonly method: string;
}

/** `permission`: may this call run? `question`: the agent asks its user something. `plan`: may the agent carry out this plan? */
export type AskKind = "permission" | "question" | "plan";

/** `again`: also the same call of the same session, for a limited time. `rule`: once, and the person made a rule of it. */
export type AskScope = "again" | "rule";

export interface AskOption {
  readonly label: string;
  readonly description?: string;
}

/** One question of an agent. An answer is a label, several labels joined by ", ", or text of the person's own. */
export interface AskQuestion {
  /** Also the key of its answer. */
  readonly question: string;
  readonly header?: string;
  readonly options: readonly AskOption[];
  readonly multiSelect?: boolean;
}

/** A question to a person, asked in the agent's place or beside its own dialog. */
export interface AskRow {
  readonly id: string;
  /** Keyed, of the exact call: see `approvals/binding.ts`. */
  readonly hash: string;
  readonly state: AskState;
  /** Absent: permission. */
  readonly kind?: AskKind;
  readonly level?: "info" | "warning" | "error";
  readonly agent: string;
  readonly session?: string;
  readonly project?: string;
  readonly tool: string;
  readonly summary: string;
  /** Of the kind `question`. */
  readonly questions?: readonly AskQuestion[];
  /** The whole input, if it is short and holds no secret. After a restart only a call that is known whole can be approved. */
  readonly input?: string;
  readonly reason?: string;
  readonly askedAt: number;
  /** Open: the agent gives up. Parked: it cannot be answered any more. Waiting: the answer counts no more. */
  readonly expiresAt: number;
  /** Why the agent does not wait any more. */
  readonly parked?: "expired" | "gone" | "unattended" | "restart";
  readonly answeredAt?: number;
  readonly verdict?: "allow" | "deny";
  readonly by?: AskAnswerer;
  /** Absent: this call, once. */
  readonly scope?: AskScope;
  /** Of the scope `again`: how many calls were approved by it. */
  readonly uses?: number;
  /** What the person wrote with a denial. */
  readonly said?: string;
  /** Of the kind `question`: the answers by question, redacted on the disk. */
  readonly answers?: Readonly<Record<string, string>>;
  /** When it reached its final state. */
  readonly endedAt?: number;
  /** The call that used the answer, if the agent gives its calls ids. */
  readonly usedBy?: string;
}

/** Rows that capture derives from one event, written in the same transaction. A row replaces the one with its id. */
export type Change =
  | { readonly put: "session"; readonly row: SessionRow }
  | { readonly put: "batch"; readonly row: BatchRow }
  | { readonly put: "activity"; readonly row: ActivityRow };
