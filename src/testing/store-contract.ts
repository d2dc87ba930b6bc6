/** The executable contract of a StorePort, for every engine. One section for each part of the port. */
import type { Capture, Recover, StorePort } from "../core/records/store.js";
import type { ContractCase } from "./contract-case.js";
import { storeAskCases } from "./store-ask-cases.js";
import { storeDedupeCases } from "./store-dedupe-cases.js";
import { storeEventCases } from "./store-event-cases.js";
import { storeEvidenceCases } from "./store-evidence-cases.js";
import { storeMaintenanceCases } from "./store-maintenance-cases.js";
import { sampleCapture, sampleRecover } from "./store-samples.js";
import { storeSessionCases } from "./store-session-cases.js";

/** Called by a store for each imported record. */
export interface StoreParts {
  /** Turns a stored event into sessions, prompts and activities. */
  readonly capture: Capture;
  /** Repairs sessions after a crash. */
  readonly recover: Recover;
}

export type StoreCase = readonly [name: string, check: (store: StorePort) => Promise<void>];

const SECTIONS: Readonly<
  Record<"EventStore" | "SessionViews" | "AskStore" | "StoreMaintenance", readonly StoreCase[]>
> = {
  EventStore: [...storeEventCases, ...storeDedupeCases, ...storeEvidenceCases],
  SessionViews: storeSessionCases,
  AskStore: storeAskCases,
  StoreMaintenance: storeMaintenanceCases,
};

/** `open` returns an empty store each time; `close` is called at the end of each case. */
export function storeContract(open: (parts: StoreParts) => StorePort | Promise<StorePort>): ContractCase[] {
  return Object.entries(SECTIONS)
    .flatMap(([section, cases]) => cases.map(([name, check]) => [`${section}: ${name}`, check] as const))
    .map(([name, check]) => ({
      name,
      run: async () => {
        const store = await open({ capture: sampleCapture, recover: sampleRecover });
        try {
          await check(store);
        } finally {
          await store.close();
        }
      },
    }));
}
