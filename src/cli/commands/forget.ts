import { ask } from "../../client/daemon-control.js";
import { RECORDS_REMOVED } from "../../client/records-removed.js";
import { finding } from "../../core/errors.js";
import type { ForgetWhat } from "../../core/records/memory-store.js";
import type { StorePort } from "../../core/records/store.js";
import { insideOf } from "../../daemon/memory/world.js";
import {
  affectedCopies,
  COPIES_OPTION,
  cleanCopies,
  describeCopies,
  reportLeft,
  wrongChoice,
} from "../backup/copies.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { findSession } from "../input/find-session.js";
import { refusingUnusable } from "../input/read-store.js";
import { agreed } from "../memory/change.js";
import { fencedTable } from "../memory/fenced-table.js";
import { checkoutHere, withMemory } from "../memory/place.js";
import { amount, json, oneLine, refuse } from "../output/print.js";

const SHOWN = 10;

const command: Command = {
  group: "Live and history",
  summary: "Delete memories and overwrite them. Needs a person.",
  usage: "ID | --session ID | --file FILE | --project [--backups rewrite|delete|keep] [--dry-run]",
  example: "snaphook forget m_7f2a91c0",
  arguments: [{ kind: "text" }],
  exits: { 1: "it needs a person, or the store is not usable" },
  options: {
    session: {
      type: "string",
      value: "ID",
      kind: "session",
      help: "Session id, or its beginning: the session and what was learned in it.",
    },
    file: { type: "string", value: "FILE", kind: "file", help: "File of the project: what is about it." },
    project: { type: "boolean", help: "Everything of this project, with the records of its sessions." },
    backups: COPIES_OPTION,
    "dry-run": { type: "boolean", help: "List of what would be deleted." },
  },
  loosens: ({ flags }) => (flags["dry-run"] === true ? undefined : "person"), // an agent must not delete its traces
  run: (call) => refusingUnusable(call, () => withMemory(call, (store) => run(call, store))),
};

async function run(call: Call, store: StorePort): Promise<number> {
  const what = wrongChoice(call) ?? (await chosen(call, store));
  if ("code" in what) {
    refuse(call, what);
    return MISUSE;
  }
  const { memories, turns, events, sources } = await store.forget(what, true);
  const backups = await affectedCopies(call, what, sources);
  const found = { memories, turns, events, backups };
  if (memories.length + turns === 0 && backups.length === 0) {
    if (call.json) json(call, found);
    else call.out("There is nothing to delete.");
    return OK;
  }
  const rest = "id" in what || "file" in what ? " that they rest on" : "";
  const told = `${amount(memories.length, "memory", "memories")} with ${amount(events, "event")}${rest}`;
  if (!call.json) {
    call.out(`This deletes ${told}:`);
    const rows = memories.slice(0, SHOWN).map(({ id, text, trust }) => ({ trust, cells: [id, oneLine(text)] }));
    if (rows.length > 0) call.out(fencedTable([{}, { narrow: "cut", min: 20 }], rows));
    if (memories.length > SHOWN) call.out(`  … and ${memories.length - SHOWN} more`);
    describeCopies(call, backups);
  }
  if (call.flags["dry-run"] === true) {
    if (call.json) json(call, found);
    return OK;
  }
  if (!(await agreed(call, `delete ${told}`))) return PROBLEMS;
  await store.forget(what);
  await ask(call.places, RECORDS_REMOVED);
  const left = await cleanCopies(call, what, sources, backups);
  if (call.json) json(call, { ...found, left });
  else {
    call.out("Deleted.");
    reportLeft(call, left);
  }
  return OK;
}

async function chosen(call: Call, store: StorePort): Promise<ForgetWhat | ReturnType<typeof finding>> {
  const { args, flags, cwd } = call;
  const { session, file, project } = flags;
  const here = checkoutHere(call);
  if ([args[0], session, file, project].filter((one) => one !== undefined).length !== 1)
    return finding("USAGE", "name one thing to forget: an id, --session, --file or --project");
  if (args[0] !== undefined)
    return (await store.memory(args[0])) === undefined
      ? finding("MEMORY_NOT_FOUND", `there is no memory "${oneLine(args[0])}", or several begin so`)
      : { id: args[0] };
  if (typeof session === "string") {
    const found = await findSession(store, session);
    return { session: "detail" in found ? found.detail.session.id : session };
  }
  if ("code" in here) return here;
  if (project === true) return { scope: here.scope };
  const inside = insideOf(here.root, String(file).startsWith("/") ? String(file) : `${cwd}/${String(file)}`);
  return inside === undefined
    ? finding("USAGE", "that file is not in this repository")
    : { scope: here.scope, file: inside };
}

export default command;
