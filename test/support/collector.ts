/** A collector of spans on a port of this machine: keeps what it was sent. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code: number };
  readonly facts: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

export interface Collector {
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  readonly spans: SentSpan[];
}

/** `answer` says the status; undefined = it never answers. */
export async function startCollector(answer: () => number | undefined = () => 200): Promise<Collector> {
  const requests: Collector["requests"] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      const status = answer();
      if (status !== undefined) response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get spans() {
      return requests.flatMap(({ body }) => spansIn(body));
    },
  };
}

interface RawSpan extends Omit<SentSpan, "facts" | "ms"> {
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

function spansIn(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: RawSpan[] }[] }[];
  };
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return spans.map((span) => ({
    ...span,
    facts: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  }));
}
