/** Passes what happens on to those who follow it: views of every kind, and exporters of records. */
import { withoutEvidence } from "../../core/records/evidence.js";
import type { EventRecord } from "../../core/records/records.js";
import { redactJson } from "../../core/redact/json.js";
import { randomName } from "../../disk/digest.js";
import type { Observer } from "../../engine/observers.js";
import type { AgentCall } from "../../runtime/call/types.js";
import type { OpenAsk, StreamLine } from "../api.js";

export type Listener = (line: StreamLine) => void;

export interface WatchOptions {
  /** A person can answer questions in it. */
  readonly canAnswer?: boolean;
  /** It also gets events that a program without the daemon recorded. */
  readonly withLate?: boolean;
  /** It does not get lines about single hooks, which are made while the agent waits. */
  readonly withoutHooks?: boolean;
}

export class EventFeed {
  readonly #listeners = new Set<Listener>();
  readonly #desks = new Set<Listener>();
  readonly #late = new Set<Listener>();
  readonly #ofHooks = new Set<Listener>();
  readonly #sinks = new Set<(record: EventRecord) => void>();

  /** A reader wants lines about single hooks. */
  get wantsHooks(): boolean {
    return this.#ofHooks.size > 0;
  }

  /** A view is open in which a person can answer. */
  get isAttended(): boolean {
    return this.#desks.size > 0;
  }

  /** Returns a function that unsubscribes, and tells whether a person could answer there. */
  watch(
    listener: Listener,
    { canAnswer = false, withLate = false, withoutHooks = false }: WatchOptions = {},
  ): () => boolean {
    this.#listeners.add(listener);
    if (!withoutHooks) this.#ofHooks.add(listener);
    if (withLate) this.#late.add(listener);
    if (canAnswer) this.#desks.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.#late.delete(listener);
      this.#ofHooks.delete(listener);
      return this.#desks.delete(listener);
    };
  }

  /** Subscribes exporters to all later records. Returns a function that unsubscribes. */
  onRecord(sink: (record: EventRecord) => void): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  tell(line: StreamLine): void {
    for (const listener of this.#listeners) listener(line);
  }

  tellQuestions(open: readonly OpenAsk[]): void {
    this.tell({ kind: "asks", open: open.map(inBrief) });
  }

  tellRecord(record: EventRecord): void {
    const shown = withoutEvidence(record);
    this.tell({ kind: "event", record: shown });
    for (const sink of this.#sinks) sink(shown);
  }

  tellLateRecord(record: EventRecord): void {
    for (const listener of this.#late) listener({ kind: "event", record: withoutEvidence(record) });
  }

  /** A hook's messages may contain anything; ids of different calls are distinguished. */
  observerFor({ adapter, payload }: Pick<AgentCall, "adapter" | "payload">): Observer {
    const call = randomName(4);
    const session = payload?.["session_id"];
    return (seen) => {
      const hook = { ...redactJson({ ...seen }), id: `${call}-${seen.id}` };
      const of = { agent: adapter.name, ...(typeof session === "string" ? { session } : {}) };
      for (const listener of this.#ofHooks) listener({ kind: "hook", ...of, hook });
    };
  }
}

/** A question may contain megabytes; viewers see its start and end, and request the whole. */
const SHOWN_CHARS = 20_000;

function inBrief(ask: OpenAsk): OpenAsk {
  const { length } = ask.input;
  if (length <= SHOWN_CHARS) return ask;
  const half = SHOWN_CHARS / 2;
  const input = `${ask.input.slice(0, half)}\n[… ${length - SHOWN_CHARS} characters are not shown here …]\n${ask.input.slice(-half)}`;
  return { ...ask, input };
}
