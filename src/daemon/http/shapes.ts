/** What goes over the line, named once. Each is the JSON form of a type in `core` or `daemon/api`. */
import { API_ERRORS } from "./errors.js";
import { EVENT_NAME, ID, TIME } from "./plain-shapes.js";
import { RECORD_SHAPES } from "./record-shapes.js";
import { anyObject, boolean, integer, listOf, number, object, oneOf, type Shapes, shape, text } from "./schema.js";

export const SHAPES: Shapes = {
  ...RECORD_SHAPES,
  Error: object(
    { error: object({ code: oneOf(...Object.keys(API_ERRORS)), message: text(), hint: text() }) },
    "Why a request was refused.",
  ),
  NewEvent: object(
    {
      "id?": { ...ID, description: "Yours, so that sending it again stores nothing twice." },
      "at?": TIME,
      agent: text({ pattern: "^[a-z0-9][a-z0-9-]{0,63}$" }),
      event: EVENT_NAME,
      "session?": text({ maxLength: 256 }),
      "cwd?": text({ maxLength: 4096 }),
      payload: anyObject("Canonical fields, as hooks see them."),
    },
    "An event that has happened. No hook runs for it.",
  ),
  Receipt: object(
    { id: text(), outcome: oneOf("stored", "known", "duplicate", "private") },
    "Given when the event would survive a loss of power.",
  ),
  Call: object(
    {
      agent: text({ maxLength: 64 }),
      event: EVENT_NAME,
      payload: anyObject("As the agent sends it."),
      cwd: text({ maxLength: 4096, pattern: "^/|^[A-Za-z]:[\\\\/]" }),
    },
    "An event to run through the hooks.",
  ),
  Answered: object({
    decision: anyObject("The decision with its hooks and notes."),
    answer: object({ stdout: text(), "stderr?": text(), exitCode: integer() }, "What the agent would be told."),
  }),
  Status: object({
    pid: integer(),
    version: text(),
    startedAt: TIME,
    upSeconds: number,
    state: oneOf("active", "idle", "sleep", "deep sleep"),
    port: integer(),
    events: integer(),
    openAsks: integer(),
    attended: boolean,
    memoryMb: number,
    store: object({ ok: boolean, file: text(), "problem?": text(), waiting: integer() }),
  }),
  HookStats: object({
    hook: text(),
    source: text(),
    count: integer(),
    p50: number,
    p95: number,
    failures: integer(),
    timeouts: integer(),
    denies: integer(),
  }),
  SearchHit: object({ kind: oneOf("prompt", "response", "activity"), session: text(), at: TIME, text: text() }),
  StreamLine: {
    type: "object",
    description: "`event` has a record, `asks` the open questions; others may come and can be passed over.",
    properties: {
      kind: text(),
      record: shape("Event"),
      open: listOf(shape("Ask")),
      agent: text(),
      session: text(),
      hook: anyObject("hook_started, hook_progress or hook_response; the same id for the three."),
    },
    required: ["kind"],
  },
  OakBody: anyObject("OAK's fields: agent, session_id, hook_event_name, and those of the event."),
  OakReply: {
    type: "object",
    description: "OAK's envelope (OU-18), with what it gives for the event beside it.",
    properties: {
      status: oneOf("ok"),
      context: object({ "session_id?": text(), "agent?": text(), "injected_context?": text() }),
      hook_output: anyObject("What the agent shall be told, in its own words."),
      session_id: text(),
      prompt_batch_id: text(),
      activity_stats: anyObject("At the end of a session (CP-14)."),
    },
    required: ["status"],
  },
};
