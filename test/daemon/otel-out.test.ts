import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventRecord } from "../../src/core/records/records.js";
import { createOtelExporter, type OtelExporterOptions } from "../../src/daemon/otlp-export/exporter.js";
import { startCollector } from "../support/collector.js";

const AT = 1_800_000_000_000;
let count = 0;

function record(event: string, payload: EventRecord["payload"] = {}, more: Partial<EventRecord> = {}): EventRecord {
  const base = { agent: "claude-code", way: "daemon", presence: "unknown", ms: 4, verdict: "none", notes: [] } as const;
  return { ...base, id: `r${++count}`, at: AT, event, session: "s1", hooks: [], payload, ...more };
}

function exporting(endpoint: string, more: Partial<OtelExporterOptions> = {}) {
  const exporter = createOtelExporter({ endpoint, ...more });
  onTestFinished(() => exporter.close());
  return exporter;
}

const call = (tool_use_id: string) => ({ tool_name: "Bash", tool_use_id });
const ran = { id: "no-push", source: "user", outcome: "deny", ms: 3 } as const;

describe("OpenTelemetry out", () => {
  it("OB-04 sends spans for event, hook and tool, keyed by the id of the call", async () => {
    const collector = await startCollector();
    const exporter = exporting(collector.url, { headers: { "x-key": "k" } });
    exporter.take(record("PreToolUse", call("t1"), { hooks: [{ ...ran, outcome: "none" }] }));
    exporter.take(record("PreToolUse", call("t2")));
    exporter.take(record("PostToolUse", call("t1"), { at: AT + 104 }));
    exporter.take(record("PostToolUseFailure", { ...call("t2"), exit_code: 3 }, { at: AT + 204 }));
    await exporter.flush();

    const { path, headers } = collector.requests[0]!;
    expect([path, headers["content-type"], headers["x-key"]]).toEqual(["/v1/traces", "application/json", "k"]);
    const { spans } = collector;
    const of = (id: string) => spans.filter(({ facts }) => facts["gen_ai.tool.call.id"] === id);
    expect(of("t1").map(({ name }) => name)).toEqual(["PreToolUse", "hook no-push", "tool Bash", "PostToolUse"]);
    expect(of("t2").map(({ name }) => name)).toEqual(["PreToolUse", "tool Bash", "PostToolUseFailure"]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);

    const [pre, hook, tool, post] = of("t1");
    expect(pre!.parentSpanId).toBe(tool!.spanId);
    expect(post!.parentSpanId).toBe(tool!.spanId);
    expect(hook!.parentSpanId).toBe(pre!.spanId);
    expect([pre!.ms, hook!.ms, tool!.ms, post!.ms]).toEqual([4, 3, 100, 4]);
    expect(pre!.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(pre!.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(tool!.status.code).toBe(0);
    expect(of("t2")[1]!.status.code).toBe(2);
    expect(of("t2")[1]!.facts).toMatchObject({ "snaphook.exit_code": "3", "session.id": "s1" });
  });

  it("the same record has the same ids in another run, another session another trace", async () => {
    const collector = await startCollector();
    const first = record("Stop");
    for (const one of [first, first, { ...first, id: "other", session: "s2" }]) {
      const exporter = exporting(collector.url);
      exporter.take(one);
      await exporter.close();
    }
    const [a, b, c] = collector.spans;
    expect([b!.traceId, b!.spanId]).toEqual([a!.traceId, a!.spanId]);
    expect(c!.traceId).not.toBe(a!.traceId);
  });

  it("a question that the agent was sent as a denial is told as both", async () => {
    const collector = await startCollector();
    const exporter = exporting(collector.url);
    exporter.take(record("PreToolUse", call("asked"), { verdict: "ask", sent: { verdict: "deny" }, hooks: [ran] }));
    await exporter.flush();
    const [event, tool] = ["PreToolUse", "tool Bash"].map((name) => collector.spans.find((one) => one.name === name)!);
    expect(event!.facts).toMatchObject({ "snaphook.verdict": "ask", "snaphook.sent": "deny" });
    expect(tool!.status.code).toBe(2);
  });

  it("a tool that was denied or never ended is told as such", async () => {
    const collector = await startCollector();
    const exporter = exporting(collector.url);
    exporter.take(record("PreToolUse", call("denied"), { verdict: "deny", hooks: [ran] }));
    exporter.take(record("PreToolUse", call("left")));
    exporter.take(record("PreToolUse", call("elsewhere"), { session: "s2" }));
    exporter.take(record("SessionEnd"));
    await exporter.flush();
    const tools = () => collector.spans.filter(({ name }) => name === "tool Bash");
    const ids = () => tools().map(({ facts }) => facts["gen_ai.tool.call.id"]);
    expect(ids()).toEqual(["denied", "left"]);
    expect(tools().map(({ status }) => status.code)).toEqual([2, 0]);
    await exporter.close();
    expect(ids()).toEqual(["denied", "left", "elsewhere"]);
    expect(tools().every(({ facts }) => facts["snaphook.tool.ended"] === false)).toBe(true);
  });

  it("OB-04 sends names, verdicts and ids, never what a payload or a reason holds", async () => {
    const collector = await startCollector();
    const exporter = exporting(collector.url);
    const secret = "hunter2-planted-secret";
    const payload = {
      ...call("t"),
      tool_input: { command: secret },
      tool_output: secret,
      prompt: secret,
      error: secret,
    };
    const more = {
      reason: secret,
      project: `/home/${secret}`,
      hooks: [{ ...ran, source: `/home/${secret}`, did: [secret] }],
    };
    for (const event of ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop"])
      exporter.take(record(event, payload, more));
    await exporter.close();
    expect(collector.spans.length).toBeGreaterThan(8);
    expect(collector.requests.map(({ body }) => body).join("")).not.toContain("hunter2");
  });

  it("waits for more before it sends, and not longer than it should", async () => {
    const collector = await startCollector();
    const patient = exporting(collector.url, { batchMs: 3_600_000 });
    for (let i = 0; i < 250; i++) patient.take(record("Stop"));
    await expect.poll(() => collector.spans.length).toBe(250); // a batch that is full is sent at once
    const requests = collector.requests.length;
    for (let i = 0; i < 3; i++) patient.take(record("Stop"));
    await patient.close();
    expect(collector.spans).toHaveLength(253);
    expect(collector.requests).toHaveLength(requests + 1); // the three waited for each other
    const exporter = exporting(collector.url, { batchMs: 20 });
    exporter.take(record("Stop"));
    await expect.poll(() => collector.spans.length).toBe(254);
    expect([patient.dropped, exporter.dropped]).toEqual([0, 0]);
  });

  it("a collector that is not there costs the spans and nothing else, and they are counted", async () => {
    const exporter = exporting(`http://127.0.0.1:${await freePort()}`);
    for (let i = 0; i < 450; i++) exporter.take(record("Stop"));
    await exporter.flush();
    expect(exporter.dropped).toBe(450);
    expect(exporter.problem).toMatch(/ECONNREFUSED/);
  });

  it("a collector that refuses or says nothing is given up in time; the oldest spans go first", async () => {
    const refusing = await startCollector(() => 500);
    const refused = exporting(refusing.url);
    refused.take(record("Stop"));
    await refused.flush();
    expect([refused.dropped, refused.problem]).toEqual([1, "the collector answered 500"]);

    const silent = await startCollector(() => undefined);
    const exporter = exporting(silent.url, { fetchTimeoutMs: 200, queueLimit: 300 });
    for (let i = 0; i < 1_000; i++) exporter.take(record("Stop"));
    expect(exporter.dropped).toBe(500); // 200 are on their way, 300 wait
    await exporter.close();
    expect(exporter.dropped).toBe(1_000);
    exporter.take(record("Stop"));
    await exporter.flush();
    expect(silent.requests.length).toBeLessThanOrEqual(1); // what waited behind it was never sent
  });

  it("a header that cannot be sent is told, not thrown", async () => {
    const collector = await startCollector();
    const exporter = exporting(collector.url, { headers: { "x-key": "a\nb" } });
    exporter.take(record("Stop"));
    await exporter.flush();
    expect(exporter.dropped).toBe(1);
  });

  it("keeps the path of an endpoint that has one", async () => {
    const collector = await startCollector();
    for (const path of ["/api/otel/", "/v1/traces"]) {
      const exporter = exporting(`${collector.url}${path}`);
      exporter.take(record("Stop"));
      await exporter.flush();
    }
    expect(collector.requests.map(({ path }) => path)).toEqual(["/api/otel/v1/traces", "/v1/traces"]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
