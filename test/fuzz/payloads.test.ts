/** Recorded payloads of every agent, spoiled: nothing throws, and a guard that denies everything is heard. */
import { expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { capabilityFor } from "../../src/adapters/_shared/event-table.js";
import type { NativeAnswer } from "../../src/adapters/contract.js";
import { degrade } from "../../src/core/decision/capability.js";
import { EVENTS } from "../../src/core/events/events.js";
import { isRecord, parseObject } from "../../src/core/text/json.js";
import { parsePayload } from "../../src/runtime/call/read-call.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { newRecordId } from "../../src/runtime/record/record-id.js";
import { admitted } from "../support/hook-specs.js";
import { type RealEngine, realEngine } from "../support/real-engine.js";
import { type Recorded, recordedPayloads } from "../support/recorded-payloads.js";
import { DENIALS } from "./denials.js";
import { mutateBytes, mutateJson } from "./mutate.js";
import { fuzz } from "./runs.js";

const NO = "the harbour is closed";
/** The agent sends the same name for something that nobody gates, and the payload alone says which it is. */
const PAYLOAD_DECIDES = new Set([
  "opencode chat.message", // the start of a subagent
  "kilo chat.message",
  "qwen UserPromptSubmit", // a tool's result, a stop hook's reason
  "qwen TodoCreated", // told once more when it is written
  "qwen TodoCompleted",
]);

interface Sent {
  readonly agent: string;
  readonly event: string;
  readonly payload: Recorded["payload"];
}

function recorded(): Sent[] {
  return Object.values(ADAPTERS).flatMap((adapter) => {
    const call = adapter.shellCall("ls", "/");
    return [...recordedPayloads(adapter), call].map(({ event, payload }) => ({ agent: adapter.name, event, payload }));
  });
}

const bytesOf = ({ agent, event }: Sent, payload: Uint8Array) =>
  Buffer.concat([Buffer.from(`${agent}\n${event}\n`), payload]);

async function answerTo(engine: RealEngine, input: Buffer) {
  const [agent = "", event = ""] = input.toString("utf8").split("\n", 2);
  const text = input.subarray(Buffer.byteLength(`${agent}\n${event}\n`)).toString("utf8");
  const adapter = ADAPTERS[agent]!;
  const payload = parsePayload(text) ?? {};
  const decoded = adapter.decode(event, payload);
  const { presence } = adapter.presence(payload, {});
  const decision = await engine.engine.fire(decoded);
  const can = capabilityFor(adapter, decoded, decision, presence);
  const answer = adapter.encode(degrade(decision, can, adapter.title), decoded);
  const facts = { id: newRecordId(0), at: 0, agent, native: event, event: decoded, decision, presence };
  JSON.stringify(recordOf({ ...facts, way: "alone", project: "/", ms: 0 }));
  return { agent, event, answer };
}

/** Something the agent can read at all. */
function expectReadable({ stdout, exitCode }: NativeAnswer): void {
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`ends with ${exitCode}`);
  if (stdout !== "" && !isRecord(JSON.parse(stdout))) throw new Error(`no object: ${stdout}`);
}

function isDenied(agent: string, { stdout, stderr = "", exitCode }: NativeAnswer): boolean {
  if (agent === "windsurf") return exitCode === 2 && stderr !== "";
  return DENIALS[agent]!(parseObject(stdout) ?? {});
}

it("T7 EX-14 spoiled payloads of every agent are answered, and never let through", async () => {
  const deny = () => ({ verdict: "deny" as const, reason: NO });
  const engine = realEngine(
    Object.keys(EVENTS).map((event) =>
      admitted({ id: `no-${event}`, event, guard: true, run: { type: "function", fn: deny } }),
    ),
  );
  const seeds = recorded();
  const gated = new Set<string>();
  for (const sent of seeds) {
    const { agent, event, answer } = await answerTo(engine, bytesOf(sent, Buffer.from(JSON.stringify(sent.payload))));
    if (isDenied(agent, answer) && !PAYLOAD_DECIDES.has(`${agent} ${event}`)) gated.add(`${agent} ${event}`);
  }
  for (const { name, shellCall } of Object.values(ADAPTERS))
    expect(gated).toContain(`${name} ${shellCall("ls", "/").event}`);
  await fuzz({
    name: "payloads",
    share: 0.4,
    make(random) {
      const sent = random.pick(seeds);
      const spoiled = random.chance(0.7) ? mutateJson(random, sent.payload) : sent.payload;
      const text = Buffer.from(JSON.stringify(spoiled) ?? "");
      return bytesOf(sent, random.chance(0.4) ? mutateBytes(random, text) : text);
    },
    async check(input) {
      const { agent, event, answer } = await answerTo(engine, input);
      expectReadable(answer);
      if (gated.has(`${agent} ${event}`) && !isDenied(agent, answer))
        throw new Error(`${agent} ${event} is not denied: ${JSON.stringify(answer)}`);
    },
  });
}, 1_200_000);
