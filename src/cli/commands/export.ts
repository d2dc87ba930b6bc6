import { once } from "node:events";
import { finding } from "../../core/errors.js";
import { exportEvents } from "../../store/transfer.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { findSession } from "../input/find-session.js";
import { type ReadStore, refusingUnusable, withStore } from "../input/read-store.js";
import { importWaiting } from "../input/waiting-events.js";
import { refuse } from "../output/print.js";

const command: Command = {
  group: "Maintenance",
  summary: "Print stored events as JSON lines, without secrets.",
  usage: "[--session ID]",
  example: "snaphook export > events.jsonl",
  options: {
    session: { type: "string", value: "ID", kind: "session", help: "Session id, or its beginning (default: all)." },
  },
  exits: { 1: "the store is not usable" },
  endsUnread: true,
  run: (call) =>
    refusingUnusable(call, async () => {
      await importWaiting(call);
      return (await withStore(call, (store) => print(call, store))) ?? OK;
    }),
};

async function print(call: Call, store: ReadStore): Promise<number> {
  const start = call.flags["session"] as string | undefined;
  if (call.args.length > 0) {
    refuse(call, finding("USAGE", "name a session with --session; nothing else can be chosen"));
    return MISUSE;
  }
  const found = start === undefined ? undefined : await findSession(store, start);
  if (found !== undefined && "problem" in found) {
    refuse(call, found.problem);
    return MISUSE;
  }
  const session = found === undefined ? {} : { session: found.detail.session.id };
  const chosen = { events: (filter: Parameters<ReadStore["events"]>[0]) => store.events({ ...filter, ...session }) };
  for await (const line of exportEvents(chosen)) {
    call.raw(line);
    // The reader may be slower than this process, and there may be gigabytes.
    if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  }
  return OK;
}

export default command;
