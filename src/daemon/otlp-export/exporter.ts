/**
 * OpenTelemetry out (OB-04): spans to a collector, by OTLP over HTTP in JSON. Loaded only where the person's settings
 * name an endpoint. Nobody ever waits for it: what cannot be sent is dropped and counted.
 */
import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { EventRecord } from "../../core/records/records.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { send } from "./send.js";
import type { Span } from "./span.js";
import { SpanMaker } from "./spans-of.js";

export interface OtelExporterOptions {
  /** The collector; `/v1/traces` is added where the path does not end so. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long one request may take. */
  readonly fetchTimeoutMs?: number;
  readonly batchMs?: number;
  readonly queueLimit?: number;
}

export interface OtelExporter {
  take(record: EventRecord): void;
  /** Sends what is waiting. */
  flush(): Promise<void>;
  /** Sends what is waiting, as long as the collector takes it; nothing is taken afterwards. */
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

/** Throws when the endpoint is no address; the settings were checked before. */
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
  /** One request after the other. A collector that fails gets no second try: the next spans will show. */
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
      await flush(); // what came in while the first one was on its way
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
