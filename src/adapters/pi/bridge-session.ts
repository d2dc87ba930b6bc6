/**
 * Session state shared by all copies of our extension in this process. Two copies may be loaded, the user's and the
 * project's: the first one that receives a session's start answers, the other is silent. A process may also have
 * several sessions, and `/reload` adds a new copy to an old one.
 */
import type { PiContext, PiEvent } from "./bridge-payload.js";

export interface PiSession {
  owner: object;
  /** The start by which it became the owner. */
  begun?: PiEvent;
  /** Id of the session whose start was answered: Pi may report one start twice. */
  answered?: string;
  /** Context of the session's start, for the system prompt of every run. */
  start?: string;
  /** Its part from the project or a plugin: for the next prompt, never for the system prompt. */
  fenced?: string;
}

const PLACE = Symbol.for("snaphook.pi.sessions");
type Shared = { [PLACE]?: WeakMap<object, PiSession> };

/** The session, if this copy is the one to answer. */
export function sessionFor(copy: object, event: PiEvent, ctx: PiContext): PiSession | undefined {
  const shared = globalThis as Shared;
  shared[PLACE] ??= new WeakMap();
  let session = shared[PLACE].get(ctx.sessionManager);
  if (session === undefined) {
    session = { owner: copy };
    shared[PLACE].set(ctx.sessionManager, session);
  }
  if (event.type === "session_start" && session.begun !== event) {
    session.owner = copy;
    session.begun = event;
  }
  return session.owner === copy ? session : undefined;
}
