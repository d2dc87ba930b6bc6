/** One call with everything that decided it. */
import type { EventRecord } from "../../../core/records/records.js";
import type { Effect } from "../../../effects/model/effect.js";
import type { DaemonServices } from "../../api.js";
import { refuse } from "../errors.js";
import { route } from "../route.js";
import { callParams, callReply } from "../schemas/calls.js";

export const call = route({
  method: "GET",
  page: "view",
  path: "/v1/calls/{id}",
  token: "control",
  summary: "One event with its complete input, if that was kept, and the effects that guards see in it.",
  params: callParams,
  reply: callReply,
  async handle({ services, params: { id } }) {
    const { store } = services;
    const [event] = (await store.events({ id, limit: 1 })).rows;
    if (event === undefined) return refuse("CALL_UNKNOWN", "unknown event");
    // The analysis of commands is large, and few daemons are asked this.
    const { recordedEffects, recordedInput } = await import("../../records/recorded-effects.js");
    const recorded = recordedInput(event, await store.evidence(id));
    const effects = recordedEffects(event, recorded, services.home);
    const request = await promptBefore(store, event);
    return {
      json: {
        event,
        ...(recorded === undefined ? {} : { input: recorded.input, complete: recorded.complete }),
        ...(effects === undefined ? {} : { effects: effects.map(shown) }),
        ...(request === undefined ? {} : { request }),
      },
    };
  },
});

function shown({ kind, severity, certainty, words, what, instead, target }: Effect) {
  const named = target === undefined ? {} : { target: target.name };
  return { kind, severity, certainty, words, what, ...(instead === undefined ? {} : { instead }), ...named };
}

async function promptBefore(store: DaemonServices["store"], { session, at }: EventRecord): Promise<string | undefined> {
  const detail = session === undefined ? undefined : await store.session(session);
  return detail?.batches.findLast(({ startedAt }) => startedAt <= at)?.prompt;
}
