/** Events of OpenCode's bus, which does not wait for handlers: sessions start and end, permissions are requested. */

import { isRecord } from "../../../../core/text/json.js";
import { textOf } from "../../fields.js";
import type { Asker } from "./ask.js";
import { type BusEvent, type Host, within } from "./host.js";
import { type Session, type Shared, track } from "./state.js";

/** A continue message that has not arrived by then never will. */
const ARRIVAL_LIMIT_MS = 60_000;
const REPLY_LIMIT_MS = 10_000;

interface Plugin {
  readonly host: Host;
  readonly shared: Shared;
  readonly asking: Asker;
  isClosed(): boolean;
}

export function busEvents({ host: { client, directory }, shared, asking: { answerTo, say }, isClosed }: Plugin) {
  const { sessions, calls } = shared;
  const handlers: Record<string, (event: BusEvent, session: Session | undefined, id: string) => unknown> = {
    "session.created"(event, _known, id) {
      const info = isRecord(event.properties["info"]) ? event.properties["info"] : {};
      const session: Session = { id, directory, parent: textOf(info["parentID"]) };
      sessions.set(id, session);
      if (session.parent !== undefined) return; // handled with its first message, where context can be added
      session.start = answerTo(event.type, { event }).then(({ context }) => textOf(context));
    },
    "session.deleted"(event, session, id) {
      sessions.delete(id);
      if (session?.parent === undefined) return answerTo(event.type, { event });
    },
    async "session.idle"(event, session) {
      // Also sent after a compaction, twice after an interrupt, and when OpenCode is closed.
      if (session?.prompted !== true) return;
      session.prompted = false;
      for (const [key, call] of calls) if (call.sessionID === session.id) calls.delete(key);
      if (session.brokenOff === true) return;
      const { lastText, continued } = session;
      const { continue: reason } = await answerTo(event.type, { event, lastText, continued }, session);
      // A user who closes OpenCode meanwhile wants it to end; `opencode run` closes at the end of any turn.
      if (typeof reason !== "string" || (isClosed() && !shared.leaving)) return;
      if (session.prompted === false) await goOn(session, reason); // and no prompt was sent meanwhile
    },
    "session.error"(event, session) {
      if (session !== undefined) session.brokenOff = true;
      return answerTo(event.type, { event }, session);
    },
    async "permission.asked"(event, session, id) {
      const { id: permissionID, tool } = event.properties;
      const call = isRecord(tool) ? calls.get(String(tool["callID"])) : undefined;
      if (call !== undefined) calls.set(String(permissionID), call);
      const { allow, deny } = await answerTo(event.type, { event, call }, session);
      // No other handler can answer when `opencode run` is about to exit.
      const response = allow === true ? "once" : deny !== undefined || shared.leaving ? "reject" : undefined;
      if (response === undefined) return;
      say(deny);
      const path = { id, permissionID: String(permissionID) };
      await within(REPLY_LIMIT_MS, client.postSessionIdPermissionsPermissionId({ path, body: { response } }));
    },
    "permission.replied"(event, session) {
      const request = String(event.properties["requestID"]);
      const call = calls.get(request);
      calls.delete(request);
      return answerTo(event.type, { event, call }, session);
    },
    "session.compacted": (event, session) => answerTo(event.type, { event }, session),
    "todo.updated": (event, session) => answerTo(event.type, { event }, session),
    "file.edited": (event) => answerTo(event.type, { event }),
  };

  /** Sends a message with the session's agent and model. Settles when that turn is over. */
  async function goOn(session: Session, reason: string): Promise<void> {
    session.continued = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lost = new Promise<void>((done) => {
      timer = setTimeout(done, ARRIVAL_LIMIT_MS);
    });
    session.onContinue = () => clearTimeout(timer);
    const { agent, model, id } = session;
    const parts = [{ type: "text", text: reason, metadata: { snaphook: true } }];
    const turn = client.session.prompt({ path: { id }, body: { agent, model, parts } });
    await Promise.race([turn, lost]).finally(() => clearTimeout(timer));
  }

  return async (event: BusEvent): Promise<void> => {
    const handler = Object.hasOwn(handlers, event.type) ? handlers[event.type] : undefined;
    if (handler === undefined) return;
    const id = String(event.properties["sessionID"]);
    const work = (async () => handler(event, sessions.get(id), id))();
    await track(shared, work).catch(() => {}); // a bus handler has no caller to throw to
  };
}
