/** Connects the queue of questions with this machine and with the calls of agents. */
import { userInfo } from "node:os";
import { questionText } from "../../approvals/describe-question.js";
import type { Held } from "../../approvals/outcomes.js";
import type { OpenAsk, QueuePorts, SeenEvent } from "../../approvals/ports.js";
import { ApprovalQueue, MARGIN_MS } from "../../approvals/queue.js";
import { provesPerson } from "../../client/person-proof.js";
import { NO_DECISION } from "../../core/decision/decision.js";
import type { AskStore } from "../../core/records/store.js";
import { isCi } from "../../core/text/is-ci.js";
import { randomName } from "../../disk/digest.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import { askedAbout } from "../../runtime/call/asked-about.js";
import type { AgentCall, CallHost, Decided, HeldAnswer, HeldQuestion } from "../../runtime/call/types.js";
import { monotonicClock } from "../../runtime/platform/clock.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { startFirst } from "./start-program.js";

export interface QueueOptions {
  readonly places: Pick<AppPaths, "data">;
  readonly store: AskStore;
  /** Open questions are announced on the desktop. */
  readonly announces: boolean;
  /** See `QueuePorts`. */
  readonly lateMs: number;
  readonly needsPasskey: boolean;
  canAnswer(): boolean;
  onChange(open: readonly OpenAsk[]): void;
  onRow?: QueuePorts["onRow"];
}

export function createQueue({ places, announces, ...rest }: QueueOptions): ApprovalQueue {
  return new ApprovalQueue({
    ...rest,
    clock: monotonicClock,
    means: {
      isSigned: (ask, proof) => provesPerson(places.data, ask, proof),
      start: announces ? startFirst : () => {},
    },
    now: () => Date.now(),
    newId: () => randomName(4),
    hash: keyedHash,
    owner: ownerName(),
  });
}

/**
 * What the queue adds to a call, which waits at most `longestMs`. `onWait` is called if the call has to wait. A call that waits keeps
 * nothing of its question, therefore no function here is async.
 */
export function askingHost(
  queue: ApprovalQueue,
  call: Pick<AgentCall, "adapter" | "environment" | "signal">,
  longestMs: number,
  onWait: (question: HeldQuestion) => void,
): Required<Pick<CallHost, "hold" | "holdBeside">> {
  const held = (asked: HeldQuestion) => {
    const waitMs = Math.min(asked.waitMs, longestMs + MARGIN_MS);
    const question = { ...asked, waitMs, agent: call.adapter.name, isCi: isCi(call.environment) };
    return [question, call.signal ?? new AbortController().signal, () => onWait(asked)] as const;
  };
  return {
    hold: (asked) => queue.hold(...held(asked)).then(heldAnswer),
    holdBeside: (asked) => queue.holdBeside(...held(asked)).then((answer) => answer && heldAnswer(answer)),
  };
}

/** Later events show that a question was answered in the agent's own dialog. */
export function observeAnswers(queue: ApprovalQueue, { call, event, cwd }: Decided): void {
  if (!queue.hasDialogs) return;
  const agent = call.adapter.name;
  const seen: SeenEvent = {
    agent,
    session: event.payload.session_id,
    name: event.name,
    hash: () => {
      const about = askedAbout(event, call.places.state);
      return keyedHash(questionText({ agent, event, decision: NO_DECISION, cwd, about }));
    },
  };
  queue.observe(seen);
}

function heldAnswer(held: Held): HeldAnswer {
  if (held.kind !== "answered") return held;
  const { verdict = "deny", by, scope, said, answers, answeredAt } = held.ask;
  return {
    kind: verdict,
    ...(by === undefined ? {} : { by }),
    ...(answeredAt === undefined ? {} : { answeredAt }),
    ...(scope === undefined ? {} : { scope }),
    ...(said === undefined ? {} : { said }),
    ...(answers === undefined ? {} : { answers }),
  };
}

/** A user without an entry in the system's list has only a number. */
function ownerName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
