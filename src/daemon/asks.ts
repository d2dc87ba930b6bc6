/**
 * Questions that an agent cannot put to its person, held open until somebody answers them here. An answer is for one exact
 * call and used once. What was asked about stays in memory; the disk holds only what an answer is bound to.
 */
import { readFileSync } from "node:fs";
import { canonicalJson, isRecord } from "../core/json.js";
import { primaryArgument } from "../core/tools.js";
import type { HeldQuestion } from "../runtime/answer-agent.js";
import { randomName, sha256 } from "../sources/digest.js";
import { writePrivateFile } from "../sources/private-file.js";

export type AskVerdict = "allow" | "deny";

export interface Ask {
  readonly id: string;
  /** Of the exact call: agent, folder, tool and input. */
  readonly hash: string;
  readonly agent: string;
  readonly tool: string;
  readonly at: string;
  readonly expiresAt: number;
  /** Not on disk: what would run, and why it is asked about. */
  readonly summary?: string;
  readonly reason?: string;
  /** Given after the call had gone: holds for the same call made again. */
  readonly verdict?: AskVerdict;
}

/** How long an answer waits for the agent to make its call again. */
const ANSWER_KEPT_MS = 10 * 60_000;
/** An answer on the last moment would come too late. */
const MARGIN_MS = 500;

export class Asks {
  readonly #file: string;
  readonly #asks = new Map<string, Ask>();
  readonly #waiting = new Map<string, (verdict: AskVerdict | undefined) => void>();
  readonly #onChange: () => void;

  constructor(file: string, onChange: () => void) {
    this.#file = file;
    this.#onChange = onChange;
    for (const ask of stored(file)) this.#asks.set(ask.id, ask);
  }

  list(): Ask[] {
    this.#forgetOld();
    return [...this.#asks.values()].filter(({ verdict }) => verdict === undefined);
  }

  /** Waits for a person; undefined when nobody answered before it is too late, or the agent has gone. */
  async hold(agent: string, question: HeldQuestion, gone: AbortSignal): Promise<AskVerdict | undefined> {
    this.#forgetOld();
    const hash = hashOf(agent, question);
    const earlier = [...this.#asks.values()].find((ask) => ask.hash === hash && !this.#waiting.has(ask.id));
    if (earlier?.verdict !== undefined) {
      this.#remove(earlier.id);
      return earlier.verdict;
    }
    if (earlier !== undefined) this.#remove(earlier.id); // it was asked before, and the agent asks again
    const waitMs = question.waitMs - MARGIN_MS;
    if (waitMs <= 0 || gone.aborted) return undefined;
    const ask = describe(agent, hash, question, Date.now() + waitMs);
    this.#asks.set(ask.id, ask);
    const verdict = new Promise<AskVerdict | undefined>((done) => {
      const timer = setTimeout(() => done(undefined), waitMs);
      timer.unref();
      gone.addEventListener("abort", () => done(undefined), { once: true });
      this.#waiting.set(ask.id, (said) => {
        clearTimeout(timer);
        done(said);
      });
    });
    this.#changed();
    const said = await verdict;
    this.#waiting.delete(ask.id);
    this.#remove(ask.id);
    return said;
  }

  /** Whether there was such a question. */
  answer(id: string, verdict: AskVerdict): boolean {
    const ask = this.#asks.get(id);
    if (ask === undefined || ask.verdict !== undefined) return false;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) waiting(verdict);
    else this.#asks.set(id, { ...ask, verdict, expiresAt: Date.now() + ANSWER_KEPT_MS });
    this.#changed();
    return true;
  }

  #remove(id: string): void {
    if (this.#asks.delete(id)) this.#changed();
  }

  #forgetOld(): void {
    for (const { id, expiresAt } of this.#asks.values())
      if (expiresAt < Date.now() && !this.#waiting.has(id)) this.#asks.delete(id);
  }

  #changed(): void {
    try {
      const kept = [...this.#asks.values()].map(({ summary, reason, ...rest }) => rest);
      writePrivateFile(this.#file, JSON.stringify({ format: 1, asks: kept }));
    } catch {
      // A full disk costs the memory of open questions after a restart, not the answers to those that wait.
    }
    this.#onChange();
  }
}

function describe(agent: string, hash: string, { event, decision }: HeldQuestion, expiresAt: number): Ask {
  const tool = String(event.payload["tool_name"] ?? event.name);
  const input = decision.input ?? event.payload["tool_input"];
  return {
    id: randomName(4),
    hash,
    agent,
    tool,
    at: new Date().toISOString(),
    expiresAt,
    summary: primaryArgument(tool, input) ?? JSON.stringify(input ?? {}),
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
  };
}

function hashOf(agent: string, { event, decision }: HeldQuestion): string {
  const { cwd, tool_name, tool_input, prompt } = event.payload;
  return sha256(
    canonicalJson([agent, event.name, cwd ?? null, tool_name ?? null, decision.input ?? tool_input ?? prompt]),
  );
}

function stored(file: string): Ask[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(value) && value["format"] === 1 && Array.isArray(value["asks"]) ? (value["asks"] as Ask[]) : [];
  } catch {
    return []; // nothing was asked yet, or the file is damaged: the agents ask again
  }
}
