import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import codex from "../../src/adapters/codex/index.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { readLogs } from "../../src/daemon/otlp-import/decode-json.js";
import { decodeLogRequest } from "../../src/daemon/otlp-import/decode-protobuf.js";
import { PROTOBUF, takeOtlpLogs } from "../../src/daemon/otlp-import/intake.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { ROOT } from "../architecture/source-tree.js";
import { ApiPlace } from "../support/api-place.js";
import { toProtobuf } from "../support/otlp-protobuf.js";

const NOW = Date.parse("2026-11-15T08:00:00Z");
const SESSION = "01a1ddfd-da39-7122-9f11-c11a73428bd5";
const recorded = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, "test/fixtures/codex-otel", `${name}.json`), "utf8")) as JsonObject;

function recordsIn(body: unknown, now = NOW) {
  const taken = takeOtlpLogs({ contentType: "application/json", body, bytes: new Uint8Array() }, now);
  if ("error" in taken) throw new Error(taken.error);
  return taken.records;
}

/** One record with these attributes, as text. */
function told(attributes: Readonly<Record<string, string>>, more: JsonObject = {}): JsonObject {
  const list = Object.entries({ "conversation.id": "s", ...attributes }).map(([key, stringValue]) => ({
    key,
    value: { stringValue },
  }));
  return { resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes: list, ...more }] }] }] };
}

describe("Codex's telemetry as events", () => {
  it("AD-13 replays a recorded session: its start, the prompt, the approval and the tool, and none of the noise", () => {
    const records = [...recordsIn(recorded("batch-1")), ...recordsIn(recorded("batch-2"))];
    expect(records.map(({ event, native }) => `${event} ${native}`)).toEqual([
      "SessionStart codex.conversation_starts",
      "UserPromptSubmit codex.user_prompt",
      "PermissionResult codex.tool_decision",
      "PostToolUse codex.tool_result",
    ]);
    for (const record of records)
      expect(record).toMatchObject({ way: "otlp", agent: "codex", session: SESSION, verdict: "none", hooks: [] });
    const [start, prompt, decision, result] = records;
    expect(start!.at).toBe(Date.parse("2026-11-15T06:56:03.705Z"));
    expect(start!.payload).toMatchObject({ model: "gpt-5.1-codex", permission_mode: "bypassPermissions" });
    expect(prompt!.payload["prompt"]).toBe("please run it");
    expect(decision!.payload).toMatchObject({ tool_name: "Bash", decision: "approved", decided_by: "Config" });
    expect(result!.payload).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "echo hello-from-tool" },
      tool_use_id: "call_1",
      exit_code: 0,
      duration_ms: 62,
    });
  });

  it("AD-13 a prompt that Codex keeps to itself is told by its length", () => {
    const prompt = (attributes: Readonly<Record<string, string>>) =>
      recordsIn(told({ "event.name": "codex.user_prompt", ...attributes }))[0]!.payload["prompt"];
    expect(prompt({ prompt_length: "13", prompt: "[REDACTED]" })).toBe("[Prompt redacted, 13 chars]");
    expect(prompt({ prompt_length: "7" })).toBe("[Prompt redacted, 7 chars]");
    expect(prompt({ prompt_length: "4", prompt: "here" })).toBe("here");
  });

  it("AD-13 a command that failed is a failure although Codex counts it as a success", () => {
    const [record] = recordsIn(recorded("tool_result.ok.fail"));
    expect(record).toMatchObject({ event: "PostToolUseFailure", payload: { exit_code: 3, is_error: true } });
    expect(record!.payload["error"]).toBe("exit code 3");
  });

  it("AD-13 a refused call is a failure with what was said, and a permission event of its own", () => {
    const [failure] = recordsIn(recorded("tool_result.fail.as_deny"));
    expect(failure).toMatchObject({ event: "PostToolUseFailure", payload: { is_error: true, tool_use_id: "call_1" } });
    expect(failure!.payload["error"]).toContain("PERM-DENY-MSG");
    const [denied] = recordsIn(recorded("tool_decision.denied.Config"));
    expect(denied).toMatchObject({ event: "PermissionResult", payload: { decision: "denied", decided_by: "Config" } });
    const [approved] = recordsIn(recorded("tool_decision.approved.User"));
    expect(approved).toMatchObject({
      event: "PermissionResult",
      payload: { decision: "approved", decided_by: "User" },
    });
  });

  it("a tool of a server has its usual name, and its output without Codex's lines before it", () => {
    const [record] = recordsIn(recorded("tool_result.ok.mcp"));
    expect(record!.payload).toMatchObject({ tool_name: "mcp__mem__put", tool_input: { k: "v" } });
    expect(record!.payload["exit_code"]).toBeUndefined();
  });

  it("believes only the head of an output, because a tool may print anything", () => {
    const result = (output: string) =>
      recordsIn(told({ "event.name": "codex.tool_result", tool_name: "exec_command", success: "true", output }))[0]!;
    const forged = "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nProcess exited with code 9\n";
    expect(result(forged)).toMatchObject({ event: "PostToolUse", payload: { exit_code: 0 } });
    expect(result("Process exited with code 9 is what I print").payload["exit_code"]).toBeUndefined();
    expect(result("Wall time: 0.1 seconds\nProcess exited with code -1\nOutput:\n").event).toBe("PostToolUseFailure");
  });

  it("a patch is told with the files it changes", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch";
    const attributes = { "event.name": "codex.tool_result", tool_name: "apply_patch", success: "true" };
    const [record] = recordsIn(told({ ...attributes, arguments: patch }));
    expect(record!.payload).toMatchObject({ tool_name: "Edit", tool_input: { file_path: "src/a.ts" } });
  });

  it("AD-13 a batch that is sent again has the same ids, in either form", () => {
    const batch = recorded("batch-2");
    const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
    const first = ids(recordsIn(batch));
    expect(ids(recordsIn(batch, NOW + 60_000))).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
    const binary = takeOtlpLogs({ contentType: PROTOBUF, body: undefined, bytes: toProtobuf(batch) }, NOW);
    expect(binary).toEqual({ records: recordsIn(batch) });
  });

  it("AD-13 meets what a hook told of the same call, also where that one calls it a success", () => {
    const call = { session_id: "01a1de04-a8aa-7232-9d92-54330b70e4cf", tool_use_id: "call_1", tool_name: "Bash" };
    const hook = codex.decode("PostToolUse", { ...call, tool_input: { command: "exit 3" }, tool_response: "" });
    const facts = { id: "1", at: NOW, way: "daemon", agent: "codex", presence: "unknown", ms: 1 } as const;
    const { dedupe, dedupeMs } = recordOf({ ...facts, event: hook, decision: NO_DECISION });
    expect(dedupe).toBeDefined();
    expect(recordsIn(recorded("tool_result.ok.fail"))[0]).toMatchObject({ dedupe });
    expect(dedupeMs).toBeUndefined();
  });

  it("a time that cannot be is replaced by the time of arrival", () => {
    const at = (attributes: Readonly<Record<string, string>>, more?: JsonObject) =>
      recordsIn(told({ "event.name": "codex.user_prompt", prompt: "p", ...attributes }, more))[0]!.at;
    expect(at({ "event.timestamp": "9999-01-01T00:00:00Z" })).toBe(NOW);
    expect(at({ "event.timestamp": "soon" })).toBe(NOW);
    expect(at({}, { timeUnixNano: "0", observedTimeUnixNano: "1794725764534494712" })).toBe(1_794_725_764_534);
  });

  it("keeps no secret of a command", () => {
    const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
    const attributes = { "event.name": "codex.tool_result", tool_name: "exec_command", success: "true", output: key };
    const [record] = recordsIn(told({ ...attributes, arguments: JSON.stringify({ cmd: `curl -H x:${key} h` }) }));
    expect(JSON.stringify(record)).not.toContain(key);
  });
});

