/** The store in its own thread: a commit waits for the disk, and nothing else should wait with it. */
import { parentPort, workerData } from "node:worker_threads";
import type { Finding } from "../../core/errors.js";
import type { StorePort } from "../../core/records/store.js";
import { statOf } from "../../disk/files.js";
import type { EmbeddedStore } from "../../store/embedded-store.js";
import { openStore } from "./open-store.js";

export interface StoreWorkerData {
  readonly file: string;
  /** Where the daemon was started. */
  readonly project?: string;
}

export interface StoreRequest {
  readonly id: number;
  readonly method: keyof StorePort;
  readonly args: readonly unknown[];
}

export type StoreReply =
  | { readonly opened: true; readonly problem?: Finding }
  | { readonly opened: false; readonly problem: Finding }
  | { readonly log: string }
  | { readonly id: number; readonly result: unknown; readonly problem?: Finding }
  | { readonly id: number; readonly error: string };

/** Capture waits this long for more events, to share a commit. Readers do not wait. */
const FOLLOW_MS = 100;

const port = parentPort!;
const reply = (message: StoreReply) => port.postMessage(message);
const { file, project } = workerData as StoreWorkerData;
let opened: number | undefined;
let following: NodeJS.Timeout | undefined;

void begin();

/** Requests that arrive meanwhile wait in the port. */
async function begin(): Promise<void> {
  const { store, problem } = await openStore({ file, project, onBackup: ({ text }) => reply({ log: text }) });
  opened = inodeOf();
  if (store === undefined) return reply({ opened: false, problem: problem! });
  port.on("message", ({ id, method, args }: StoreRequest) => void serve(store, id, method, args));
  reply({ opened: true, ...(problem === undefined ? {} : { problem }) });
  captureSoon(store); // what a kill left undone
}

async function serve(open: EmbeddedStore, id: number, method: keyof StorePort, args: readonly unknown[]) {
  try {
    // Writes to a removed file would be lost: fail and start again instead.
    if (inodeOf() !== opened) throw new Error(`${file} has been removed`);
    const result = await (open[method] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
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

/** A little at a time, so that new records need not wait. Errors are reported to the next reader. */
function captureSoon(open: EmbeddedStore, ms = FOLLOW_MS): void {
  following ??= setTimeout(() => {
    following = undefined;
    if (inodeOf() !== opened) return; // as above
    open
      .captureNext()
      .then(async (more) => more || (await open.processMemory(Date.now())) > 0)
      .then(
        (more) => more && captureSoon(open, 0),
        () => {},
      );
  }, ms);
}

function inodeOf(): number | undefined {
  return statOf(file)?.ino;
}
