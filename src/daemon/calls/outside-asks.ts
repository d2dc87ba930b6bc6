/**
 * Questions of scripts, hooks and MCP clients. Asking takes the hooks' token; the answer is given only to the caller that knows
 * the secret of the question. Nothing here can list or answer.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Held } from "../../approvals/outcomes.js";
import type { About } from "../../approvals/ports.js";
import { type ApprovalQueue, MARGIN_MS } from "../../approvals/queue.js";
import { NO_DECISION } from "../../core/decision/decision.js";
import type { AskRow } from "../../core/records/records.js";
import { isCi } from "../../core/text/is-ci.js";
import type { JsonObject } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";

export interface OutsideQuestion {
  readonly agent: string;
  readonly session?: string | undefined;
  readonly cwd: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly about?: About | undefined;
  readonly level?: AskRow["level"];
  /** Why it is asked. */
  readonly reason?: string | undefined;
  /** The agent's id of the tool call: the same call may also have come through its hooks. */
  readonly callId?: string | undefined;
  readonly isCi?: boolean | undefined;
  readonly waitMs: number;
}

/** `pending`: ask again. */
export type OutsideAnswer =
  | { readonly state: "pending" }
  | {
      readonly state: "unanswered";
      readonly id?: string;
      readonly because: "time" | "unattended" | "stopped";
      readonly waitedMs?: number;
    }
  | {
      readonly state: "answered";
      readonly verdict: "allow" | "deny";
      readonly answers?: AskRow["answers"];
      readonly said?: string;
    };

interface Waiting {
  readonly secret: Buffer;
  readonly gone: AbortController;
  readonly held: Promise<Held>;
  result?: OutsideAnswer;
  /** Ends the question if its caller does not come back. */
  timer?: NodeJS.Timeout;
}

const MOST_WAITING = 200;
/** A caller that has not polled for this long is gone. */
const ABANDONED_MS = 60_000;
const STEP_MS = 25_000;

export class OutsideAsks {
  readonly #queue: Pick<ApprovalQueue, "hold">;
  readonly #longestCallMs: number;
  readonly #waiting = new Map<string, Waiting>();

  /** `longestCallMs`: how long a tool call waits at most. */
  constructor(queue: Pick<ApprovalQueue, "hold">, longestCallMs: number) {
    this.#queue = queue;
    this.#longestCallMs = longestCallMs;
  }

  /** Undefined if too many wait. */
  ask(question: OutsideQuestion): { readonly id: string; readonly secret: string } | undefined {
    if (this.#waiting.size >= MOST_WAITING) return undefined;
    const [id, secret] = [randomName(8), randomName(16)];
    const gone = new AbortController();
    const { agent, session, cwd, tool, input, about, level, reason, callId, waitMs } = question;
    const event = {
      name: "PermissionRequest",
      payload: {
        hook_event_name: "PermissionRequest",
        tool_name: tool,
        tool_input: input,
        cwd,
        ...(session === undefined ? {} : { session_id: session }),
        ...(callId === undefined ? {} : { tool_use_id: callId }),
      },
    } as const;
    const held = this.#queue.hold(
      {
        agent,
        event,
        decision: { ...NO_DECISION, verdict: "ask", ...(reason === undefined ? {} : { reason }) },
        about,
        ...(level === undefined ? {} : { level }),
        cwd,
        presence: "headless",
        agentAsks: false,
        isCi: question.isCi ?? isCi(process.env),
        isPrivate: false,
        waitMs: about === undefined ? Math.min(waitMs, this.#longestCallMs + MARGIN_MS) : waitMs,
      },
      gone.signal,
      () => {},
    );
    const waiting: Waiting = { secret: digest(secret), gone, held };
    this.#waiting.set(id, waiting);
    this.#expect(id, waiting);
    void held.then((result) => {
      waiting.result = answerOf(result);
    });
    return { id, secret };
  }

  /** Undefined for an unknown id or a wrong secret. Waits at most `waitMs`. */
  async answer(id: string, secret: string, waitMs: number, signal: AbortSignal): Promise<OutsideAnswer | undefined> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || !timingSafeEqual(waiting.secret, digest(secret))) return undefined;
    clearTimeout(waiting.timer);
    let timer: NodeJS.Timeout | undefined;
    let leave = () => {};
    const limit = new Promise<void>((done) => {
      timer = setTimeout(done, waitMs);
      leave = done;
      signal.addEventListener("abort", leave, { once: true });
    });
    await Promise.race([waiting.held, limit]);
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    await Promise.resolve();
    this.#expect(id, waiting);
    return waiting.result ?? { state: "pending" };
  }

  /** Asks and waits, for a caller in this process. Never rejects. */
  async askAndWait(question: OutsideQuestion, signal: AbortSignal): Promise<OutsideAnswer> {
    const made = this.ask(question);
    if (made === undefined) return { state: "unanswered", because: "unattended" };
    for (;;) {
      const answer = await this.answer(made.id, made.secret, STEP_MS, signal);
      if (!signal.aborted && answer?.state === "pending") continue;
      this.cancel(made.id, made.secret);
      return answer === undefined || answer.state === "pending" ? { state: "unanswered", because: "time" } : answer;
    }
  }

  /** The caller does not want the answer any more. */
  cancel(id: string, secret: string): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined || !timingSafeEqual(waiting.secret, digest(secret))) return false;
    this.#end(id, waiting);
    return true;
  }

  #expect(id: string, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => this.#end(id, waiting), ABANDONED_MS);
    waiting.timer.unref();
  }

  #end(id: string, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    waiting.gone.abort();
  }
}

function answerOf(held: Held): OutsideAnswer {
  if (held.kind === "answered") {
    const { verdict = "deny", answers, said } = held.ask;
    return {
      state: "answered",
      verdict,
      ...(answers === undefined ? {} : { answers }),
      ...(said === undefined ? {} : { said }),
    };
  }
  const id = "id" in held && held.id !== undefined ? { id: held.id } : {};
  const waited = "waitedMs" in held ? { waitedMs: held.waitedMs } : {};
  const isStopped = held.kind === "unanswered" && held.because === "stopped";
  const because = held.kind === "unattended" ? "unattended" : isStopped ? "stopped" : "time";
  return { state: "unanswered", ...id, because, ...waited };
}

function digest(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
