import { resolve } from "node:path";
import { PROOF_SESSION } from "../../core/records/records.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { agentName } from "../input/inputs.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { sessionCalls } from "../input/session-calls.js";
import { importWaiting } from "../input/waiting-events.js";
import { wholeNumber } from "../input/whole-number.js";
import { withNames } from "../output/json-names.js";
import { json, oneLine, paint, refuse } from "../output/print.js";
import { letTimersRun, withProgress } from "../output/progress.js";
import { type CountedSession, countSession } from "../output/session-counts.js";
import { shortIds } from "../output/short-ids.js";
import { type Column, table } from "../output/table.js";
import { momentText } from "../output/times.js";

const USUAL_LIMIT = 20;

const command: Command = {
  group: "Live and history",
  summary: "List sessions of your agents.",
  usage: "[--agent NAME] [--project DIR] [--limit N]",
  example: "snaphook sessions --agent claude --limit 5",
  exits: { 1: "the store is not usable" },
  options: {
    agent: { type: "string", value: "NAME", kind: "agent", help: "Agent to filter by." },
    project: { type: "string", value: "DIR", kind: "folder", help: "Folder to filter by." },
    limit: { type: "string", value: "N", help: `Maximum results (default: ${USUAL_LIMIT}).` },
  },
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const limit = wholeNumber(call, "limit", USUAL_LIMIT);
  if (typeof limit !== "number") {
    refuse(call, limit);
    return MISUSE;
  }
  await importWaiting(call);
  const read = () => withStore(call, (store) => counted(call, store, limit));
  const sessions = (await withProgress("Reading sessions", read)) ?? [];
  if (call.json) json(call, withNames(sessions));
  else if (sessions.length === 0)
    call.out("No sessions, or none that match. `snaphook agents` shows which agents are wired.");
  else {
    const short = shortIds(sessions.map(({ id }) => id));
    call.out(
      table(
        COLUMNS,
        sessions.map((one) => row(one, short)),
      ),
    );
    if (process.stdout.isTTY) call.out(paint("grey", "\n`snaphook session ID` shows one; `*` is still active."));
  }
  return OK;
}

async function counted({ flags, cwd }: Call, store: ReadStore, limit: number): Promise<CountedSession[]> {
  const agent = agentName(flags["agent"] as string | undefined);
  const project = flags["project"] as string | undefined;
  const sessions = await store.sessions({
    limit,
    without: PROOF_SESSION,
    ...(agent === undefined ? {} : { agent }),
    ...(project === undefined ? {} : { project: resolve(cwd, project) }),
  });
  const all: CountedSession[] = [];
  for (const { id } of sessions.rows) {
    const detail = await store.session(id);
    if (detail !== undefined) all.push(countSession(detail, await sessionCalls(store, id))); // else it was removed meanwhile
    await letTimersRun();
  }
  return all;
}

const COLUMNS: readonly Column[] = [
  { head: "session" },
  { head: "last used" },
  { head: "agent" },
  { head: "stopped", align: "right" },
  { head: "first request", narrow: "cut", min: 16 },
  { head: "project", narrow: "cut-path", min: 16, drop: 2 },
  { head: "calls", align: "right", drop: 1 },
  { head: "failed", align: "right", drop: 3 },
  { head: "prompts", align: "right", drop: 4 },
  { head: "would stop", align: "right", drop: 5 },
];

function row(session: CountedSession, short: (id: string) => string): string[] {
  const { stopped, calls, failures, prompts, wouldStop, lastAt, firstRequest = "-" } = session;
  return [
    oneLine(short(session.id)),
    `${momentText(lastAt)}${session.status === "active" ? paint("green", "*") : ""}`,
    oneLine(session.agent),
    stopped > 0 ? paint("red", String(stopped)) : "0",
    oneLine(firstRequest),
    oneLine(session.project ?? "-"),
    ...[calls, failures, prompts, wouldStop].map(String),
  ];
}

export default command;
