/**
 * The live stream: one for all tabs, because a browser opens only six connections to a host. The tab that holds the lock reads it
 * and passes its lines on; when it is closed, the next one takes over.
 */
import { signal } from "@preact/signals";
import type { EventRow, OpenAsk, StreamLine } from "../../daemon/http/schemas/page-types.js";
import { clearEvents, resumeFrom, takeAsks, takeEvents } from "./live.js";
import { ask, askJson, session } from "./session.js";

export type Connection = "connecting" | "live" | "lost";

export const connection = signal<Connection>("connecting");
/** This tab reads the stream for all. */
export const isReader = signal(false);

const LOCK = "snaphook-stream";
const LAST = 500;
/** The daemon sends a heartbeat every ten seconds. */
const SILENT_MS = 25_000;
const RETRY_MS = [250, 500, 1_000, 2_000];

type Message =
  | { readonly kind: "lines"; readonly lines: readonly StreamLine[] }
  | { readonly kind: "connection"; readonly is: Connection }
  | { readonly kind: "who" };

const channel = new BroadcastChannel("snaphook");

export async function followStream(): Promise<void> {
  let held: Message[] | undefined = [];
  const take = (message: Message) => {
    if (message.kind === "lines") takeLines(message.lines);
    else if (message.kind === "connection" && !isReader.value) connection.value = message.is;
    else if (message.kind === "who" && isReader.value) tell({ kind: "connection", is: connection.value });
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => (held === undefined ? take(data) : held.push(data));
  const isFirst = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock !== null);
  // What another tab passes on is added to what is stored now.
  if (!isFirst) await readStored();
  for (const message of held ?? []) take(message);
  held = undefined;
  if (!isFirst) tell({ kind: "who" });
  await navigator.locks.request(LOCK, () => readStream());
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
  let timer = setTimeout(() => aborter.abort(), SILENT_MS);
  const response = await ask(`/v1/stream?${first}&answers=true`, { signal: aborter.signal });
  if (response?.ok !== true || response.body === null) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(() => aborter.abort(), SILENT_MS);
      setConnection("live");
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      pass(lines.filter((line) => line !== "").map((line) => JSON.parse(line) as StreamLine));
    }
  } catch {
    // the connection ended
  }
  clearTimeout(timer);
  return true;
}

function pass(lines: readonly StreamLine[]): void {
  const wanted = lines.filter(({ kind }) => kind === "event" || kind === "asks" || kind === "gap");
  if (wanted.length === 0) return;
  takeLines(wanted);
  tell({ kind: "lines", lines: wanted });
}

function takeLines(lines: readonly StreamLine[]): void {
  const events: EventRow[] = [];
  for (const line of lines) {
    if (line.kind === "event") events.push(line.record);
    else if (line.kind === "asks") takeAsks(line.open);
    else if (line.kind === "gap") clearEvents();
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
