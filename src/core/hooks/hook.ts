/**
 * A hook as every dialect hands it over: canonical, serialisable (but for in-memory functions) and complete.
 */

import type { AnswerFor } from "../decision/decision.js";
import type { CustomEventName, EventName } from "../events/events.js";
import type { PayloadOf, Presence } from "../events/payload.js";
import type { MatchSpec } from "../match/spec.js";
import type { JsonObject } from "../text/json.js";

export type FailureMode = "allow" | "ask" | "deny";
export type Strategy = "serial" | "parallel";
export type HookType = "command" | "http" | "function" | "prompt" | "agent" | "mcp_tool";

export interface CommandRun {
  readonly type: "command";
  readonly command: string;
  /** Positional arguments: `$1…$n` of a shell command, argv of an exec command. Never parsed by a shell. */
  readonly args?: readonly string[];
  /** Run the command as a program, without a shell. */
  readonly exec?: boolean;
  /** Which shell to use: a program name or path; `sh` when absent. */
  readonly shell?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Names to pass from our own environment beyond the allowlist. */
  readonly passEnv?: readonly string[];
  /** Pass the whole environment. Only honoured for managed and user sources. */
  readonly inheritEnv?: boolean;
  readonly stdoutLimit?: number;
}

export interface HttpRun {
  readonly type: "http";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Environment names that `${NAME}` in a header value may refer to. */
  readonly passEnv?: readonly string[];
  readonly followRedirects?: boolean;
  readonly bodyLimit?: number;
}

export interface FunctionRun {
  readonly type: "function";
  readonly fn?: HookFunction;
  /** Where the function lives when it comes from code config: a content-addressed bundle. */
  readonly artifact?: {
    readonly sha256: string;
    readonly index: number;
    /** The config it was built from. */
    readonly path: string;
  };
  /** Names of variables that a built-in needs of the agent's environment. */
  readonly passEnv?: readonly string[];
  /** One that comes with Snaphook, with options that were checked when its file was loaded. */
  readonly builtin?: {
    readonly name: string;
    readonly options?: JsonObject;
  };
}

export interface PromptRun {
  readonly type: "prompt";
  readonly prompt: string;
  readonly model?: string;
}

export interface AgentRun {
  readonly type: "agent";
  readonly prompt?: string;
  readonly agent?: string;
  readonly model?: string;
}

export interface McpToolRun {
  readonly type: "mcp_tool";
  readonly server: string;
  readonly tool: string;
  readonly input?: JsonObject;
}

export type RunSpec = CommandRun | HttpRun | FunctionRun | PromptRun | AgentRun | McpToolRun;

export interface HookSpec {
  readonly id: string;
  /** Canonical name, or a namespaced one (`pi:tool_call`, `cortex:thread.start`). */
  readonly event: string;
  /** Set when the hook mounts on one agent's native event and gets its raw payload. */
  readonly nativeTo?: string;
  readonly dialect: string;
  readonly match: MatchSpec;
  readonly run: RunSpec;
  /** A guard judges the final input, cannot rewrite it, and does not fail open by default. */
  readonly guard: boolean;
  readonly strategy: Strategy;
  readonly timeoutMs: number;
  readonly onFailure?: FailureMode;
  readonly onTimeout?: FailureMode;
  /** What is said when a timeout blocks, where the dialect has words of its own. */
  readonly timeoutReason?: string;
  readonly mode: "enforce" | "observe";
  readonly enabled: boolean;
  /** Not waited for, so it cannot block; see `runsInBackground`. */
  readonly background?: boolean;
  readonly once?: boolean;
  /** Run on Stop even while the agent is already continuing because of a hook. */
  readonly runWhenActive?: boolean;
  readonly agents?: readonly string[];
  /** Agents that read the same file and run the hook by themselves. */
  readonly runBy?: readonly string[];
  /** Only mounted where the agent has this tool. */
  readonly requiresTool?: string;
  readonly rewrites?: "required" | "optional";
  /** The record of the call is on the disk before the agent gets its answer; if that fails, the hook has failed. */
  readonly audit?: "required";
  readonly statusMessage?: string;
  /** What the hook's stdout means; "json" unless the dialect has other kinds. */
  readonly result?: "json" | "text" | "none";
  /** The entry could be read but cannot run as written. A guard in this state answers its failure contract. */
  readonly broken?: { readonly code: string; readonly message: string };
  /** Dialect-specific facts its profile needs at event time. */
  readonly extra?: JsonObject;
}

/**
 * How far a source is trusted. Only managed, builtin, user and code sources may answer "allow". Of a `prompt-only` one
 * only `prompt` hooks run.
 */
export type Level = "managed" | "builtin" | "user" | "code" | "project" | "plugin" | "prompt-only" | "untrusted";

/**
 * Whether what a source says may run. `named`: given explicitly for this one call. `missing-guard`: a guard that was
 * approved and has been changed or removed; it cannot run, and its failure contract answers. `excluded`: the
 * administrator lets nothing run but managed hooks.
 */
export type TrustState =
  | "managed"
  | "trusted"
  | "named"
  | "missing-guard"
  | "untrusted"
  | "modified"
  | "denied"
  | "excluded";

export interface SourceRef {
  /** Short name people see: `user`, `project`, `claude:project`. */
  readonly key: string;
  readonly level: Level;
  /** Position among sources: lower runs first. */
  readonly rank: number;
  readonly state: TrustState;
  readonly dialect: string;
  readonly path?: string;
  /** Why this source applies here, in words. */
  readonly why: string;
}

/** A file that was approved with a hook: it must still be this when the hook is started. */
export interface CoveredFile {
  readonly path: string;
  readonly sha256: string;
  /** Of a JSON file, only the values of these keys count: `scripts.lint`. */
  readonly keys?: readonly string[];
  /** Of a folder, only modules with these names count, or files with an ending: `*.sh`. */
  readonly modules?: readonly string[];
  /** In a compiled plan: `stat` of the file when it was compared. */
  readonly seen?: string;
}

export interface SourceEntry {
  readonly hook: HookSpec;
  readonly source: SourceRef;
  /** Of this hook, where it differs from that of its file as a whole. */
  readonly state?: TrustState;
  readonly covers?: readonly CoveredFile[];
  /** Other sources that hold the very same hook; it runs once (CF-26). */
  readonly alsoFrom: readonly SourceRef[];
}

/** What a function hook is given beside the payload. */
export interface HookContext {
  readonly hookId: string;
  readonly presence: Presence;
  /** Aborted at the hook's deadline, or when the caller gives up. */
  readonly signal: AbortSignal;
  /** Tells observers how far it is. */
  progress(text: string): void;
}

export type HookFunction<E extends EventName | CustomEventName = EventName | CustomEventName> = (
  payload: PayloadOf<E>,
  context: HookContext,
) => AnswerFor<E> | Promise<AnswerFor<E>>;
