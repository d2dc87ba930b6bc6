/** Past events: importing and reading them. No hook decides about them. */
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { resolveEvent } from "../../../core/events/events.js";
import type { EventRecord } from "../../../core/records/records.js";
import type { Receipt } from "../../../core/records/store.js";
import type { DaemonServices } from "../../api.js";
import { Refusal, refuse } from "../errors.js";
import { pageFilter } from "../page.js";
import { NDJSON } from "../parse-body.js";
import { route } from "../route.js";
import { eventsParams, eventsReply, type NewEvent, newEventsBody, receiptsReply } from "../schemas/events.js";
import { readEvent } from "./new-event.js";

/** Redaction takes time. */
const AT_A_TIME = 50;

export const newEvents = route({
  method: "POST",
  path: "/v1/events",
  token: "hooks",
  summary: "Stores one event or several, atomically. The receipts are sent once they would survive a power failure.",
  accepts: ["application/json", NDJSON],
  body: newEventsBody,
  reply: receiptsReply,
  async handle({ services, body }) {
    const given = Array.isArray(body) ? body : [body];
    const now = Date.now();
    const records: EventRecord[] = [];
    for (const [index, event] of given.entries()) {
      const record = readEvent(event, now);
      if (record instanceof Refusal) return record;
      records.push(record);
      if (index % AT_A_TIME === AT_A_TIME - 1) await turn(); // agents wait for answers meanwhile
    }
    let receipts: readonly Receipt[];
    try {
      receipts = records.length === 0 ? [] : await services.intake(records);
    } catch (error) {
      services.log("ERROR", `POST /v1/events: ${String(error)}`);
      return refuse("STORE_REFUSED", "the store could not save it");
    }
    const fresh = given.filter((_, index) => receipts[index]?.outcome === "stored");
    for (const event of fresh) if (isNobodysButYours(event)) tellHooks(services, event);
    return { json: { receipts } };
  },
});

/** EV-25: an event without an agent, in a custom namespace, runs its hooks here; their answers are not awaited. */
function isNobodysButYours({ event }: NewEvent): boolean {
  const resolved = resolveEvent(event);
  return resolved?.nativeTo === undefined && resolved?.name.includes(":") === true;
}

function tellHooks(services: DaemonServices, { agent, event, cwd, session, payload }: NewEvent): void {
  const folder = cwd ?? payload["cwd"];
  services.tell({
    agent,
    event,
    payload: session === undefined ? payload : { ...payload, session_id: session },
    cwd: typeof folder === "string" && isAbsolute(folder) ? folder : homedir(),
    environment: {},
    way: "api",
    recorded: true,
  });
}

export const eventsByFilter = route({
  method: "GET",
  page: "view",
  path: "/v1/events",
  token: "control",
  summary: "Events, newest first.",
  params: eventsParams,
  reply: eventsReply,
  async handle({ services, params }) {
    const page = pageFilter(params, "events");
    if (page instanceof Refusal) return page;
    const { rows, ...next } = await services.store.events({ ...params, ...page });
    return { json: { events: rows, ...next } };
  },
});
