/** What the runtime relies on in an Adapter: total, pure, and limited to what the agent supports. */
import assert from "node:assert/strict";
import { waitMs, whyUnsupported } from "../adapters/_shared/event-table.js";
import type { Adapter } from "../adapters/contract.js";
import { degrade } from "../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../core/decision/decision.js";
import { type Ability, EVENT_NAMES, eventCan } from "../core/events/events.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import type { JsonObject } from "../core/text/json.js";
import type { ContractCase } from "./contract-case.js";
import { checkDecoys } from "./decoys.js";

/** A payload as the agent sends it, with the agent's own event name. */
export interface AdapterSample {
  /** The agent's own name of the event. */
  readonly event: string;
  /** The payload, as it was captured. */
  readonly payload: JsonObject;
}

const ABILITIES = ["allow", "ask", "deny", "rewrite", "context", "replaceOutput", "forceContinue"] as const;
const PRESENCES: readonly Presence[] = ["interactive", "headless", "unknown"];
const ODD_PAYLOADS: readonly JsonObject[] = [
  {},
  { session_id: 7, cwd: null, tool_name: [], tool_input: "ls", permission_mode: {} },
  { hook_event_name: "Other", tool_input: null, tool_response: [1], agent_id: false },
];

/** Cases that every adapter passes, with payloads as its agent sends them. */
export function adapterContract(adapter: Adapter, samples: readonly AdapterSample[]): ContractCase[] {
  const events = () => samples.map(({ event, payload }) => adapter.decode(event, payload));
  const check = (name: string, run: () => void): ContractCase => ({ name, run: async () => run() });
  return [
    check("says what it is and what it was checked against", () => {
      assert.match(adapter.name, /^[a-z][a-z-]*$/);
      assert.notEqual(adapter.title, "");
      assert.ok(adapter.versions.length > 0);
      assert.ok(samples.length > 0, "no samples were given");
    }),
    check("every event is either supported or says why not", () => {
      for (const event of EVENT_NAMES) {
        assert.notEqual(whyUnsupported(adapter, event), "", event);
        assert.ok(waitMs(adapter, event) > 0, event);
      }
    }),
    check("does not claim what an event cannot do", () => {
      for (const event of EVENT_NAMES) {
        for (const presence of PRESENCES) {
          const capability = adapter.capability(event, presence);
          const claimed = ABILITIES.filter((one: Ability) => capability[one] && !eventCan(event, one));
          assert.deepEqual(claimed, [], `${event}, ${presence}`);
        }
      }
    }),
    check("decodes every sample and keeps what the agent sent", () => {
      for (const { event, payload } of samples) {
        const before = structuredClone(payload);
        const decoded = adapter.decode(event, payload);
        assert.equal(decoded.payload.hook_event_name, decoded.name);
        assert.deepEqual(decoded.native, { agent: adapter.name, event, payload: before });
        assert.deepEqual(payload, before, "the payload was changed");
      }
    }),
    check("a shell command is a call of Bash, and a rewritten one goes back", () => {
      const { event: native, payload } = adapter.shellCall("ls -la", "/home/user/project");
      const event = adapter.decode(native, payload);
      assert.equal(event.name, "PreToolUse");
      assert.equal(event.payload["tool_name"], "Bash");
      assert.equal((event.payload["tool_input"] as JsonObject)["command"], "ls -la");
      assert.equal(event.payload.cwd, "/home/user/project");
      assert.equal(typeof event.payload.session_id, "string");
      if (!adapter.capability("PreToolUse", "headless").rewrite) return;
      const input = { ...(event.payload["tool_input"] as JsonObject), command: "ls -la rewritten" };
      const { stdout } = adapter.encode({ ...NO_DECISION, input, inputBy: [] }, event);
      assert.ok(stdout.includes("ls -la rewritten"), stdout);
    }),
    check("what the agent reads is what hooks see, whatever else a model sends", () => checkDecoys(adapter)),
    check("reads any payload without throwing", () => {
      for (const { event } of [...samples, { event: "NobodyKnowsThis" }]) {
        for (const payload of ODD_PAYLOADS) {
          assert.equal(typeof adapter.decode(event, payload).name, "string");
          const { presence, evidence } = adapter.presence(payload, {});
          assert.ok(PRESENCES.includes(presence) && evidence !== "");
        }
      }
    }),
    check("says nothing when there is nothing to say", () => {
      for (const event of events()) assert.deepEqual(adapter.encode(NO_DECISION, event), adapter.neutral, event.name);
    }),
    check("a reason reaches the agent wherever it can deny", () => {
      for (const event of events()) {
        if (!adapter.capability(event.name, "headless").deny) continue;
        const denied: Decision = { ...NO_DECISION, verdict: "deny", reason: "because-of-this" };
        const { stdout, stderr = "", exitCode } = adapter.encode(denied, event);
        assert.notDeepEqual({ stdout, exitCode }, pick(adapter.neutral), event.name);
        assert.ok(`${stdout}${stderr}`.includes("because-of-this"), event.name);
      }
    }),
    check("says any decision in the agent's words, the same way each time", () => {
      for (const event of events()) {
        for (const presence of PRESENCES) {
          for (const verdict of ["none", "allow", "ask", "deny"] as const) {
            const decision = degrade(
              everything(verdict, event),
              adapter.capability(event.name, presence),
              adapter.title,
            );
            const answer = adapter.encode(decision, event);
            assert.equal(typeof answer.stdout, "string");
            assert.deepEqual(adapter.encode(decision, event), answer);
          }
        }
      }
    }),
  ];
}

/** A decision that uses all fields. */
function everything(verdict: Decision["verdict"], event: HookEvent): Decision {
  const by = { hook: "h", source: "user", ms: 1 };
  return {
    ...NO_DECISION,
    verdict,
    reason: "why",
    verdictBy: by,
    input: { command: "true" },
    inputBy: [by],
    originalInput: (event.payload["tool_input"] ?? {}) as JsonObject,
    output: { value: { stdout: "new" }, by },
    context: "text for the model",
    contextBy: [by],
    messages: [{ value: "text for the user", by }],
    stop: { value: { reason: "enough" }, by },
    forceContinue: { value: { reason: "not yet" }, by },
  };
}

function pick({ stdout, exitCode }: Adapter["neutral"]): { stdout: string; exitCode: number } {
  return { stdout, exitCode };
}
