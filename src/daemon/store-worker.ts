/** The store in a thread of its own: a commit waits for the disk, and nobody else shall wait with it. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { ADAPTERS } from "../adapters/_registry.js";
import { capture, recover } from "../capture/index.js";
import type { Finding } from "../core/errors.js";
import { lookUp } from "../core/json.js";
import type { EventRecord } from "../core/records.js";
import type { StorePort } from "../core/store.js";
import { useInstallKey } from "../runtime/platform/install-key.js";
import { EmbeddedStore } from "../store/embedded-store.js";
import { enrich } from "./enrich.js";

export interface StoreRequest {
  readonly id: number;
  readonly method: keyof StorePort;
  readonly args: readonly unknown[];
}

export type StoreReply =
  | { readonly opened: true; readonly problem?: Finding }
  | { readonly opened: false; readonly problem: Finding }
  | { readonly id: number; readonly result: unknown; readonly problem?: Finding }
  | { readonly id: number; readonly error: string };

const port = parentPort!;
const reply = (message: StoreReply) => port.postMessage(message);
const file = workerData as string;
useInstallKey(dirname(dirname(file)));
const { store, problem } = EmbeddedStore.open({ file, capture, recover });
const opened = inodeOf();

if (store === undefined) reply({ opened: false, problem: problem! });
else {
  port.on("message", ({ id, method, args }: StoreRequest) => void serve(store, id, method, args));
  reply({ opened: true, ...(problem === undefined ? {} : { problem }) });
}

async function serve(open: EmbeddedStore, id: number, method: keyof StorePort, args: readonly unknown[]) {
  try {
    // What is written to a file that somebody has removed is gone with us: better to fail, and to begin anew.
    if (inodeOf() !== opened) throw new Error(`${file} has been removed`);
    const given = method === "append" ? [(args[0] as EventRecord[]).map(withTranscript)] : args;
    const result = await (open[method] as (...all: readonly unknown[]) => Promise<unknown>)(...given);
    reply({ id, result, ...(open.problem === undefined ? {} : { problem: open.problem }) });
  } catch (error) {
    reply({ id, error: error instanceof Error ? error.message : String(error) });
  }
  if (method === "close" || inodeOf() !== opened) port.close();
}

function inodeOf(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function withTranscript(record: EventRecord): EventRecord {
  return enrich(record, (agent) => lookUp(ADAPTERS, agent));
}
