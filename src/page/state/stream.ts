/**
 * The live stream: one for all tabs, because a browser opens only six connections to a host. The tab that holds the lock reads it
 * and passes its lines on; when it is closed, the next one takes over.
 */
import { signal } from "@preact/signals";
import type { EventRow, OpenAsk, StreamLine } from "../../daemon/http/schemas/page-types.js";
import { clearEvents, removals, resumeFrom, takeAsks, takeEvents } from "./live.js";
import { ask, askJson, session } from "./session.js";

export type Connection = "connecting" | "live" | "lost";

export const connection = signal<Connection>("connecting");
/** This tab reads the stream for all. */
export const isReader = signal(false);

const LOCK = "snaphook-stream";
const LAST = 500;
/** The daemon sends a heartbeat every ten seconds. */
const SILENT_MS = 25_000;
const LOOK_MS = 5_000;
const RETRY_MS = [250, 500, 1_000, 2_000];

type Message =
  | { readonly kind: "lines"; readonly lines: readonly StreamLine[] }
  | { readonly kind: "connection"; readonly is: Connection }
  /** From a tab that begins. */
  | { readonly kind: "who" }
  /** The answer of the tab that reads: from now on it passes lines on. */
  | { readonly kind: "reader"; readonly is: Connection };

const channel = new BroadcastChannel("snaphook");
/** Lines are copied for other tabs only if there is one. */
let hasOthers = false;

export async function followStream(): Promise<void> {
  let held: Message[] | undefined = [];
  const heard = withResolvers();
  const take = (message: Message) => {
    if (message.kind === "lines") takeLines(message.lines);
    else if (message.kind !== "who" && !isReader.value) connection.value = message.is;
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "who") {
      hasOthers = true;
      if (isReader.value) tell({ kind: "reader", is: connection.value });
    } else if (data.kind === "reader") heard.resolve();
    if (held === undefined) take(data);
    else held.push(data);
  };
  const isFree = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null);
  if (!isFree) hasOthers = true;
  const reading = navigator.locks.request(LOCK, () => {
    heard.resolve();
    return readStream();
  });
  tell({ kind: "who" });
  // What came before the answer is stored, and what comes after it is passed on.
  await heard.promise;
  if (!isReader.value) {
    hasOthers = true;
    await readStored();
  }
  for (const message of held) take(message);
  held = undefined;
  await reading;
}

function withResolvers() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function readStored(): Promise<void> {
  const events = await askJson<{ events: EventRow[] }>(`/v1/events?limit=${LAST}`);
  if (events.ok) takeEvents(events.body.events.toReversed());
  const asks = await askJson<{ asks: OpenAsk[] }>("/v1/asks");
  if (asks.ok) takeAsks(asks.body.asks);
}

/** Until this page is closed or signed out. */
async function readStream(): Promise<void> {
  isReader.value = true;
  if (hasOthers) tell({ kind: "reader", is: connection.value });
  for (let tries = 0; session.value.state === "signed in"; tries++) {
    const wasLive = await readOnce();
    if (session.value.state !== "signed in") break;
    setConnection("lost");
    if (wasLive) tries = 0;
    await new Promise((done) => setTimeout(done, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]));
  }
  isReader.value = false;
}

async function readOnce(): Promise<boolean> {
  const from = resumeFrom();
  const first = from === undefined ? `last=${LAST}` : `after=${encodeURIComponent(from)}`;
  const aborter = new AbortController();
  let heardAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENT_MS) aborter.abort();
  }, LOOK_MS);
  const response = await ask(`/v1/stream?${first}&answers=true&hooks=false`, { signal: aborter.signal });
  if (response?.ok !== true || response.body === null) {
    clearInterval(timer);
    return false;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heardAt = performance.now();
      setConnection("live");
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      pass(lines.filter((line) => line !== "").map((line) => JSON.parse(line) as StreamLine));
    }
  } catch {
    // the connection ended
  }
  clearInterval(timer);
  return true;
}

function pass(lines: readonly StreamLine[]): void {
  const wanted = lines.filter(
    ({ kind }) => kind === "event" || kind === "asks" || kind === "gap" || kind === "removed",
  );
  if (wanted.length === 0) return;
  takeLines(wanted);
  if (hasOthers) tell({ kind: "lines", lines: wanted });
}

function takeLines(lines: readonly StreamLine[]): void {
  const events: EventRow[] = [];
  for (const line of lines) {
    if (line.kind === "event") events.push(line.record);
    else if (line.kind === "asks") takeAsks(line.open);
    else if (line.kind === "gap" || line.kind === "removed") {
      events.length = 0;
      clearEvents();
      if (line.kind === "removed") {
        removals.value++;
        void readStored();
      }
    }
  }
  takeEvents(events);
}

function setConnection(is: Connection): void {
  if (connection.value === is) return;
  connection.value = is;
  tell({ kind: "connection", is });
}

function tell(message: Message): void {
  channel.postMessage(message);
}
