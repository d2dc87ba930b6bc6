/**
 * What is kept of events, and what is made of them. Everything here was redacted and summarised before it was made: a
 * record may be written, sent and shown.
 */
import type { HookRun, Note, Verdict } from "../decision/decision.js";
import type { Presence } from "../events/payload.js";
import type { JsonObject } from "../text/json.js";

/** Who brought an event: the daemon's socket, a program that answered by itself, HTTP, telemetry, the watcher. */
export type Way = "daemon" | "alone" | "api" | "otlp" | "watcher";

/** What governance rules came to, of one call. Kept as long as its payload says (`keep_until`), and no longer. */
export const EVALUATED = "governance:evaluated";

/** One event and what was decided about it. */
export interface EventRecord {
  /** Unique. A record that is taken in twice is stored once. */
  readonly id: string;
  /** Milliseconds since 1970, by the clock of whoever answered. */
  readonly at: number;
  readonly way: Way;
  readonly agent: string;
  /** Whose config led here, where an agent also reads the files of others. */
  readonly origin?: string;
  /** Canonical or namespaced name… */
  readonly event: string;
  /** …and the agent's own. */
  readonly native?: string;
  readonly session?: string;
  /** The folder the call was made in. */
  readonly project?: string;
  readonly presence: Presence;
  /** How long the answer took. */
  readonly ms: number;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly hooks: readonly HookRunRecord[];
  readonly notes: readonly Pick<Note, "code" | "hook">[];
  /** The event's payload, summarised (SE-17). */
  readonly payload: JsonObject;
  /** The key under which deliveries of the same occurrence meet; absent = never merged. */
  readonly dedupe?: string;
  /** Only deliveries that are less than this apart meet: the key names no single call. */
  readonly dedupeMs?: number;
  /** Of the exact tool and input, where it was denied or asked. */
  readonly call?: string;
}

export type HookRunRecord = Pick<HookRun, "id" | "source" | "outcome" | "ms" | "cause" | "answered" | "did">;

export interface SessionRow {
  readonly id: string;
  readonly agent: string;
  readonly project?: string;
  /** How the agent says it began: startup, resume, clear, compact. */
  readonly source?: string;
  readonly model?: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly endedAt?: number;
  readonly status: "active" | "completed";
  readonly parent?: string;
  readonly parentReason?: "clear" | "clear_active" | "compact" | "inferred" | "manual" | "subagent";
  readonly transcriptPath?: string;
  /** Known when it has ended. */
  readonly stats?: SessionStats;
}

export interface SessionStats {
  readonly prompts: number;
  readonly activities: number;
  readonly failures: number;
  readonly tools: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  readonly durationMinutes: number;
  /** Too few activities to be worth a summary. */
  readonly lowValue: boolean;
}

/** A prompt and what was done about it. */
export interface BatchRow {
  readonly id: string;
  readonly session: string;
  /** 1, 2, 3 … within the session. */
  readonly number: number;
  readonly kind: "user" | "system" | "plan";
  readonly prompt: string;
  readonly response?: string;
  /** The response came with a later delivery. */
  readonly lateCapture?: boolean;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly endedAt?: number;
  /** queued = ended with a response and waiting to be summarised. */
  readonly status: "active" | "completed" | "queued";
  readonly activities: number;
  readonly planFile?: string;
  readonly plan?: string;
}

export interface ActivityRow {
  /** That of its event. */
  readonly id: string;
  readonly session: string;
  readonly batch?: string;
  readonly at: number;
  readonly kind: "tool" | "compact" | "thought" | "subagent" | "permission" | "notification" | "file";
  /** The tool's name, or what kind of thing happened. */
  readonly name: string;
  readonly input?: JsonObject;
  readonly summary?: string;
  readonly file?: string;
  readonly success: boolean;
  readonly error?: string;
  readonly ms?: number;
}

/** A question put to a person in the agent's place. */
export interface AskRow {
  readonly id: string;
  /** Of the exact call: agent, folder, tool and input. */
  readonly hash: string;
  readonly agent: string;
  readonly session?: string;
  readonly project?: string;
  readonly tool: string;
  readonly summary: string;
  /** The whole input, where it is short and holds no secret: only what was seen can be approved after a restart. */
  readonly input?: string;
  readonly reason?: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly answeredAt?: number;
  readonly verdict?: "allow" | "deny";
  /** Nobody waits for it any more: used, run out of time, or its agent has gone. */
  readonly closed?: "used" | "expired" | "gone";
}

/** What capture makes of one event: rows to write in the same transaction. A row replaces the one with its id. */
export type Change =
  | { readonly put: "session"; readonly row: SessionRow }
  | { readonly put: "batch"; readonly row: BatchRow }
  | { readonly put: "activity"; readonly row: ActivityRow };
