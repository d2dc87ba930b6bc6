/** Decides whether a call is ours to answer, and answers it with the same runtime, plan and state as without a daemon. */
import { timingSafeEqual } from "node:crypto";
import { isAbsolute } from "node:path";
import { ADAPTERS } from "../adapters/_registry.js";
import type { Adapter } from "../adapters/contract.js";
import { degrade } from "../core/capability.js";
import { type Decision, NO_DECISION } from "../core/decision.js";
import { failsClosed } from "../core/failure.js";
import { lookUp } from "../core/json.js";
import { type AgentCall, answerAgent, answerFailure, deadlineFor } from "../runtime/answer-agent.js";
import { openPlan } from "../runtime/open-plan.js";
import { findPlaces, type Places } from "../runtime/platform/places.js";
import { parsePayload, senderOf } from "../runtime/read-call.js";
import type { Plan } from "../sources/plan-file.js";
import type { TakeCall } from "./hook-connection.js";
import { type Head, PROTOCOL } from "./protocol.js";

export interface TakeOptions {
  readonly places: Places;
  readonly token: string;
  readonly version: string;
  readonly program: string;
  /** A launcher of another version has come: finish what is in hand and make room. */
  onOtherVersion(): void;
  /** What the daemon adds to a call: held questions, a worker for functions, a report of the decision. */
  extend(call: AgentCall): AgentCall;
}

export function takeCalls(options: TakeOptions): TakeCall {
  const { places, token, version } = options;
  return async (head) => {
    const refused = refusal(head, { places, token, version });
    if (refused !== undefined) {
      if (refused === OTHER_VERSION) options.onOtherVersion();
      return { declined: refused };
    }
    const adapter = ADAPTERS[head.agent]!;
    const plan = await openPlan({ cwd: head.cwd, places, mayBuild: false });
    if (wantsMore(plan, head)) return { declined: "a hook wants variables that the launcher does not send" };
    return {
      deadlineMs: deadlineFor(adapter, adapter.decode(head.event, {}).name),
      ifWeDie: lastWords(adapter, head.event, plan),
      async answer(text, gone) {
        const payload = parsePayload(text);
        const sender = senderOf(head.agent, payload, head.environment);
        const call: AgentCall = options.extend({
          adapter: ADAPTERS[sender.adapter]!,
          event: head.event,
          payload,
          ...(sender.origin === undefined ? {} : { origin: sender.origin }),
          cwd: head.cwd,
          environment: head.environment,
          places,
          program: options.program,
          signal: gone,
        });
        const { answer, record } = await answerAgent(call).catch((error: unknown) => answerFailure(call, error));
        setImmediate(record); // the answer goes first
        return answer;
      },
    };
  };
}

const OTHER_VERSION = "it is of another version";

function refusal(head: Head, { places, token, version }: Pick<TakeOptions, "places" | "token" | "version">) {
  if (!sameToken(head.token, token)) return "the token is wrong";
  if (head.protocol !== PROTOCOL || head.version !== version) return OTHER_VERSION;
  if (lookUp(ADAPTERS, head.agent) === undefined) return "it is no agent we know";
  if (!isAbsolute(head.cwd)) return "its folder is not absolute";
  return samePlaces(findPlaces(head.environment), places) ? undefined : "it has another home";
}

function sameToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function samePlaces(one: Places, other: Places): boolean {
  return (Object.keys(other) as (keyof Places)[]).every((name) => one[name] === other[name]);
}

/** A hook sees the same variables whoever runs it; those it names itself are not in the head. */
function wantsMore({ entries }: Plan, { environment }: Head): boolean {
  return entries.some(({ hook: { run } }) => {
    if (run.type !== "command" && run.type !== "http") return false;
    const { passEnv = [], inheritEnv = false } = run as { passEnv?: readonly string[]; inheritEnv?: boolean };
    return inheritEnv || passEnv.some((name) => environment[name] === undefined);
  });
}

/** What its guards' failure contract says, in the agent's words. */
function lastWords(adapter: Adapter, native: string, plan: Plan) {
  const event = adapter.decode(native, {});
  const guarded = plan.entries.some(({ hook }) => hook.event === event.name && failsClosed(hook));
  if (!guarded) return adapter.neutral;
  const reason = "Snaphook's daemon ended while it checked this call. Try again.";
  const decision: Decision = { ...NO_DECISION, verdict: "deny", reason };
  return adapter.encode(degrade(decision, adapter.capability(event.name, "headless"), adapter.title), event);
}
