/**
 * Converts a record to spans: one for the event, one for each hook, and one for a tool from its start to its end, keyed
 * by the call id. A session is one trace.
 */
import type { EventRecord } from "../../core/records/records.js";
import { type Span, span, spanId, traceId } from "./span.js";

interface OpenTool {
  readonly record: EventRecord;
  readonly call: string;
}

/** Calls without a reported end. */
const OPEN_LIMIT = 1_000;
const ENDS = new Set(["PostToolUse", "PostToolUseFailure"]);

export class SpanMaker {
  readonly #open = new Map<string, OpenTool>();

  take(record: EventRecord): Span[] {
    const call = textIn(record, "tool_use_id");
    const tools = call === undefined ? [] : this.#tool(record, call);
    const left = record.event === "SessionEnd" ? this.#close((open) => open.session === record.session) : [];
    return [...tools, ...left, eventSpan(record, call), ...hookSpans(record)];
  }

  /** Open tool calls, as far as they are known. */
  close(): Span[] {
    return this.#close(() => true);
  }

  #tool(record: EventRecord, call: string): Span[] {
    const id = toolSpanId(record, call);
    if (record.event === "PreToolUse") {
      const oldest = this.#open.size >= OPEN_LIMIT ? this.#open.keys().next().value : undefined;
      const evicted = oldest === undefined ? [] : this.#close((_, key) => key === oldest);
      if ((record.sent ?? record).verdict === "deny") return [...evicted, toolSpan({ record, call }, record.at, true)];
      this.#open.set(id, { record, call });
      return evicted;
    }
    if (!ENDS.has(record.event)) return [];
    const began = this.#open.get(id);
    this.#open.delete(id);
    const end = record.at - record.ms;
    const took = numberIn(record, "duration_ms") ?? 0;
    const failed = record.event === "PostToolUseFailure" || record.payload["is_error"] === true;
    return [toolSpan({ record, call }, began?.record.at ?? end - took, failed, end)];
  }

  #close(isMeant: (record: EventRecord, key: string) => boolean): Span[] {
    const meant = [...this.#open].filter(([key, { record }]) => isMeant(record, key));
    for (const [key] of meant) this.#open.delete(key);
    return meant.map(([, open]) => toolSpan(open, open.record.at, false));
  }
}

function toolSpan({ record, call }: OpenTool, start: number, failed: boolean, end?: number): Span {
  const tool = textIn(record, "tool_name") ?? "tool";
  return span({
    trace: traceOf(record),
    id: toolSpanId(record, call),
    name: `tool ${tool}`,
    start,
    end: end ?? start,
    failed,
    attributes: {
      ...common(record),
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.call.id": call,
      "snaphook.exit_code": numberIn(record, "exit_code"),
      ...(end === undefined ? { "snaphook.tool.ended": false } : {}),
    },
  });
}

function eventSpan(record: EventRecord, call: string | undefined): Span {
  return span({
    trace: traceOf(record),
    id: spanId(record.id),
    parent: call === undefined ? undefined : toolSpanId(record, call),
    name: record.event,
    start: record.at - record.ms,
    end: record.at,
    attributes: {
      ...common(record),
      "snaphook.event": record.event,
      "snaphook.event.native": record.native,
      "snaphook.record": record.id,
      "snaphook.verdict": record.verdict,
      "snaphook.sent": record.sent?.verdict,
      "snaphook.way": record.way,
      "gen_ai.tool.name": textIn(record, "tool_name"),
      "gen_ai.tool.call.id": call,
    },
  });
}

function hookSpans(record: EventRecord): Span[] {
  const start = record.at - record.ms;
  return record.hooks.map((hook, index) =>
    span({
      trace: traceOf(record),
      id: spanId(record.id, "hook", String(index)),
      parent: spanId(record.id),
      name: `hook ${hook.id}`,
      start,
      end: start + hook.ms,
      failed: hook.outcome === "failed",
      attributes: {
        ...common(record),
        "snaphook.hook": hook.id,
        "snaphook.hook.outcome": hook.outcome,
        "snaphook.hook.cause": hook.cause,
        "snaphook.hook.answered": hook.answered,
        "gen_ai.tool.call.id": textIn(record, "tool_use_id"),
      },
    }),
  );
}

function common(record: EventRecord): Readonly<Record<string, string | undefined>> {
  return { "session.id": record.session, "snaphook.agent": record.agent };
}

/** An event without a session is its own trace. */
function traceOf({ session, agent, id }: EventRecord): string {
  return session === undefined ? traceId("record", id) : traceId("session", agent, session);
}

function toolSpanId({ agent, session = "" }: EventRecord, call: string): string {
  return spanId("tool", agent, session, call);
}

function textIn({ payload }: EventRecord, field: string): string | undefined {
  const value = payload[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberIn({ payload }: EventRecord, field: string): number | undefined {
  const value = payload[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