describe("reading OTLP", () => {
  it("reads every kind of value, in both forms alike", () => {
    const values = {
      text: [{ stringValue: "ä" }, "ä"],
      yes: [{ boolValue: true }, true],
      less: [{ intValue: "-5" }, -5],
      large: [{ intValue: "9007199254740993" }, "9007199254740993"],
      half: [{ doubleValue: 0.5 }, 0.5],
      list: [{ arrayValue: { values: [{ stringValue: "a" }, { boolValue: false }] } }, ["a", false]],
      map: [{ kvlistValue: { values: [{ key: "k", value: { intValue: "1" } }] } }, { k: 1 }],
    };
    const attributes = Object.entries(values).map(([key, [value]]) => ({ key, value }));
    const request = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes, observedTimeUnixNano: "17", timeUnixNano: "0" }] }] }],
    };
    const expected = Object.fromEntries(Object.entries(values).map(([key, [, value]]) => [key, value]));
    expect(readLogs(request)).toEqual([{ observed: "17", attributes: expected }]);
    expect(readLogs(decodeLogRequest(toProtobuf(request))!)).toEqual(readLogs(request));
  });

  it("is total: rubbish, half a message and endless nesting are refused or read as nothing", () => {
    const bytes = toProtobuf(recorded("batch-1"));
    for (let end = 1; end < bytes.length; end += 97) decodeLogRequest(bytes.subarray(0, end));
    expect(decodeLogRequest(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    const nested = (levels: number) => {
      let value: JsonObject = { stringValue: "x" };
      for (let i = 0; i < levels; i++) value = { arrayValue: { values: [value] } };
      return told({}, { attributes: [{ key: "a", value }] });
    };
    expect(readLogs(nested(3_000))).toHaveLength(1);
    expect(decodeLogRequest(toProtobuf(nested(4)))).toBeDefined();
    expect(decodeLogRequest(toProtobuf(nested(100)))).toBeUndefined();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (some) => void decodeLogRequest(some)));
    fc.assert(
      fc.property(fc.jsonValue(), (some) => {
        expect(recordsIn({ resourceLogs: [{ scopeLogs: [{ logRecords: [some] }] }] })).toEqual([]);
      }),
    );
  });

  it("what is no request is an error, an empty one is none", () => {
    const take = (contentType: string, body: unknown, bytes = new Uint8Array([0xff])) =>
      takeOtlpLogs({ contentType, body, bytes }, NOW);
    expect(take("application/json", [])).toHaveProperty("error");
    expect(take(PROTOBUF, undefined)).toHaveProperty("error");
    expect(take(PROTOBUF, undefined, new Uint8Array())).toEqual({ records: [] });
    expect(take("application/json", {})).toEqual({ records: [] });
  });
});

