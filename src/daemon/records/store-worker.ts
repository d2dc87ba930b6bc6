/** The store in a thread of its own: a commit waits for the disk, and nobody else shall wait with it. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { ADAPTERS } from "../../adapters/_registry.js";
import type { Finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import type { StorePort } from "../../core/records/store.js";
import { lookUp } from "../../core/text/json.js";
import { useInstallKey } from "../../runtime/platform/install-key.js";
import type { EmbeddedStore } from "../../store/embedded-store.js";
import { enrich } from "./enrich.js";
import { openStore } from "./open-store.js";

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

/** What is made of events waits this long for more of them, to share a commit. Whoever asks for it does not wait. */
const FOLLOW_MS = 100;

const port = parentPort!;
const reply = (message: StoreReply) => port.postMessage(message);
const file = workerData as string;
useInstallKey(dirname(dirname(file)));
const { store, problem } = openStore({ file });
const opened = inodeOf();
let following: NodeJS.Timeout | undefined;

if (store === undefined) reply({ opened: false, problem: problem! });
else {
  port.on("message", ({ id, method, args }: StoreRequest) => void serve(store, id, method, args));
  reply({ opened: true, ...(problem === undefined ? {} : { problem }) });
  captureSoon(store); // what a kill left undone
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
  if (method === "append") captureSoon(open);
  if (method === "close" || inodeOf() !== opened) {
    clearTimeout(following);
    port.close();
  }
}

/** A little at a time, so that records that come meanwhile need not wait. What goes wrong is told to the next who asks. */
function captureSoon(open: EmbeddedStore, ms = FOLLOW_MS): void {
  following ??= setTimeout(() => {
    following = undefined;
    if (inodeOf() !== opened) return; // as above
    open.captureNext().then(
      (more) => more && captureSoon(open, 0),
      () => {},
    );
  }, ms);
}

function inodeOf(): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function withTranscript(record: EventRecord): EventRecord {
  return enrich(record, (agent) => lookUp(ADAPTERS, agent));
}
