/** What a kind of model is, and what it needs from the machine. One file per kind in `kinds/`. */
import type { Failure } from "../core/decision/failure.js";
import type { ModelUsage } from "../core/models/model-port.js";
import type { JsonObject } from "../core/text/json.js";
import type { ModelSettings } from "./settings.js";

/** Reaches servers and programs. Never rejects. `runtime/models` connects it to the executors' checked HTTP. */
export interface ModelTransport {
  /** One POST without redirects. Names are resolved once, and private addresses need to be written plainly. */
  post(request: HttpRequest): Promise<HttpReply | NoReply>;
  /** Runs a program in an empty directory, or in the one it may read, in its own process group, without the project's PATH entries. */
  run(request: ProgramRequest): Promise<ProgramReply | { readonly failure: Failure }>;
}

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface NoReply {
  readonly failure: Failure;
  /** The server got nothing. */
  readonly isUnsent?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  readonly text: string;
}

export interface ProgramRequest {
  readonly program: string;
  /** One that equals a name of `files` or `reads` becomes its path. */
  readonly args: readonly string[];
  /** Working directory (default: an empty one). */
  readonly folder?: string | undefined;
  readonly stdin: string;
  /** Variables beyond the allowlist. */
  readonly passEnv: readonly string[];
  /** Files to create in an empty directory before it starts: name → content. */
  readonly files?: Readonly<Record<string, string>>;
  /** A file of the directory to read afterwards. */
  readonly reads?: string;
  readonly signal: AbortSignal;
}

export interface ProgramReply {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Content of `reads`. */
  readonly file?: string | undefined;
}

export interface RawQuestion {
  readonly system: string;
  readonly text: string;
  readonly schema: JsonObject;
  readonly settings: ModelSettings;
  /** Undefined if the model needs none. */
  readonly key: string | undefined;
  /** The directory that an agent may read. */
  readonly folder: string | undefined;
  readonly signal: AbortSignal;
}

export type RawReply =
  | { readonly ok: true; readonly text: string; readonly usage?: ModelUsage | undefined }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** No tokens were used. Otherwise the whole reservation stays spent. */
      readonly isFree: boolean;
      /** Do not ask again before, in milliseconds from now. */
      readonly pauseMs?: number | undefined;
    };

export interface ModelKind {
  /** Tokens that a call needs beyond the question, at most. */
  readonly overheadTokens: number;
  /** Set for agents: the tokens that a call needs if it reads files, at most. */
  readonly readingTokens?: number;
  /** Never rejects. */
  ask(question: RawQuestion, transport: ModelTransport): Promise<RawReply>;
}
