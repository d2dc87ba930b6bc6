import { join } from "node:path";
import type { Adapter, Environment } from "../../adapters/contract.js";
import { nativeEventName } from "../../core/events/events.js";
import { finish } from "../call/finish.js";
import { handleCall } from "../call/handle-call.js";
import type { AgentCall, CallHost, HeldAnswer, HeldQuestion } from "../call/types.js";
import { openPlan } from "../plan/open-plan.js";
import { findPlaces, packageRoot, realFolder } from "../platform/paths.js";
import { useInstallKey } from "../platform/redaction-tags.js";
import { commitAlone, spoolRecord } from "../record/spool-record.js";
import type { Answerer } from "./answerer.js";

export interface FilesOptions {
  readonly cwd: string;
  readonly environment: Environment;
  readonly adapter: Adapter;
  /** Asks the user about a call, if a hook does. */
  hold(call: AgentCall, question: HeldQuestion): Promise<HeldAnswer>;
}

/** The same path as an agent's `snaphook hook` call, within this process: approvals, log and shared state. */
export async function answererOfFiles({ cwd, environment, adapter, hold }: FilesOptions): Promise<Answerer> {
  const places = findPlaces(environment);
  useInstallKey(places.data);
  const program = join(packageRoot(), "dist/snaphook.cjs");
  const inFolder = { ...adapter, projectFolder: () => cwd };
  // Includes unapproved hooks: they may be approved while the agent runs.
  const { entries } = await openPlan({ cwd, startedIn: realFolder(cwd), places, mayBuild: true });
  const held = adapter.waits.heldMs === undefined ? {} : { holdMs: adapter.waits.heldMs };
  const events = new Set(entries.map(({ hook }) => hook.event));
  return {
    has: (event) => events.has(event) || events.has(nativeEventName(adapter.name, event)),
    async answer(event, payload, signal) {
      const origin = adapter.name; // the settings files may deliver the same call a second time
      const call = { adapter: inFolder, event, payload, origin, cwd, environment, places, program, signal, ...held };
      const base: AgentCall = { ...call, way: "alone" };
      const host: CallHost = {
        commit: async (record) => commitAlone(places, record),
        hold: (question) => hold(base, question),
      };
      const decided = await handleCall({ ...base, host });
      setImmediate(() => finish(decided, (record) => spoolRecord(places, record))); // after the answer was sent
      return decided.answer;
    },
  };
}
