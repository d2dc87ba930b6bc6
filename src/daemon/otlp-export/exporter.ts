/**
 * OpenTelemetry export (OB-04): spans to a collector, by OTLP over HTTP in JSON. Loaded only if the settings name an
 * endpoint. It never delays a call: what cannot be sent is dropped and counted.
 */
import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { EventRecord } from "../../core/records/records.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { send } from "./send.js";
import type { Span } from "./span.js";
import { SpanMaker } from "./spans-of.js";

export interface OtelExporterOptions {
  /** The collector; `/v1/traces` is appended if missing. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout of one request. */
  readonly fetchTimeoutMs?: number;
  readonly batchMs?: number;
  readonly queueLimit?: number;
}

export interface OtelExporter {
  take(record: EventRecord): void;
  /** Sends the queue. */
  flush(): Promise<void>;
  /** Sends the queue while the collector accepts it; then accepts nothing more. */
  close(): Promise<void>;
  /** Spans that were not sent. */
  readonly dropped: number;
  /** Why the last ones were not. */
  readonly problem: string | undefined;
}

const TIMEOUT_MS = 5_000;
const BATCH_MS = 5_000;
const BATCH_SPANS = 200;
const QUEUE_LIMIT = 5_000;

/** Throws if the endpoint is not a URL; the settings were checked before. */
export function createOtelExporter(options: OtelExporterOptions): OtelExporter {
  const {
    headers = {},
    fetchTimeoutMs: timeoutMs = TIMEOUT_MS,
    batchMs = BATCH_MS,
    queueLimit = QUEUE_LIMIT,
  } = options;
  const url = tracesUrl(options.endpoint);
  const agent = new (url.protocol === "https:" ? SecureAgent : PlainAgent)({ keepAlive: true, maxSockets: 1 });
  const target = { url, headers, timeoutMs, agent };
  const maker = new SpanMaker();
  const version = packageVersion();
  const queue: Span[] = [];
  let dropped = 0;
  let problem: string | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const put = (spans: readonly Span[]) => {
    queue.push(...spans);
    const over = queue.length - queueLimit;
    if (over > 0) drop(queue.splice(0, over).length, "spans came faster than the collector took them");
  };
  const drop = (count: number, why: string) => {
    dropped += count;
    problem = why;
  };
  /** One request at a time. No retries: later spans show that it works again. */
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_SPANS);
      const failure = await send(target, JSON.stringify(requestOf(batch, version)));
      if (failure !== undefined) drop(batch.length, failure);
      if (failure !== undefined && closed) drop(queue.splice(0).length, failure);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  return {
    take(record) {
      if (closed) return;
      put(maker.take(record));
      if (queue.length >= BATCH_SPANS) void flush();
      else timer ??= setTimeout(() => void flush(), batchMs).unref();
    },
    flush,
    async close() {
      closed = true;
      put(maker.close());
      await flush();
      await flush(); // queued while the first one was being sent
      agent.destroy();
    },
    get dropped() {
      return dropped;
    },
    get problem() {
      return problem;
    },
  };
}

function tracesUrl(endpoint: string): URL {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith("/v1/traces")) url.pathname = `${url.pathname.replace(/\/{1,20}$/, "")}/v1/traces`;
  return url;
}

function requestOf(spans: readonly Span[], version: string) {
  const attributes = [{ key: "service.name", value: { stringValue: "snaphook" } }];
  const scope = { name: "snaphook", version };
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope, spans }] }] };
}
