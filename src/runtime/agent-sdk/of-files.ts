import { join } from "node:path";
import type { Adapter, Environment } from "../../adapters/contract.js";
import { nativeEventName } from "../../core/events/events.js";
import type { EventRecord } from "../../core/records/records.js";
import { finish } from "../call/finish.js";
import { handleCall } from "../call/handle-call.js";
import { openPlan } from "../plan/open-plan.js";
import { findPlaces, packageRoot, realFolder } from "../platform/paths.js";
import { useInstallKey } from "../platform/redaction-tags.js";
import { commitAlone, spoolRecord } from "../record/spool-record.js";
import type { Answerer } from "./answerer.js";

/** The same path as an agent's `snaphook hook` call, within this process: approvals, log and shared state. */
export async function answererOfFiles(cwd: string, environment: Environment, adapter: Adapter): Promise<Answerer> {
  const places = findPlaces(environment);
  useInstallKey(places.data);
  const program = join(packageRoot(), "dist/snaphook.cjs");
  const inFolder = { ...adapter, projectFolder: () => cwd };
  // Includes unapproved hooks: they may be approved while the agent runs.
  const { entries } = await openPlan({ cwd, startedIn: realFolder(cwd), places, mayBuild: true });
  const events = new Set(entries.map(({ hook }) => hook.event));
  return {
    has: (event) => events.has(event) || events.has(nativeEventName(adapter.name, event)),
    async answer(event, payload, signal) {
      const origin = adapter.name; // the settings files may deliver the same call a second time
      const base = { adapter: inFolder, event, payload, origin, cwd, environment, places, program, signal };
      const host = { commit: async (record: EventRecord) => commitAlone(places, record) };
      const decided = await handleCall({ ...base, way: "alone", host });
      setImmediate(() => finish(decided, (record) => spoolRecord(places, record))); // after the answer was sent
      return decided.answer;
    },
  };
}
