/** A hook as every dialect loads it: canonical, serialisable (except in-memory functions) and complete. */

import type { AnswerFor } from "../decision/decision.js";
import type { CustomEventName, EventName } from "../events/events.js";
import type { PayloadOf, Presence } from "../events/payload.js";
import type { MatchSpec } from "../match/spec.js";
import type { JsonObject } from "../text/json.js";
import type { AskUser } from "./ask-user.js";

/** Answer of a failed hook: "allow" is no opinion, the call continues. */
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
  /** The shell: a program name or path (default: `sh`). */
  readonly shell?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Names to pass from our own environment in addition to the allowlist. */
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
  /** The function of a code config: a content-addressed bundle. */
  readonly artifact?: {
    readonly sha256: string;
    readonly index: number;
    /** The config it was built from. */
    readonly path: string;
  };
  /** Environment variables of the agent that a built-in needs. */
  readonly passEnv?: readonly string[];
  /** A built-in, with options that were checked at load time. */
  readonly builtin?: {
    readonly name: string;
    readonly options?: JsonObject;
    readonly asksModel?: true;
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
  /** Where a project or plugin defines its servers; `folder` is their working directory. */
  readonly definedIn?: { readonly file: string; readonly folder: string };
}

export type RunSpec = CommandRun | HttpRun | FunctionRun | PromptRun | AgentRun | McpToolRun;

export interface HookSpec {
  readonly id: string;
  /** Canonical name, or a namespaced one (`pi:tool_call`, `cortex:thread.start`). */
  readonly event: string;
  /** Set if the hook runs on one agent's native event and receives its raw payload. */
  readonly nativeTo?: string;
  readonly dialect: string;
  readonly match: MatchSpec;
  readonly run: RunSpec;
  /** A guard checks the final input, cannot rewrite it, and does not fail open by default. */
  readonly guard: boolean;
  readonly strategy: Strategy;
  readonly timeoutMs: number;
  readonly onFailure?: FailureMode;
  readonly onTimeout?: FailureMode;
  /** Message when a timeout blocks, if the dialect defines one. */
  readonly timeoutReason?: string;
  readonly mode: "enforce" | "observe";
  readonly enabled: boolean;
  /** Runs in the background, so it cannot block; see `runsInBackground`. */
  readonly background?: boolean;
  readonly once?: boolean;
  /** Runs on Stop even while the agent already continues because of a hook. */
  readonly runWhenActive?: boolean;
  readonly agents?: readonly string[];
  /** Agents that read the same file and run the hook themselves. */
  readonly runBy?: readonly string[];
  /** Only active if the agent has this tool. */
  readonly requiresTool?: string;
  readonly rewrites?: "required" | "optional";
  /** Writes the record to disk before the agent receives its answer; if that fails, the hook has failed. */
  readonly audit?: "required";
  readonly statusMessage?: string;
  /** Meaning of the hook's stdout (default: "json"; some dialects have others). */
  readonly result?: "json" | "text" | "none";
  /** The entry was parsed but cannot run as written. A guard in this state applies its failure contract. */
  readonly broken?: { readonly code: string; readonly message: string };
  /** Dialect-specific data that its profile needs at event time. */
  readonly extra?: JsonObject;
}

/**
 * Trust level of a source. Only managed, builtin, user and code sources may answer "allow". Of a `prompt-only` source
 * only `prompt` hooks run.
 */
export type Level = "managed" | "builtin" | "user" | "code" | "project" | "plugin" | "prompt-only" | "untrusted";

/**
 * Whether hooks of a source may run. `named`: given explicitly for this call. `missing-guard`: an approved guard that
 * was changed or removed; it cannot run, and its failure contract applies. `excluded`: the administrator allows only
 * managed hooks.
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
  /** Short display name: `user`, `project`, `claude:project`. */
  readonly key: string;
  readonly level: Level;
  /** Position among sources: lower runs first. */
  readonly rank: number;
  readonly state: TrustState;
  readonly dialect: string;
  readonly path?: string;
  /** The project it was approved in, if that differs from the event's project root. */
  readonly root?: string;
  /** Why this source applies here, as text. */
  readonly why: string;
}

/** A file approved with a hook: it must be unchanged when the hook starts. */
export interface CoveredFile {
  readonly path: string;
  readonly sha256: string;
  /** In a JSON file, only the values of these keys count: `scripts.lint`. */
  readonly keys?: readonly string[];
  /** In a directory, only modules with these names count, or files with an extension: `*.sh`. */
  readonly modules?: readonly string[];
  /** In a compiled plan: `stat` of the file at the time of comparison. */
  readonly seen?: string;
}

/** A hook with its source, as `loadHooks` returns it. */
export interface SourceEntry {
  /** The hook. */
  readonly hook: HookSpec;
  /** The file it comes from, with its trust status. */
  readonly source: SourceRef;
  /** Trust status of this hook, if it differs from its file's. */
  readonly state?: TrustState;
  /** Files approved with it. */
  readonly covers?: readonly CoveredFile[];
  /** Other sources with an identical hook; it runs once. */
  readonly alsoFrom: readonly SourceRef[];
}

/** Second argument of a function hook. */
export interface HookContext {
  /** Id of the hook. */
  readonly hookId: string;
  /** True if the user can answer now. */
  readonly presence: Presence;
  /** Aborted at the hook's deadline, or when the caller gives up. */
  readonly signal: AbortSignal;
  /** Reports progress to observers. */
  progress(text: string): void;
  /** Asks the user. Without a daemon or a user the result says so; it is never an approval. */
  readonly askUser: AskUser;
}

/** The function of a hook: receives the payload of its event, returns an answer or nothing. */
export type HookFunction<E extends EventName | CustomEventName = EventName | CustomEventName> = (
  payload: PayloadOf<E>,
  context: HookContext,
) => AnswerFor<E> | Promise<AnswerFor<E>>;