describe("the way in over HTTP", () => {
  const open = async () => {
    const place = await ApiPlace.open();
    const post = (path: string, body: unknown, headers = {}) =>
      place.post(path, body, { token: place.tokens.hooks, headers });
    return { place, post };
  };
  const binary = (place: ApiPlace, path: string, body: Buffer) => {
    const head = `host: 127.0.0.1:${place.port}\r\nauthorization: Bearer ${place.tokens.hooks}\r\nconnection: close`;
    const kind = `content-type: ${PROTOBUF}\r\ncontent-length: ${body.length}`;
    return place.raw(Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${kind}\r\n\r\n`), body]));
  };

  it("AD-13 stores a recorded session that can be looked at, and a batch that is sent again once", async () => {
    const { place, post } = await open();
    for (const name of ["batch-1", "batch-2", "batch-1", "batch-2"])
      expect(await post("/v1/logs", recorded(name))).toMatchObject({ status: 200, json: {} });
    expect((await place.events()).map(({ event }) => event).sort()).toEqual([
      "PermissionResult",
      "PostToolUse",
      "SessionStart",
      "UserPromptSubmit",
    ]);
    const detail = await place.store.session(SESSION);
    expect(detail?.session).toMatchObject({ agent: "codex", model: "gpt-5.1-codex" });
    expect(detail?.batches.map(({ prompt }) => prompt)).toEqual(["please run it"]);
    expect(detail?.activities.filter(({ kind }) => kind === "tool")).toMatchObject([{ name: "Bash", success: true }]);
  });

  it("AD-13 no hook runs for telemetry", async () => {
    const { place, post } = await open();
    const mark = join(place.root, "ran");
    place.writeHooks({ PostToolUse: [{ id: "mark", command: `touch ${mark}` }] });
    await post("/v1/logs", recorded("batch-2"));
    expect(await place.events()).toHaveLength(2);
    expect(existsSync(mark)).toBe(false);
  });

  it("takes the binary form and answers in it", async () => {
    const { place } = await open();
    const got = await binary(place, "/v1/logs", toProtobuf(recorded("batch-2")));
    expect(got).toMatchObject({ status: 200, text: "", headers: { "content-type": PROTOBUF } });
    expect(await place.events()).toHaveLength(2);
    expect(await binary(place, "/v1/logs", Buffer.from([0xff]))).toMatchObject({ status: 400 });
  });

  it("where hooks tell of the same session, telemetry adds only what they do not", async () => {
    const { place, post } = await open();
    const call = { session_id: SESSION, cwd: place.project };
    const bash = { tool_name: "Bash", tool_input: { command: "echo hello-from-tool" }, tool_use_id: "call_1" };
    for (const [event, payload] of Object.entries({
      SessionStart: { ...call, source: "startup" },
      UserPromptSubmit: { ...call, prompt: "please run it" },
      PostToolUse: { ...call, ...bash, tool_response: "hello-from-tool" },
    }))
      await place.services.answer({
        agent: "codex",
        event,
        payload,
        cwd: place.project,
        environment: {},
        way: "daemon",
      });
    for (const name of ["batch-1", "batch-2"]) await post("/v1/logs", recorded(name));
    const detail = await place.store.session(SESSION);
    expect(detail?.batches).toHaveLength(1);
    expect(detail?.activities.filter(({ kind }) => kind === "tool")).toHaveLength(1);
    const added = (await place.events()).filter(({ way }) => way === "otlp");
    expect(added.map(({ event }) => event)).toContain("PermissionResult");
    expect(added.map(({ event }) => event)).not.toContain("UserPromptSubmit");
  });

  it("takes spans and metrics and leaves them alone; needs the token; refuses what is no request", async () => {
    const { place, post } = await open();
    for (const path of ["/v1/traces", "/v1/metrics"]) {
      expect(await post(path, { resourceSpans: [] })).toMatchObject({ status: 200, json: {} });
      expect(await binary(place, path, Buffer.from([0xff]))).toMatchObject({ status: 200, text: "" });
    }
    expect(await post("/v1/logs", [])).toMatchObject({ status: 400, json: { error: { code: "BODY_INVALID" } } });
    expect(await post("/v1/logs", "x", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await place.post("/v1/logs", {}, { token: null })).toMatchObject({ status: 401 });
    expect(await place.get("/v1/logs")).toMatchObject({ status: 405 });
    expect(await place.events()).toEqual([]);
  });

  it("a store that refuses is told to the sender, who will try again", async () => {
    const { place, post } = await open();
    await place.store.close();
    expect(await post("/v1/logs", recorded("batch-1"))).toMatchObject({ status: 503 });
  });
});
