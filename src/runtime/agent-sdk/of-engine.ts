import { capabilityFor } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import type { EventName } from "../../core/events/events.js";
import { nativeEventName } from "../../core/events/events.js";
import { joinSignals } from "../../core/join-signals.js";
import { deadlineFor } from "../call/prepare.js";
import type { Hooks } from "../compose/create-hooks.js";
import type { Answerer } from "./answerer.js";

/** `cwd`: the directory of events without one. */
export function answererOfEngine(hooks: Hooks, adapter: Adapter, cwd: string | undefined): Answerer {
  return {
    has: (event) => hooks.has(event as EventName) || hooks.has(nativeEventName(adapter.name, event)),
    async answer(native, payload, signal) {
      const event = adapter.decode(native, payload);
      const { presence } = adapter.presence(payload, {});
      // As a signal, not as a deadline, which would override a shorter one of the engine.
      const over = joinSignals(signal);
      const timer = setTimeout(() => over.abort("timeout"), deadlineFor(adapter, event.name)).unref();
      try {
        const given = { ...event.payload, cwd: event.payload.cwd ?? cwd };
        const decision = await hooks.fire(event.name as EventName, given as never, {
          agent: adapter.name,
          presence,
          signal: over.signal,
        });
        return adapter.encode(
          degrade(decision, capabilityFor(adapter, event, decision, presence), adapter.title),
          event,
        );
      } finally {
        clearTimeout(timer);
        over.end();
      }
    },
  };
}
